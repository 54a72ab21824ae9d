/** What a raw segment may hold (RULES 1, N6, contract.md 5). */
import t from 'tap'
import { checkSegment } from '../../../../schemas/segment/validation/check-segment.js'

const ZONES: Record<string, string> = { JFK: 'America/New_York', LHR: 'Europe/London', CDG: 'Europe/Paris' }

function errorsOf(segment: Record<string, unknown>): string[] {
  const context = {
    source: () => ({ status: 'Active' as const }),
    zoneOf: (code: string) => ZONES[code],
    strict: true,
  }
  return checkSegment({ source: 'manual', ...segment }, context).map(
    ({ error, field }) => `${error} ${field}`,
  )
}

const AIR = {
  type: 'Air',
  flight_num: 'BA117',
  origin: 'LHR',
  destination: 'JFK',
  departure_datetime: '2027-03-01T08:20',
}
const CAR = { type: 'Car', car_company: 'Hertz', pickup_datetime: '2027-03-01T09:00', pickup_location: 'JFK' }

t.test('only what every document of a kind holds is required', async (t) => {
  for (const segment of [
    AIR,
    { ...AIR, departure_datetime: '2027-03-01' },
    { type: 'Rail', origin: 'Bern', destination: 'Thun', departure_datetime: '2027-03-01T08:20' },
    CAR,
    { type: 'Transport', start_datetime: '2027-03-01T08:20', start_name: 'Bern' },
    { type: 'Parking', parking_name: 'P1', start_datetime: '2027-03-01T08:20', city_name: 'Bern' },
    {
      type: 'Cruise',
      cruise_line: 'Line',
      ship_name: 'Ship',
      embark_datetime: '2027-03-01',
      embark_city_name: 'Genoa',
      embark_country: 'IT',
    },
  ])
    t.same(errorsOf(segment), [], segment.type)
  t.same(errorsOf({ type: 'Hotel', hotel_name: 'Plaza', checkin_date: '2027-03-01', city_name: 'Bern' }), [
    'missing_field checkout_date',
  ])
})

t.test('ends are compared by their days where one has no time', async (t) => {
  const ends = (departure: string, arrival: string): string[] =>
    errorsOf({ ...AIR, departure_datetime: departure, arrival_datetime: arrival })
  t.same(ends('2027-03-01', '2027-03-01'), [])
  t.same(ends('2027-03-01T23:50', '2027-03-01'), [])
  t.same(ends('2027-03-01', '2027-03-01T00:10'), [])
  t.same(ends('2027-03-02', '2027-03-01'), [], 'across zones an arrival may be a day earlier')
  t.same(ends('2027-03-03', '2027-03-01'), ['invalid_date_range arrival_datetime'])
  t.same(ends('2027-03-02T12:00', '2027-03-01'), ['invalid_date_range arrival_datetime'])
  t.same(ends('2027-03-01', '2027-02-30'), ['invalid_datetime arrival_datetime'])
  t.same(errorsOf({ ...CAR, dropoff_datetime: '2027-03-01' }), [])
  t.same(errorsOf({ ...CAR, dropoff_datetime: '2027-02-28' }), ['invalid_date_range dropoff_datetime'])
  t.same(ends('2027-03-01T08:20Z', '2027-03-01'), ['invalid_datetime departure_datetime'])
})

t.test('an airport is a code or a name', async (t) => {
  for (const origin of ['LHR', 'lhr', ' LHR ', 'EGLL', 'London Heathrow', "Chicago O'Hare", '羽田', 'Oslo'])
    t.same(errorsOf({ ...AIR, origin }), [], origin)
  for (const origin of ['LH', 'LHR1', '12', '12345', 1])
    t.same(errorsOf({ ...AIR, origin }), ['invalid_airport origin'], String(origin))
  t.same(errorsOf({ ...AIR, origin: 'a'.repeat(201) }), ['too_long origin'])
})

t.test('numbers, telephone numbers and counts as documents write them', async (t) => {
  const price = (value: unknown): string[] => errorsOf({ ...AIR, price: value, currency: 'DEM' })
  for (const value of [612.4, 1e-7, '612.40', '612.400049999999', `0.${'9'.repeat(300)}`, 0])
    t.same(price(value), [], String(value))
  for (const value of [-1, '-1', '1e3', 'free', 1e12, '1234567890123', true, {}])
    t.same(price(value), ['invalid_price price'], String(value))
  const at = (lat: unknown, lon: unknown): string[] => errorsOf({ ...CAR, pickup_lat: lat, pickup_lon: lon })
  t.same(at(47.4580612345678, '8.548061234567891234'), [])
  t.same(at(-90, '+180'), [])
  t.same(at(90.1, -181), ['invalid_value pickup_lat', 'invalid_value pickup_lon'])
  t.same(at('90.1', '-181'), ['invalid_value pickup_lat', 'invalid_value pickup_lon'])
  for (const phone of [
    '+49 (0)30 1234-567 ext. 8',
    '1-800-FLY-ABC1',
    '030/123456',
    '+4930123456',
    '(555) 0100',
  ])
    t.same(errorsOf({ ...AIR, phone }), [], phone)
  t.same(errorsOf({ ...AIR, phone: 'see the website' }), ['invalid_value phone'])
  t.same(errorsOf({ ...AIR, phone: '1'.repeat(65) }), ['too_long phone'])
  t.same(errorsOf({ ...AIR, number_of_pax: 999 }), [])
  t.same(errorsOf({ ...AIR, number_of_pax: 1000 }), ['invalid_value number_of_pax'])
})

t.test('bar codes and links that nobody could use', async (t) => {
  t.same(errorsOf({ ...AIR, ticket_barcode: 'x'.repeat(4_001) }), ['too_long ticket_barcode'])
  for (const url of ['javascript:alert(1)', 'air.example', 'https://'])
    t.same(errorsOf({ ...AIR, checkin_url: url }), ['invalid_value checkin_url'], url)
})
