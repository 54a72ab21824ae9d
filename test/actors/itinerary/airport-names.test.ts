/** Airports as counters and travellers write them (itinerary.md N5). */
import t from 'tap'
import { airportNames } from '../../../actors/itinerary/airport-names.js'
import type { AirportRow } from '../../../schemas/place.js'
import { places } from '../../support/world.js'

const row = (iata: string, name: string, cityName: string, type = 'large_airport'): AirportRow => ({
  iata, icao: null, name, cityName, cityId: null, cityCode: iata, adminCode: null, country: 'GB', lat: 0, lon: 0, zone: null, type
})
const named = airportNames([
  row('LHR', 'London Heathrow Airport', 'London'), row('ORD', "Chicago O'Hare International Airport", 'Chicago'), row('AZA', 'Phoenix Mesa Airport', 'Mesa'),
  row('MUC', 'Munich Airport', 'Munich'), row('XSM', 'Smallfield Airport', 'Farmtown', 'small_airport'), row('AA1', 'Liberty Airport', 'Here'), row('AA2', 'Liberty Airport', 'There')
], name => name === 'PHOENIX')

t.test('by its own name, with a word or a terminal that says it is an airport', async t => {
  for (const text of ['Heathrow Airport', 'HEATHROW T5', 'London Heathrow Terminal 5', 'LONDON HEATHROW INTL ARPT']) t.equal(named(text), 'LHR', text)
  t.equal(named("O'Hare Airport"), 'ORD')
  t.equal(named('Heathrow'), null, 'a town')
})

t.test('by its code with a terminal or a desk behind it', async t => {
  t.equal(named('LHRT01'), 'LHR')
  t.equal(named('LHR T4'), 'LHR')
  t.equal(named('MUC Terminal 2'), 'MUC')
  t.equal(named('QQQT01'), null)
})

t.test("a city's name means the city, and one of two airports neither", async t => {
  t.equal(named('Munich Airport'), null)
  t.equal(named('Phoenix Airport'), null)
  t.equal(named('Liberty Airport'), null)
  t.equal(named('Smallfield Airport'), null)
})

t.test('short for airport behind a city is no code', async t => {
  t.equal(places.free('MUNICH APT')?.spots[0]?.country, places.free('Munich')?.spots[0]?.country)
})
