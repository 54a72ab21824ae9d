/** RULES 6.5 and 6.8: what trips and cities are called. */
import t from 'tap'
import { flight, hotel, traveller } from '../../../support/traveller.js'
import type { Segment, Traveller } from '../../../support/traveller.js'
import { home } from '../../../support/world.js'

const rail = (origin: string, destination: string, departs: string, more: Segment = {}): Segment => ({
  type: 'Rail',
  source: 'rail_db',
  rail_line: 'DB',
  origin,
  destination,
  departure_datetime: departs,
  ...more,
})

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

const callAt = (city: string, day: string): Segment => ({
  city_name: city,
  country: 'US',
  arrival_datetime: `2026-03-${day}T08:00`,
  departure_datetime: `2026-03-${day}T18:00`,
})

interface Case {
  name: string
  homes?: Parameters<typeof traveller>[0]
  segments: Segment[]
  called: string
  destination?: string | null
}

const CASES: Case[] = [
  {
    name: 'cities in order of arrival',
    segments: [
      flight('DL1', 'JFK-LHR', '2026-03-01T18:00', '2026-03-02T06:00'),
      hotel('Inn', 'London', '2026-03-02', '2026-03-04'),
      flight('DL2', 'LHR-CDG', '2026-03-04T10:00', '2026-03-04T12:00'),
      hotel('Plaza', 'Paris', '2026-03-04', '2026-03-07'),
      flight('DL3', 'CDG-JFK', '2026-03-07T10:00', '2026-03-07T13:00'),
    ],
    called: 'London - Paris, March 2026',
    destination: 'Paris',
  },
  {
    name: 'a station that the reference data do not know',
    homes: ['FRA'],
    segments: [
      rail('Frankfurt', 'Hinterdorf Bahnhof', '2026-03-01T08:00', { arrival_datetime: '2026-03-01T11:00' }),
      rail('Hinterdorf Bahnhof', 'Frankfurt', '2026-03-04T08:00', { arrival_datetime: '2026-03-04T11:00' }),
    ],
    called: 'Hinterdorf Bahnhof, March 2026',
    destination: 'Hinterdorf Bahnhof',
  },
  {
    name: 'a hotel in a town that the reference data do not know, after a connection in a known city',
    homes: ['FRA'],
    segments: [
      rail('Frankfurt', 'Munich', '2026-03-01T08:00', { arrival_datetime: '2026-03-01T11:00' }),
      rail('Munich', 'Hinterdorf', '2026-03-01T12:00', { arrival_datetime: '2026-03-01T14:00' }),
      hotel('Alpenhof', 'Hinterdorf', '2026-03-01', '2026-03-05'),
    ],
    called: 'Hinterdorf, March 2026',
    destination: 'Hinterdorf',
  },
  {
    name: 'a hotel with coordinates and a town that the reference data do not know',
    segments: [hotel('Gîte', 'Petit-Hameau', '2026-03-01', '2026-03-05', { lat: '48.8000', lon: '2.1300' })],
    called: 'Petit-Hameau, March 2026',
  },
  {
    name: 'a hotel with coordinates only is called by the nearest city',
    segments: [hotel('Gîte', '', '2026-03-01', '2026-03-05', { lat: '48.8000', lon: '2.1300' })],
    called: 'Paris, March 2026',
  },
  {
    name: 'a flight between airports that nobody knows, by its number',
    segments: [
      flight('DL1', 'QQQ-QQX', '2026-03-01T18:00', '2026-03-02T06:00', {
        departure_time_zone_id: 'UTC',
        arrival_time_zone_id: 'UTC',
      }),
    ],
    called: 'Flight DL1, March 2026',
  },
  {
    name: 'a stay without a place, by the hotel',
    segments: [hotel('Plaza', '', '2026-03-01', '2026-03-04', { city_name: null })],
    called: 'Stay at Plaza, March 2026',
    destination: null,
  },
  {
    name: 'a cruise by its ends and ship, whatever the way there',
    segments: [
      flight('DL1', 'JFK-MIA', '2026-03-02T08:00', '2026-03-02T11:00'),
      hotel('Bay Inn', 'Miami', '2026-03-02', '2026-03-03'),
      cruise(),
      flight('DL2', 'BOS-JFK', '2026-03-10T14:00', '2026-03-10T15:00'),
    ],
    called: 'Cruise Miami - Boston on Aurora, March 2026',
  },
  {
    name: 'a round cruise by its first ports',
    segments: [
      cruise({
        disembark_city_name: 'Miami',
        port_calls: [callAt('Boston', '05'), callAt('New York', '07'), callAt('Philadelphia', '08')],
      }),
    ],
    called: 'Cruise Miami - Boston - New York City on Aurora, March 2026',
  },
  {
    name: 'a round cruise whose ports are not known',
    segments: [cruise({ disembark_city_name: 'Miami' })],
    called: 'Cruise from Miami on Aurora, March 2026',
  },
  {
    name: 'a day trip',
    segments: [
      flight('DL1', 'JFK-BOS', '2026-03-02T08:00', '2026-03-02T09:00'),
      flight('DL2', 'BOS-JFK', '2026-03-02T18:00', '2026-03-02T19:00'),
    ],
    called: 'Day trip to Boston, March 2026',
    destination: 'Boston',
  },
  {
    name: 'a day trip from which one comes home after midnight',
    segments: [
      flight('DL1', 'JFK-BOS', '2026-03-02T08:00', '2026-03-02T09:00'),
      flight('DL2', 'BOS-JFK', '2026-03-02T23:30', '2026-03-03T00:40'),
    ],
    called: 'Day trip to Boston, March 2026',
  },
  {
    name: 'a night away is no day trip',
    segments: [
      flight('DL1', 'JFK-BOS', '2026-03-02T08:00', '2026-03-02T09:00'),
      flight('DL2', 'BOS-JFK', '2026-03-03T08:00', '2026-03-03T09:00'),
    ],
    called: 'Boston, March 2026',
  },
  {
    name: 'a staycation',
    segments: [hotel('Plaza', 'New York', '2026-03-01', '2026-03-04')],
    called: 'Staycation in New York City, March 2026',
  },
  {
    name: 'a move',
    homes: [home('JFK'), home('CDG', '2026-03-02')],
    segments: [flight('DL1', 'JFK-CDG', '2026-03-01T18:00', '2026-03-02T06:00')],
    called: 'Move to Paris, March 2026',
    destination: 'Paris',
  },
]

for (const { name, homes, segments, called, destination } of CASES) {
  t.test(name, async (t) => {
    for (const order of [segments, segments.toReversed()]) {
      const ann = traveller(homes)
      for (const segment of order) ann.post(segment)
      t.equal(ann.trips()[0]?.display_name, called)
      if (destination !== undefined) t.equal(ann.trips()[0]?.destination, destination)
    }
  })
}

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

t.test('towns of one city: the one with the most nights gives its name', async (t) => {
  const ann = traveller()
  ann.post([
    hotel('Inn', 'Paris', '2026-03-01', '2026-03-02'),
    hotel('Trianon', 'Petit-Hameau', '2026-03-02', '2026-03-05', { lat: '48.8000', lon: '2.1300' }),
  ])
  t.same(namesOf(ann), ['Petit-Hameau, March 2026', 'Petit-Hameau', ['Petit-Hameau']])
})
