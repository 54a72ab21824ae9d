/** Merged values and names (RULES N4, 3.5 and 8). */
import t from 'tap'
import { mayBeSamePerson } from '../../../../actors/itinerary/match/same-person.js'
import { person } from '../../../../schemas/itinerary/person.js'
import { normaliseLocator } from '../../../../schemas/base/locator.js'
import { flight, traveller } from '../../../support/traveller.js'

const OUT = ['JFK-LHR', '2026-03-01T18:00', '2026-03-02T06:00'] as const

t.test('case 58: one person in three spellings', async (t) => {
  const names = [
    person(null, null, 'SMITH/JOHNMR'),
    person(null, null, 'John A. Smith'),
    person('J', 'Smith'),
  ]
  for (const a of names) for (const b of names) t.ok(mayBeSamePerson(a, b))
  t.notOk(mayBeSamePerson(person('Ann', 'Smith'), person('John', 'Smith')))
})

t.test('case 60: one price with its own currency', async (t) => {
  const ann = traveller()
  ann.post(flight('DL42', ...OUT, { source: 'ota', price: '512.00', currency: 'USD' }))
  ann.post(flight('DL42', ...OUT, { price: '470.00', currency: 'EUR' }))
  t.match(ann.segments(), [{ price: '470.00', currency: 'EUR' }])
})

t.test('a date alone never replaces a time', async (t) => {
  const ann = traveller()
  ann.post(flight('DL42', 'JFK-LHR', '2026-03-01T00:00', '2026-03-02T00:00'))
  ann.post(flight('DL42', ...OUT, { source: 'email' }))
  t.match(ann.segments(), [
    { departure_datetime: '2026-03-01T18:00:00', arrival_datetime: '2026-03-02T06:00:00' },
  ])
})

t.test('locators', async (t) => {
  t.equal(normaliseLocator('abc-234'), 'ABC234')
  t.equal(normaliseLocator('PNR: ABC234'), 'ABC234')
  t.equal(normaliseLocator('Confirmation # 12345678'), '12345678')
  for (const none of ['', 'TBA', 'n/a', 'AB1', 'Pending', null]) t.equal(normaliseLocator(none), null)
})

t.test('names in the spellings of passports and reservation systems', async (t) => {
  for (const [a, b] of [
    [person('Jürgen', 'Müller'), person('JUERGEN', 'MUELLER')],
    [person('Anna', 'Smith-Jones'), person('ANNA', 'SMITHJONES')],
    [person('Jan', 'van den Berg'), person(null, 'VANDENBERG/JAN')],
    [person(null, null, 'Jan van den Berg'), person('JAN', 'VANDENBERG')],
    [person('Søren', 'Sørensen'), person('SOEREN', 'SOERENSEN')],
    [person('Иван', 'Иванов'), person('IVAN', 'IVANOV')],
    [person('Юлия', 'Щукина'), person('YULIYA', 'SHCHUKINA')],
  ])
    t.ok(mayBeSamePerson(a ?? null, b ?? null), `${a?.family} ${b?.family}`)
  t.notOk(mayBeSamePerson(person('Jan', 'Berg'), person('Jan', 'van den Berg')))
})

t.test('fields that the newest booking of a source lacks come from its other live bookings', async (t) => {
  const ann = traveller()
  const report = (locator: string, more: Record<string, unknown>): void => {
    ann.post(
      flight('DL42', 'JFK-LHR', '2026-03-01T18:00', '2026-03-02T06:00', {
        confirmation_no: locator,
        ...more,
      }),
    )
  }
  report('AAA234', { cabin: 'Economy', departure_terminal: '4' })
  report('BBB234', { cabin: 'First', departure_gate: 'B7' })
  report('CCC234', { meal: 'VGML' })
  t.match(ann.live(), [
    {
      confirmation_no: 'CCC234',
      meal: 'VGML',
      cabin: 'First',
      departure_gate: 'B7',
      departure_terminal: '4',
    },
  ])
  t.match(ann.live()[0]?.sources, { length: 1 })
  report('BBB234', { status: 'Cancelled' })
  t.match(ann.live(), [{ confirmation_no: 'CCC234', cabin: 'Economy', departure_gate: null }])
})

t.test('a station with an unknown code is where another source places it', async (t) => {
  const train = (
    source: string,
    from: string,
    to: string,
    day: string,
    more: Record<string, unknown> = {},
  ): Record<string, unknown> => ({
    type: 'Rail',
    source,
    rail_line: 'DB',
    train_number: source === 'rail_db' ? '599' : 'ICE 599',
    origin: from,
    destination: to,
    departure_datetime: `2026-03-${day}T08:00`,
    arrival_datetime: `2026-03-${day}T12:00`,
    ...more,
  })
  const ann = traveller(['FRA'])
  ann.post([
    train('rail_db', '8000105', '8000261', '01'),
    train('email', 'Frankfurt Hbf', 'München Hbf', '01'),
    train('rail_db', '8000261', '8000105', '04'),
    train('email', 'München Hbf', 'Frankfurt Hbf', '04'),
  ])
  ann.post([flight('LH1', 'FRA-LHR', '2026-03-05T18:00', '2026-03-05T18:40')])
  t.same(
    ann.live().map((doc) => doc.origin),
    ['8000105', '8000261', 'FRA'],
  )
  t.equal(ann.live()[0]?.departure_datetime_utc, '2026-03-01T07:00:00Z')
  t.same(
    ann.trips().map((trip) => trip.destinations.map((stop) => stop.city_name)),
    [['Munich'], ['London']],
  )
})

t.test('a placeholder for "none" never replaces a locator or number', async (t) => {
  const ann = traveller()
  ann.post(flight('DL42', ...OUT, { flight_num: 'TBA', confirmation_no: 'PENDING' }))
  ann.post(flight('DL42', ...OUT, { source: 'email', confirmation_no: 'ABC234' }))
  t.match(ann.segments(), [{ flight_num: '42', confirmation_no: 'ABC234' }])
})
