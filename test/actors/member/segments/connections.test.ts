/** RULES 6.7: which movements are reached by a connection. */
import t from 'tap'
import { flight, hotel, meeting, nameOf, traveller } from '../../../support/traveller.js'
import type { Test } from 'tap'
import type { Segment } from '../../../support/traveller.js'

const out = flight('DL42', 'JFK-LHR', '2026-03-01T18:00', '2026-03-02T06:00')

/** `route minutes` of each segment that is reached by a connection, whatever the order of arrival. */
function connectionsOf(t: Test, segments: Segment[], homes = ['JFK']): string[] {
  const [forward, backward] = [segments, segments.toReversed()].map((order) => {
    const ann = traveller(homes, { restoring: true })
    for (const segment of order) ann.post(segment)
    return ann
      .live()
      .filter((doc) => doc.is_connection)
      .map((doc) => `${nameOf(doc)} ${String(doc.connection_minutes)}`)
  })
  t.same(forward, backward, 'in any order')
  return forward ?? []
}

const onward = (departs: string, route = 'LHR-FRA'): Segment =>
  flight('LH901', route, departs, departs.replace(/T\d\d/, 'T23'))
const train = (route: string, departs: string, arrives: string): Segment => ({
  type: 'Rail',
  source: 'rail_db',
  rail_line: 'DB',
  origin: route.split('-')[0],
  destination: route.split('-')[1],
  departure_datetime: departs,
  arrival_datetime: arrives,
})

t.test('a change of flights is a connection', async (t) => {
  t.same(connectionsOf(t, [out, onward('2026-03-02T08:30')]), ['LHR-FRA 150'])
  t.same(connectionsOf(t, [out, onward('2026-03-02T20:00')]), ['LHR-FRA 840'], 'abroad up to a day')
  t.same(connectionsOf(t, [out, onward('2026-03-02T08:30', 'LGW-FRA')]), ['LGW-FRA 150'], 'of one city')
})

t.test('no connection: something lies between', async (t) => {
  const bed = hotel('Bay Inn', 'London', '2026-03-02', '2026-03-03', { country: 'GB' })
  const later = onward('2026-03-03T05:00')
  t.same(connectionsOf(t, [out, later]), ['LHR-FRA 1380'], 'without the hotel it would be one')
  t.same(connectionsOf(t, [out, bed, later]), [], 'a hotel')
  const pitch = meeting('Pitch', 'London', '2026-03-02T09:00', '2026-03-02T10:00', { start_country: 'GB' })
  t.same(connectionsOf(t, [out, pitch, onward('2026-03-02T14:00')]), [], 'a meeting')
  const lunch = {
    type: 'Restaurant',
    source: 'email',
    restaurant_name: 'Grill',
    start_datetime: '2026-03-02T09:00',
    start_city_name: 'London',
    start_country: 'GB',
  }
  t.same(connectionsOf(t, [out, lunch, onward('2026-03-02T14:00')]), [], 'a table')
  const away = meeting('Fair', 'Paris', '2026-03-01T09:00', '2026-03-05T10:00', { start_country: 'FR' })
  t.same(connectionsOf(t, [out, away, onward('2026-03-02T14:00')]), ['LHR-FRA 480'], 'but not elsewhere')
})

t.test('no connection: the wait is a stop, the place another one, or the way goes back', async (t) => {
  t.same(connectionsOf(t, [out, onward('2026-03-03T06:00')]), [], 'a whole day')
  const inland = flight('DL7', 'JFK-ORD', '2026-03-01T06:00', '2026-03-01T08:00')
  t.same(connectionsOf(t, [inland, onward('2026-03-01T12:00', 'ORD-DEN')]), ['ORD-DEN 240'])
  t.same(connectionsOf(t, [inland, onward('2026-03-01T14:00', 'ORD-DEN')]), [], 'six hours inland')
  t.same(connectionsOf(t, [out, onward('2026-03-02T09:00', 'CDG-FRA')]), [], 'from elsewhere')
  t.same(connectionsOf(t, [out, onward('2026-03-02T09:00', 'LHR-JFK')]), [], 'there and back')
})

t.test('trains: less than four hours, with a flight less than six', async (t) => {
  const first = train('Frankfurt-Munich', '2026-03-02T06:00', '2026-03-02T09:00')
  const next = (departs: string): Segment => train('Munich-Rome', departs, '2026-03-02T23:00')
  t.same(connectionsOf(t, [first, next('2026-03-02T09:20')], ['FRA']), ['Munich-Rome 20'])
  t.same(connectionsOf(t, [first, next('2026-03-02T13:00')], ['FRA']), [])
  const toTrain = flight('LH1', 'FRA-FCO', '2026-03-02T06:00', '2026-03-02T08:00')
  const fromRome = (departs: string): Segment => train('Rome-Milan', departs, '2026-03-02T23:00')
  t.same(connectionsOf(t, [toTrain, fromRome('2026-03-02T13:50')], ['FRA']), ['Rome-Milan 350'])
  t.same(connectionsOf(t, [toTrain, fromRome('2026-03-02T14:00')], ['FRA']), [])
})

t.test('what is known by its date only, and the flight of a companion, connect nothing', async (t) => {
  t.same(connectionsOf(t, [out, onward('2026-03-02T00:00')]), [])
  const bob = { first_name: 'Bob', last_name: 'Ray' }
  const ann = { first_name: 'Ann', last_name: 'Lee' }
  t.same(
    connectionsOf(t, [
      { ...out, ...ann },
      { ...onward('2026-03-02T08:30'), ...bob },
    ]),
    [],
  )
  const both = [out, onward('2026-03-02T08:30')].map((one) => ({ ...one, travelers: [ann, bob] }))
  t.same(connectionsOf(t, both), ['LHR-FRA 150'])
})

t.test('a ticket for the whole way leaves the change between its trains', async (t) => {
  const trains = [
    train('Frankfurt-Munich', '2026-03-02T06:00', '2026-03-02T09:00'),
    train('Munich-Rome', '2026-03-02T09:30', '2026-03-02T19:00'),
    { ...train('Frankfurt-Rome', '2026-03-02T06:00', '2026-03-02T19:00'), confirmation_no: 'ALL777' },
  ].map((one) => ({ confirmation_no: 'ALL777', ...one }))
  t.same(connectionsOf(t, trains, ['FRA']), ['Munich-Rome 30'])
})
