/** RULES N5: places are found by any spelling, the larger one first. */
import t from 'tap'
import { buildCityIndex } from '../../../../actors/itinerary/places/city-index.js'
import { buildPlaces } from '../../../../actors/itinerary/places/places.js'
import { traveller } from '../../../support/traveller.js'
import type { AirportRow, CityRow } from '../../../../schemas/itinerary/reference-rows.js'

function cityRow(row: Partial<CityRow> & { id: string; name: string }): CityRow {
  return {
    asciiName: row.name,
    cityCode: null,
    adminCode: null,
    adminName: null,
    country: 'DE',
    lat: 0,
    lon: 0,
    zone: 'Europe/Berlin',
    population: 1_000,
    alternates: [],
    ...row,
  }
}

const MUNICH = cityRow({
  id: '1',
  name: 'München',
  asciiName: 'Munchen',
  cityCode: 'MUC',
  adminCode: '02',
  adminName: 'Bavaria',
  lat: 48.137,
  lon: 11.575,
  population: 1_260_000,
  alternates: ['Munich', 'Monaco di Baviera'],
})
const LONDON = cityRow({
  id: '2',
  name: 'London',
  cityCode: 'LON',
  adminCode: 'ENG',
  adminName: 'England',
  country: 'GB',
  lat: 51.5,
  lon: -0.12,
  zone: 'Europe/London',
  population: 8_900_000,
})
const ONTARIO = cityRow({
  id: '3',
  name: 'London',
  cityCode: 'LON',
  adminCode: '08',
  adminName: 'Ontario',
  country: 'CA',
  lat: 42.98,
  lon: -81.23,
  zone: 'America/Toronto',
  population: 340_000,
})
const SAINT_LOUIS = cityRow({
  id: '4',
  name: 'St. Louis',
  cityCode: 'STL',
  adminCode: 'MO',
  adminName: 'Missouri',
  country: 'US',
  lat: 38.63,
  lon: -90.2,
  zone: 'America/Chicago',
  population: 300_000,
})
const AIRPORT: AirportRow = {
  iata: 'MUC',
  icao: 'EDDM',
  name: 'Munich Airport',
  cityName: 'München',
  cityId: '1',
  cityCode: 'MUC',
  adminCode: '02',
  country: 'DE',
  lat: 48.35,
  lon: 11.79,
  zone: 'Europe/Berlin',
  type: 'large_airport',
}
const rows = [LONDON, MUNICH, ONTARIO, SAINT_LOUIS]
const places = buildPlaces([AIRPORT], rows, [])

const named = (name: string, admin: string | null = null, country: string | null = null): string[] =>
  (places.city(name, admin, country)?.spots ?? []).map((spot) => spot.cityId ?? '')

t.test(
  'a city is found by its name, without accents, in other languages and with one wrong letter',
  async (t) => {
    for (const name of ['München', 'MUNCHEN', 'Munich', 'monaco di baviera', 'Munchem'])
      t.same(named(name), ['1'], name)
    t.same(named('Saint Louis'), ['4'])
    t.same(named('ST LOUIS'), ['4'])
    t.same(named('Nowhere at all'), [])
  },
)

t.test('of cities with one name the larger comes first; region and country decide', async (t) => {
  t.same(named('London'), ['2', '3'])
  t.same(named('London', null, 'CA'), ['3'])
  t.same(named('London', 'Ontario'), ['3'])
  t.same(named('London', '08'), ['3'])
})

t.test('a town in another country than the given one may be meant, a village is not', async (t) => {
  const crete = cityRow({ id: '5', name: 'Crete', country: 'US', population: 8_000 })
  const sanJuan = cityRow({ id: '6', name: 'San Juan', country: 'PR', population: 418_000 })
  const world = buildPlaces(
    [AIRPORT],
    [...rows, crete, sanJuan, cityRow({ id: '7', name: 'Chania', country: 'GR' })],
    [],
  )
  t.equal(world.city('Crete', null, 'GR'), null)
  t.equal(world.city('Crete', null, 'US')?.spots[0]?.cityId, '5')
  t.equal(world.city('San Juan', null, 'US')?.spots[0]?.cityId, '6')
})

