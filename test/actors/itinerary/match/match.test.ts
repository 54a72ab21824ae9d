/** One segment for one thing in real life: matching across sources (RULES 3.3 and 8). */
import t from 'tap'
import { flight, meeting, nameOf, traveller } from '../../../support/traveller.js'

const OUT = ['JFK-LHR', '2026-03-01T18:00', '2026-03-02T06:00'] as const

t.test('case 1: the same flight from the airline and an agency, different locators', async (t) => {
  const ann = traveller()
  ann.post(flight('DL42', ...OUT, { source: 'tmc', confirmation_no: 'ZZTOP9' }))
  ann.post(flight('DL42', ...OUT, { confirmation_no: 'ABC234' }))
  const [segment, ...more] = ann.segments()
  t.same(more, [])
  t.equal(segment?.confirmation_no, 'ABC234', "the airline's locator is shown")
  t.same(
    segment?.bookings.map((b) => b.confirmation_no),
    ['ABC234', 'ZZTOP9'],
  )
})

t.test('case 2: one flight number in three spellings', async (t) => {
  const ann = traveller()
  ann.post(flight('DL42', ...OUT))
  ann.post(flight('DL42', ...OUT, { source: 'email', airline: 'Delta', flight_num: 'Delta 0042' }))
  ann.post(flight('DL42', ...OUT, { source: 'calendar', airline: 'Delta Air Lines', flight_num: '42' }))
  t.equal(ann.segments().length, 1)
  t.equal(ann.segments()[0]?.normalized_airline, 'DL')
  t.equal(ann.segments()[0]?.flight_num, '42')
})

t.test('case 3: a codeshare under one locator', async (t) => {
  const ann = traveller()
  ann.post(flight('KL6027', ...OUT, { source: 'ota', confirmation_no: 'ABC234' }))
  ann.post(flight('DL47', ...OUT, { confirmation_no: 'ABC234' }))
  t.equal(ann.segments().length, 1)
  t.equal(ann.segments()[0]?.flight_num, '47', 'the number from the source of highest priority')
  t.equal(ann.segments()[0]?.bookings.length, 2, 'both are listed')
})

t.test('case 4: a codeshare with nothing in common but the minutes', async (t) => {
  const ann = traveller()
  ann.post(flight('KL6027', ...OUT, { source: 'ota', confirmation_no: 'QQ1234' }))
  ann.post(flight('DL47', ...OUT, { confirmation_no: 'ABC234' }))
  t.equal(ann.segments().length, 1)
})

t.test('case 5: two travellers on one flight', async (t) => {
  const ann = traveller()
  ann.post(flight('DL42', ...OUT, { confirmation_no: 'AAAA22', first_name: 'Ann', last_name: 'Lee' }))
  ann.post(flight('DL42', ...OUT, { confirmation_no: 'BBBB33', first_name: 'Bob', last_name: 'Lee' }))
  const [segment, ...more] = ann.segments()
  t.same(more, [])
  t.same(
    segment?.bookings.map((b) => b.traveler),
    ['Ann Lee', 'Bob Lee'],
  )
  ann.post(
    flight('DL42', ...OUT, {
      confirmation_no: 'AAAA22',
      first_name: 'Ann',
      last_name: 'Lee',
      status: 'Cancelled',
    }),
  )
  t.equal(ann.segments()[0]?.status, 'Active', 'cancelling one leaves it live')
})

t.test('case 6: one source, two locators, one name', async (t) => {
  const ann = traveller()
  ann.post(flight('DL42', ...OUT, { confirmation_no: 'AAAA22', last_name: 'Lee', seat_assignment: '3A' }))
  ann.post(flight('DL42', ...OUT, { confirmation_no: 'BBBB33', last_name: 'Lee', seat_assignment: '3B' }))
  t.equal(ann.segments().length, 1)
  t.equal(ann.segments()[0]?.bookings.length, 2)
})

const train = (
  number: string | null,
  route: string,
  departs: string,
  arrives: string,
  more = {},
): Record<string, unknown> => ({
  type: 'Rail',
  source: 'rail_db',
  rail_line: 'DB',
  train_number: number,
  origin: route.split('-')[0],
  destination: route.split('-')[1],
  departure_datetime: departs,
  arrival_datetime: arrives,
  ...more,
})

t.test('case 48: a combined rail ticket and its single legs', async (t) => {
  const ann = traveller(['FRA'])
  const legs = [
    train('ICE 1', 'Frankfurt-Munich', '2026-03-02T08:00', '2026-03-02T11:20', { confirmation_no: 'RAIL11' }),
    train('ICE 9', 'Munich-Rome', '2026-03-02T12:00', '2026-03-02T21:00', { confirmation_no: 'RAIL11' }),
  ]
  ann.post(legs)
  ann.post(legs.map((leg) => ({ ...leg, source: 'ota', confirmation_no: 'OTA777' })))
  ann.post(
    train(null, 'Frankfurt-Rome', '2026-03-02T08:00', '2026-03-02T21:00', {
      source: 'email',
      confirmation_no: 'OTA777',
    }),
  )
  const segments = ann.segments()
  t.equal(segments.length, 3, 'the legs match, the combined ticket is a segment of its own')
  const combined = segments.find((s) => nameOf(s) === 'Frankfurt-Rome')
  t.equal((combined?.possible_duplicate_of as string[] | undefined)?.length, 2, 'and is marked')
})

