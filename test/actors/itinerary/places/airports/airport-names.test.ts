/** RULES N5: airports as rental counters and travellers write them. */
import t from 'tap'
import { airportNameLookup } from '../../../../../actors/itinerary/places/airports/airport-names.js'
import type { AirportRow } from '../../../../../schemas/itinerary/reference-rows.js'
import { places } from '../../../../support/world.js'

const row = (iata: string, name: string, cityName: string, type = 'large_airport'): AirportRow => ({
  iata,
  icao: null,
  name,
  cityName,
  cityId: null,
  cityCode: iata,
  adminCode: null,
  country: 'GB',
  lat: 0,
  lon: 0,
  zone: null,
  type,
})
const named = airportNameLookup(
  [
    row('LHR', 'London Heathrow Airport', 'London'),
    row('ORD', "Chicago O'Hare International Airport", 'Chicago'),
    row('AZA', 'Phoenix Mesa Airport', 'Mesa'),
    row('MUC', 'Munich Airport', 'Munich'),
    row('ARN', 'Stockholm-Arlanda Airport', 'Stockholm'),
    row('BER', 'Berlin Brandenburg Airport', 'Berlin'),
    row('CDG', 'Charles de Gaulle International Airport', 'Paris'),
    row('BOS', 'Logan International Airport', 'Boston'),
    row('BWI', 'Baltimore/Washington International Thurgood Marshall Airport', 'Baltimore'),
    row('SEA', 'Seattle–Tacoma International Airport', 'Seattle'),
    row('XSM', 'Smallfield Airport', 'Farmtown', 'small_airport'),
    row('MSQ', 'Minsk National Airport', 'Minsk'),
    row('AA1', 'Liberty Airport', 'Here'),
    row('AA2', 'Liberty Airport', 'There'),
  ],
  { isLargeCity: (name) => name === 'PHOENIX', isTown: (name) => name === 'LOGAN' },
)

t.test('an airport is found by its name with a word or a terminal', async (t) => {
  for (const text of [
    'Heathrow Airport',
    'HEATHROW T5',
    'London Heathrow Terminal 5',
    'LONDON HEATHROW INTL ARPT',
  ])
    t.equal(named(text), 'LHR', text)
  t.equal(named("O'Hare Airport"), 'ORD')
})

t.test('an airport is found by its name alone unless a town has that name too', async (t) => {
  t.equal(named('Heathrow'), 'LHR')
  t.equal(named('SEA-TAC'), 'SEA')
  t.equal(named('Logan Airport'), 'BOS')
  for (const text of ['Logan', 'Logan Station', 'Ohare Street']) t.equal(named(text), null, text)
})

t.test('an ambiguous name needs a word that says it is an airport', async (t) => {
  t.equal(named('National'), null, 'a car company')
  t.equal(named('National Airport'), 'MSQ')
})

t.test('an airport is found by the name of its station', async (t) => {
  for (const [text, code] of [
    ['Arlanda Norra', 'ARN'],
    ['Flughafen BER - Terminal 1-2', 'BER'],
    ['Aéroport Charles de Gaulle 2 TGV', 'CDG'],
    ['Heathrow Airport T2&3', 'LHR'],
    ['BWI Marshall Airport Station', 'BWI'],
  ] as const) {
    t.equal(named(text), code, text)
  }
  t.equal(named('BWI Parking Airport'), null, 'another place by the airport')
})

t.test('an airport is found by its code with a terminal or a rental counter', async (t) => {
  t.equal(named('LHRT01'), 'LHR')
  t.equal(named('LHR T4'), 'LHR')
  t.equal(named('MUC Terminal 2'), 'MUC')
  t.equal(named('QQQT01'), null)
})

t.test("a city's name means the city, and a name that two airports share means neither", async (t) => {
  t.equal(named('Munich Airport'), null)
  t.equal(named('Phoenix Airport'), null)
  t.equal(named('Liberty Airport'), null)
  t.equal(named('Smallfield Airport'), null)
})

t.test('a short form of "airport" after a city is no code', async (t) => {
  t.equal(
    places.freeText('MUNICH APT', null)?.spots[0]?.country,
    places.freeText('Munich', null)?.spots[0]?.country,
  )
})
