/** RULES 6.5 and 6.8: what trips and cities are called. */
import t from 'tap'
import { flight, hotel, traveller } from '../../../support/traveller.js'
import type { Segment, Traveller } from '../../../support/traveller.js'

const cruise = (more: Segment = {}): Segment => ({
  type: 'Cruise',
  source: 'manual',
  cruise_line: 'Blue',
  ship_name: 'Aurora',
  embark_city_name: 'Miami',
  embark_country: 'US',
  disembark_city_name: 'Boston',
  disembark_country: 'US',
  embark_datetime: '2026-03-03T17:00',
  disembark_datetime: '2026-03-10T08:00',
  ...more,
})

const STAY = hotel('Bayerischer Hof', 'Munich', '2026-03-01', '2026-03-04')

function namesOf(ann: Traveller): unknown[] {
  const [trip] = ann.trips()
  return [trip?.display_name, trip?.destination, trip?.destinations.map((stop) => stop.city_name)]
}

const LANGUAGES: Array<[tag: string | null, name: string, city: string]> = [
  [null, 'Munich, March 2026', 'Munich'],
  ['de', 'München, März 2026', 'München'],
  ['de-CH', 'München, März 2026', 'München'],
  ['it', 'Monaco di Baviera, marzo 2026', 'Monaco di Baviera'],
  ['sv', 'Munich, March 2026', 'Munich'],
]

for (const [language, name, city] of LANGUAGES) {
  t.test(`6.8: names for a member whose language is ${String(language)}`, async (t) => {
    const ann = traveller()
    ann.post(STAY)
    ann.send('profile', { language })
    t.same(namesOf(ann), [name, city, [city]], 'trips that exist are named again')
    const other = traveller()
    other.send('profile', { language })
    other.post({ ...STAY, city_name: 'München' })
    t.same(namesOf(other), [name, city, [city]], 'however the source spells it')
  })
}

t.test('6.8: what a trip is and what its segments show is in the language of the member', async (t) => {
  const ann = traveller()
  ann.send('profile', { language: 'de' })
  ann.post([
    flight('DL1', 'JFK-FCO', '2026-03-02T08:00', '2026-03-02T20:00'),
    hotel('Plaza', 'Rome', '2026-03-02', '2026-03-05'),
    flight('DL2', 'FCO-JFK', '2026-03-05T08:00', '2026-03-05T12:00'),
    cruise({ embark_datetime: '2026-06-01T10:00', disembark_datetime: '2026-06-08T10:00' }),
  ])
  t.same(
    ann.trips().map((trip) => trip.display_name),
    ['Rom, März 2026', 'Kreuzfahrt Miami - Boston mit Aurora, Juni 2026'],
  )
  t.equal(ann.segments()[0]?.destination_city_name, 'Rom')
})