t.test('case 49: a dividing train with two numbers', async (t) => {
  const ann = traveller(['FRA'])
  ann.post(
    train('ICE 71', 'Frankfurt-Munich', '2026-03-02T08:00', '2026-03-02T11:20', {
      confirmation_no: 'RAIL11',
    }),
  )
  ann.post(train('ICE 1071', 'Frankfurt-Munich', '2026-03-02T08:00', '2026-03-02T11:20', { source: 'ota' }))
  t.equal(ann.segments().length, 1)
})

const ICE = ['Frankfurt-Munich', '2026-03-02T08:00', '2026-03-02T11:20'] as const

t.test(
  '3.3.4 a train under either of two numbers, by its number behind a line, with or without zeros',
  async (t) => {
    for (const [one, other] of [
      ['ICE 1601 / ICE 1631', 'ICE 1631'],
      ['ICE 1601 / ICE 1631', '1601'],
      ['RJ 63 / EC 113', 'EC 113'],
      ['RE 13 (20070)', '20070'],
      ['ICE 0579', '579'],
      ['ICE579', 'ICE 579'],
    ] as const)
      for (const [first, second] of [
        [one, other],
        [other, one],
      ] as const) {
        const ann = traveller(['FRA'])
        ann.post(train(first, ...ICE, { confirmation_no: 'RAIL11' }))
        // Twenty minutes later: only the number can prove that it is the same train.
        const late = ['Frankfurt-Munich', '2026-03-02T08:20', '2026-03-02T11:45'] as const
        ann.post(train(second, ...late, { source: 'ota', confirmation_no: 'OTA777' }))
        t.equal(ann.segments().length, 1, `${first} and ${second}`)
        t.equal(ann.segments()[0]?.train_number, first, 'shown as the winner wrote it')
      }
  },
)

t.test('3.3.4 two trains of one line are two, an hour apart', async (t) => {
  for (const [first, second] of [
    ['RE 13', 'RE 13'],
    ['RE 13 (20070)', 'RE 13 (20072)'],
  ] as const) {
    const ann = traveller(['FRA'])
    ann.post(train(first, ...ICE, { confirmation_no: 'RAIL11' }))
    const next = ['Frankfurt-Munich', '2026-03-02T09:00', '2026-03-02T12:20'] as const
    ann.post(train(second, ...next, { source: 'ota', confirmation_no: 'OTA777' }))
    t.equal(ann.segments().length, 2, `${first} and ${second}`)
  }
})

t.test('case 59: a metropolitan code from one source, the airport from another', async (t) => {
  const ann = traveller()
  ann.post(flight('DL42', 'JFK-LON', OUT[1], OUT[2], { source: 'ota' }))
  ann.post(flight('DL42', ...OUT))
  t.equal(ann.segments().length, 1)
  t.equal(ann.segments()[0]?.destination, 'LHR')
})

t.test('two flights of one route on one day stay two', async (t) => {
  const ann = traveller()
  ann.post(flight('DL10', 'JFK-BOS', '2026-03-01T08:00', '2026-03-01T09:10', { confirmation_no: 'AAAA22' }))
  ann.post(flight('DL20', 'JFK-BOS', '2026-03-01T14:00', '2026-03-01T15:10', { confirmation_no: 'BBBB33' }))
  t.equal(ann.segments().length, 2)
})

t.test('a date without a time matches one time and joins no two', async (t) => {
  const standup = (hour: string, more: Record<string, unknown> = {}): Record<string, unknown> =>
    meeting('Standup', 'New York', `2026-03-03T${hour}`, `2026-03-03T${hour.slice(0, 2)}:30`, more)
  const table = (hour: string): Record<string, unknown> => ({
    type: 'Restaurant',
    source: 'email',
    restaurant_name: 'Da Mario',
    city_name: 'Rome',
    country: 'IT',
    start_datetime: `2026-03-03T${hour}`,
  })
  for (const segmentAt of [standup, table]) {
    for (const order of [
      ['00:00', '09:00', '17:00'],
      ['09:00', '00:00', '17:00'],
      ['17:00', '09:00', '00:00'],
      ['00:00', '17:00', '00:00', '09:00'],
    ]) {
      const ann = traveller()
      for (const hour of order) ann.post(segmentAt(hour))
      t.equal(ann.live().length, 2, order.join())
    }
  }
  const ann = traveller()
  ann.post(standup('00:00', { source: 'email' }))
  ann.post(standup('09:00'))
  ann.post(standup('17:00', { source: 'tmc' }))
  t.same(
    ann.live().map((doc) => String(doc.start_datetime).slice(11, 16)),
    ['09:00', '17:00'],
    'from three sources',
  )
})

