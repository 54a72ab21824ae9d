/** RULES N5: ports by their names, and towns whose names are also codes of airports. */
import t from 'tap'
import { buildPlaces } from '../../../../actors/itinerary/places/places.js'
import type { CityRow } from '../../../../schemas/itinerary/reference-rows.js'
import { airlines, airports, cities } from '../../../support/world.js'

const VILLAGES: Array<[name: string, country: string, population: number]> = [
  ['Harwich', 'GB', 20_000],
  ['Harwich Port', 'US', 1_700],
  ['Holland', 'US', 34_000],
  ['Port Angeles', 'US', 19_000],
  ['Angeles', 'PH', 300_000],
  ['Den', 'GR', 19_000],
  ['Sin', 'FR', 2_000],
]
const london = cities.find(({ name }) => name === 'London') as CityRow
const villages = VILLAGES.map(([name, country, population], i): CityRow => ({
  ...london,
  id: String(1000 + i),
  cityCode: null,
  name,
  asciiName: name,
  country,
  population,
}))
const places = buildPlaces(airports, [...cities, ...villages], airlines)
const found = (text: string): string => {
  const spot = places.freeText(text, null)?.spots[0]
  return spot === undefined ? '' : `${spot.city ?? ''}, ${spot.country ?? ''}`
}

t.test('a port is in the town that it is called after', (t) => {
  t.equal(found('Harwich International Port'), 'Harwich, GB')
  t.equal(found('Harwich Port'), 'Harwich Port, US', 'which is a place')
  t.equal(found('Dover Ferry Terminal'), 'Dover, GB')
  t.equal(found('Port Angeles Ferry Terminal'), 'Port Angeles, US')
  t.equal(found('Hoek van Holland Haven'), 'Hoek van Holland, NL')
  t.end()
})

t.test('a village of three words is found inside a longer name', (t) => {
  t.equal(found('Hoek van Holland Strand 4'), 'Hoek van Holland, NL', 'not in Holland, Michigan')
  t.end()
})

t.test('a town that is not written as a code is no code', (t) => {
  t.equal(found('Den'), 'Den, GR')
  t.equal(found('DEN'), 'Denver, US')
  t.equal(found('Sin'), 'Singapore, SG', 'a village is')
  t.end()
})
