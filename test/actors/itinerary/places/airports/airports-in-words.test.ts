/** RULES N5: airports by the names that flights are booked by. */
import t from 'tap'
import { airportInWords } from '../../../../../actors/itinerary/places/airports/airports-in-words.js'
import type { AirportRow } from '../../../../../schemas/itinerary/reference-rows.js'
import { airports, places } from '../../../../support/world.js'
import { flight, traveller } from '../../../../support/traveller.js'

const NAMES: Record<string, [name: string, type?: string]> = {
  LHR: ['London Heathrow Airport'],
  CDG: ['Charles de Gaulle International Airport'],
  EWR: ['Newark Liberty International Airport'],
  JFK: ['John F Kennedy International Airport'],
  SFO: ['San Francisco International Airport'],
  ORD: ["Chicago O'Hare International Airport"],
  MXP: ['Milano Malpensa International Airport', 'medium_airport'],
  LGA: ['Liberty Field', 'small_airport'],
  ATL: ['Twin Airport'],
  MIA: ['Twin Airport'],
}
const rows = airports.map((row): AirportRow => {
  const [name = row.name, type = row.type] = NAMES[row.iata] ?? []
  return { ...row, name, type }
})
const named = airportInWords(rows, (name) => places.city(name, null, null))

t.test('by a word of its own, with its city in any language', async (t) => {
  for (const [text, code] of [
    ['London Heathrow', 'LHR'],
    ['Heathrow Terminal 5', 'LHR'],
    ['Paris Charles de Gaulle', 'CDG'],
    ['Newark Liberty International', 'EWR'],
    ['New York JFK', 'JFK'],
    ['San Francisco International', 'SFO'],
    ["Chicago O'Hare", 'ORD'],
    ['Milan Malpensa', 'MXP'],
    ['Milano Malpensa', 'MXP'],
    ['Liberty', 'EWR'],
    ['Twin', null],
    ['Rome Heathrow', null],
    ['Nowhere Meadows', null],
  ] as const)
    t.equal(named(text), code, text)
})

t.test('a name that is found is shown as the code, with the zone of the airport', async (t) => {
  const ann = traveller()
  ann.post(flight('DL42', 'JFK-Tokyo Airport', '2026-03-01T18:00', '2026-03-02T22:00'))
  ann.post(flight('DL43', 'Haneda (HND)-JFK', '2026-03-08T18:00', '2026-03-08T18:30'))
  t.match(ann.live(), [
    {
      origin: 'JFK',
      origin_name: null,
      destination: 'TYO',
      destination_name: 'Tokyo Airport',
      arrival_time_zone_id: 'Asia/Tokyo',
      warnings: [],
    },
    { origin: 'HND', origin_name: 'Haneda (HND)', destination: 'JFK', departure_time_zone_id: 'Asia/Tokyo' },
  ])
  t.equal(ann.trips().length, 1)
})

t.test(
  'a name that is not found is kept, with a warning; a name next to an unknown code counts',
  async (t) => {
    const ann = traveller()
    ann.post(flight('DL42', 'JFK-Meadowfield Strip', '2026-03-01T18:00', '2026-03-02T06:00'))
    t.match(ann.live(), [
      {
        destination: 'Meadowfield Strip',
        warnings: [
          { code: 'place_unknown', field: 'destination', values: [{ value: 'Meadowfield Strip' }] },
          { code: 'zone_unknown' },
        ],
      },
    ])
    ann.post(
      flight('DL50', 'JFK-ZZQ', '2026-04-01T18:00', '2026-04-02T06:00', { destination_name: 'Amsterdam' }),
    )
    t.match(ann.live()[1], { destination: 'ZZQ', destination_city_name: 'Amsterdam', warnings: [] })
  },
)

t.test('what is known of the place beats the name', async (t) => {
  const ann = traveller()
  const to = (more: Record<string, unknown>): void => {
    ann.post(flight('DL42', 'JFK-London Airport', '2026-03-01T18:00', '2026-03-02T06:00', more))
  }
  to({ destination_country: 'CA' })
  t.match(ann.live(), [{ arrival_time_zone_id: 'America/Toronto', destination_name: 'London Airport' }])
  const ben = traveller()
  const named = flight('DL42', 'JFK-London Airport', '2026-03-01T18:00', '2026-03-02T06:00')
  ben.post({ ...named, destination_lat: 42.98, destination_lon: -81.23 })
  t.match(ben.live(), [{ arrival_time_zone_id: 'America/Toronto' }])
})

t.test('a country between the city and the name, as reservation systems write it', async (t) => {
  for (const [text, country] of [
    ['LONDON CA LONDON INTL', 'CA'],
    ['LONDON GB HEATHROW', 'GB'],
    ['LONDON XX HEATHROW', 'GB'],
    ['London Ca Intl', 'GB'],
  ] as const)
    t.match(places.airport(text, null)?.spots[0], { country }, text)
})

t.test('a name and a code of one airport are one flight', async (t) => {
  const ann = traveller()
  ann.post(flight('DL42', 'JFK-CDG', '2026-03-01T18:00', '2026-03-02T06:00', { source: 'email' }))
  ann.post(flight('DL42', 'JFK-Paris Airport (CDG)', '2026-03-01T18:00', '2026-03-02T06:00'))
  t.match(ann.live(), [{ destination: 'CDG', destination_name: 'Paris Airport (CDG)' }])
  t.equal(ann.live().length, 1)
})