t.test('two flights of one route twelve minutes apart', async (t) => {
  const ann = traveller()
  ann.post(flight('DL400', 'JFK-LAX', '2026-05-01T08:00', '2026-05-01T11:15', { confirmation_no: 'DLAAA1' }))
  ann.post(
    flight('AA1', 'JFK-LAX', '2026-05-01T08:12', '2026-05-01T11:32', {
      source: 'ota',
      confirmation_no: 'AABBB2',
    }),
  )
  t.equal(ann.live().length, 2)
  ann.post(
    flight('KL77', 'JFK-LAX', '2026-05-01T08:04', '2026-05-01T11:20', {
      source: 'tmc',
      confirmation_no: 'KLCCC3',
    }),
  )
  t.equal(ann.live().length, 2, 'four minutes apart with another number')
})

t.test('one train, by station codes that belong to airports elsewhere', async (t) => {
  const ann = traveller()
  ann.post(
    train('9001', 'London-Rome', '2026-03-02T08:00', '2026-03-02T21:00', { confirmation_no: 'RAIL11' }),
  )
  ann.post(
    train('9001', 'JFK-Rome', '2026-03-02T08:00', '2026-03-02T21:00', {
      source: 'ota',
      confirmation_no: 'OTA777',
    }),
  )
  t.equal(ann.segments().length, 1)
  ann.post(
    train('9003', 'JFK-Rome', '2026-03-02T08:30', '2026-03-02T21:00', {
      source: 'ota',
      confirmation_no: 'OTA778',
    }),
  )
  t.equal(ann.segments().length, 2, 'another train')
})

t.test('one station in full and short, without a number', async (t) => {
  const ann = traveller()
  ann.post(
    train('9001', 'London St Pancras-Paris', '2026-03-02T08:00', '2026-03-02T11:20', {
      confirmation_no: 'RAIL11',
    }),
  )
  ann.post(
    train(null, "Saint Pancras Int'l-Paris", '2026-03-02T08:00', '2026-03-02T11:20', { source: 'calendar' }),
  )
  t.equal(ann.segments().length, 1)
})

t.test('ships, carriers and car parks by part of their names', async (t) => {
  const ann = traveller()
  const cruise = (ship: string, source: string): Record<string, unknown> => ({
    type: 'Cruise',
    source,
    cruise_line: 'Blue',
    ship_name: ship,
    embark_city_name: 'Miami',
    embark_country: 'US',
    embark_datetime: '2026-03-01T17:00',
    disembark_datetime: '2026-03-08T08:00',
  })
  ann.post([cruise('Costa Smeralda', 'manual'), cruise('C. Smeralda', 'email')])
  const bus = (company: string, source: string): Record<string, unknown> => ({
    type: 'Transport',
    source,
    transport_company: company,
    start_city_name: 'Rome',
    start_country: 'IT',
    start_datetime: '2026-04-01T14:20',
  })
  ann.post([bus('FlixBus', 'manual'), bus('Flix SE', 'email')])
  const space = (name: string, source: string): Record<string, unknown> => ({
    type: 'Parking',
    source,
    parking_name: name,
    city_name: 'Boston',
    start_datetime: '2026-05-01T06:00',
    end_datetime: '2026-05-05T22:00',
  })
  ann.post([space('Express Red Long Term', 'manual'), space('Logan Airport Express Parking', 'email')])
  t.same(
    ann.segments().map((doc) => doc.type),
    ['Cruise', 'Transport', 'Parking'],
  )
  ann.post(cruise('Costa Fortuna', 'ota'))
  t.equal(ann.segments().length, 4, 'another ship of the line')
})

t.test('a flight moved to midnight stays one', async (t) => {
  const ann = traveller()
  const key = { confirmation_no: 'ABC234' }
  ann.post(flight('DL42', 'JFK-BOS', '2026-03-01T23:15', '2026-03-02T00:50', key))
  ann.post(flight('DL42', 'JFK-BOS', '2026-03-02T00:00', '2026-03-02T01:35', key))
  t.match(ann.segments(), [{ departure_datetime: '2026-03-02T00:00:00' }])
})

t.test('a flight with only date and arrival from one source does not leave at midnight', async (t) => {
  const ann = traveller()
  ann.post(flight('DL42', 'JFK-BOS', '2026-03-02T13:15', '2026-03-02T14:50', { source: 'ota' }))
  ann.post(flight('DL42', 'JFK-BOS', '2026-03-02T00:00', '2026-03-02T14:50', { source: 'airline_dl' }))
  t.match(ann.segments(), [{ departure_datetime: '2026-03-02T13:15:00' }])
  t.equal(ann.segments().length, 1)
})
