/** Lists of trips that are read often, and long ones; trips.txt has the others. */
import t from 'tap'
import { startIngress } from '../../../support/api/ingress.js'

t.setTimeout(60_000)

const day = (days: number): string => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)
const flight = (
  from: string,
  to: string,
  number: string,
  [departure, arrival]: [string, string],
  more: Record<string, unknown> = {},
) => ({
  type: 'Air',
  source: 'airline_dl',
  airline: 'DL',
  flight_num: number,
  origin: from,
  destination: to,
  departure_datetime: departure,
  arrival_datetime: arrival,
  confirmation_no: 'QHZBT8',
  ...more,
})

t.test('a list that is read again and again is always current, and whole', async (t) => {
  const ingress = await startIngress(t, { fold: true })
  const token = await ingress.token(await ingress.createMember())
  const send = async (seat: string, later: string): Promise<void> => {
    const segments = [
      flight('JFK', 'SFO', '42', [`${day(20)}T09:30`, `${day(20)}T12:45`], { seat_assignment: seat }),
      flight('SFO', 'JFK', '43', [`${day(24)}T08:00`, `${day(24)}T16:30`]),
      flight('JFK', 'MUC', '44', [`${day(50)}T18:00`, `${day(51)}T08:00`], { seat_assignment: later }),
      flight('MUC', 'JFK', '45', [`${day(60)}T10:00`, `${day(60)}T13:30`]),
    ]
    const body = {
      segments: segments.map((one, i) => ({ ...one, confirmation_no: i < 2 ? 'QHZBT8' : 'ZZ12X9' })),
    }
    await ingress.request('/v2/segments', { method: 'POST', token, body, headers: { prefer: 'wait=10' } })
  }
  interface Listed {
    id: string
    segments: Array<{ seat_assignment: string | null }>
  }
  const path = '/v2/trips/upcoming?segments=1'
  for (const [seat, later] of [
    ['1A', '2A'],
    ['1B', '2A'],
    ['1B', '2B'],
  ] as const) {
    await send(seat, later)
    for (let read = 1; read <= 4; read++) {
      const answer = await ingress.request(path, {
        token,
        headers: { 'accept-encoding': read % 2 ? 'br' : 'identity' },
      })
      const trips = answer.json as Listed[]
      t.same(
        trips.map((trip) => trip.segments[0]?.seat_assignment),
        [seat, later],
        `read ${read} after ${seat}, ${later}`,
      )
      const apart = await Promise.all(
        trips.map(async ({ id }) => (await ingress.request(`/v2/trips/${id}?segments=1`, { token })).json),
      )
      t.same(trips, apart, 'the same as each trip by its id')
    }
  }
})

t.test('a trip of very many segments shows all of them, in order', async (t) => {
  const ingress = await startIngress(t, { fold: true })
  const token = await ingress.token(await ingress.createMember())
  const nights = Array.from({ length: 120 }, (_, n) => ({
    type: 'Hotel',
    source: 'hotel_marriott',
    hotel_name: `${['Park', 'Lake', 'Hill', 'Mill'][n % 4]} House`,
    city_name: 'London',
    country: 'GB',
    checkin_date: day(30 + n),
    checkout_date: day(31 + n),
    confirmation_no: `HX${n}99`,
  }))
  await ingress.request('/v2/segments', {
    method: 'POST',
    token,
    body: { segments: nights },
    headers: { prefer: 'wait=10' },
  })
  const { json } = await ingress.request('/v2/trips/upcoming?segments=1', { token })
  const [trip] = json as Array<{ segment_count: number; segments: Array<{ checkin_date: string }> }>
  t.equal(trip?.segment_count, 120)
  t.same(
    trip?.segments.map((segment) => segment.checkin_date),
    nights.map((night) => night.checkin_date),
  )
})