t.test('an airport given as a city is that airport, in its country', async (t) => {
  const gatwick: AirportRow = {
    ...AIRPORT,
    iata: 'LGW',
    icao: 'EGKK',
    name: 'London Gatwick Airport',
    cityName: 'London',
    cityId: '2',
    cityCode: 'LON',
    adminCode: 'ENG',
    country: 'GB',
    lat: 51.15,
    lon: -0.19,
    zone: 'Europe/London',
  }
  const world = buildPlaces([AIRPORT, gatwick], rows, [])
  t.equal(world.city('Gatwick', null, 'GB')?.spots[0]?.iata, 'LGW')
  t.equal(world.city('Gatwick', null, null)?.spots[0]?.iata, 'LGW')
  t.equal(world.city('Gatwick', null, 'DE'), null)
})

t.test('a code means the airport if there is one, else the largest city with that code', async (t) => {
  t.equal(places.code('muc')?.spots[0]?.iata, 'MUC')
  t.match(places.code('LON')?.spots, [{ cityId: '2', metro: 'LON', iata: null }])
  t.equal(places.code('QQQ'), null)
})

t.test(
  'coordinates belong to the nearest city within 100 km, also across the edge of a square degree',
  async (t) => {
    t.match(places.coordinates(47.99, 10.99, null).spots[0], {
      cityId: '1',
      zone: 'Europe/Berlin',
      lat: 47.99,
      lon: 10.99,
    })
    t.match(places.coordinates(20, 20, null).spots[0], { cityId: null, zone: null, country: null })
  },
)

t.test('alternative spellings are not kept with a city', async (t) => {
  const { cities } = buildCityIndex(rows)
  t.same(
    cities.map((city) => city.id),
    ['2', '1', '3', '4'],
  )
  for (const city of cities)
    t.notOk('alternates' in city || 'asciiName' in city, `${city.name} keeps no other spellings`)
})

t.test('a station is found by a city in the middle of its name', async (t) => {
  for (const name of [
    'Bahnhof München Ost',
    'Stazione di Monaco di Baviera Centrale',
    'Gare de Saint Louis Nord',
  ])
    t.ok(places.station(name, null), name)
  t.equal(places.station('Gare de Nulle Part Nord', null), null)
})

t.test("an airport's station is the airport", async (t) => {
  t.equal(places.station('MUC Terminal 2', null)?.spots[0]?.iata, 'MUC')
})

t.test(
  "a railway's code is no airport code if the station's name contradicts it or no train is that fast",
  async (t) => {
    const ends = (origin: string, destination: string, more: Record<string, unknown> = {}): unknown[] => {
      const ann = traveller(['LHR'])
      ann.post({
        type: 'Rail',
        source: 'rail_db',
        rail_line: 'Express',
        origin,
        destination,
        departure_datetime: '2026-03-02T08:00',
        arrival_datetime: '2026-03-02T11:00',
        ...more,
      })
      return ['from', 'to'].map(
        (end) =>
          [...ann.state.segments.values()][0]?.merged?.statement[end as 'from' | 'to']?.spots[0]?.city ??
          null,
      )
    }
    t.same(ends('AKL', 'BOS', { origin_name: 'London Akley', destination_name: 'Paris Bosquet' }), [
      'London',
      'Paris',
    ])
    t.same(ends('AKL', 'BOS', { origin_name: 'Paris Aclens' }), ['Paris', null])
    t.same(ends('AKL', 'BOS'), [null, null])
    t.same(ends('BOS', 'JFK'), ['Boston', 'New York City'], 'within reach')
    t.same(
      ends('AKL', 'BOS', { arrival_datetime: undefined }),
      ['Auckland', 'Boston'],
      'when the time is not known',
    )
  },
)

t.test('coordinates in a district are in its city, those in a town nearby are not (N5)', async (t) => {
  const berlin = cityRow({ id: '11', name: 'Berlin', lat: 52.52, lon: 13.41, population: 3_400_000 })
  const district = cityRow({ id: '12', name: 'Tiergarten', lat: 52.517, lon: 13.36, population: 12_000 })
  const potsdam = cityRow({ id: '13', name: 'Potsdam', lat: 52.4, lon: 13.07, population: 145_000 })
  const places = buildPlaces([], [berlin, district, potsdam], [])
  t.equal(places.coordinates(52.516, 13.361, null).spots[0]?.city, 'Berlin')
  t.equal(places.coordinates(52.392, 13.067, null).spots[0]?.city, 'Potsdam')
})
