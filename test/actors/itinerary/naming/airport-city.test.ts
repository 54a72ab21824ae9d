/** RULES 6.5: the city that an airport is called by. */
import t from 'tap'
import { airportCity } from '../../../../actors/itinerary/naming/airport-city.js'
import { buildCityIndex } from '../../../../actors/itinerary/places/city-index.js'
import type { AirportRow, CityRow } from '../../../../schemas/itinerary/reference-rows.js'

function city(id: string, name: string, population: number, lat: number, alternates: string[] = []): CityRow {
  const code = { cityCode: null, adminCode: null, adminName: null, country: 'IT' }
  return { id, name, asciiName: name, ...code, lat, lon: 7.6, zone: 'Europe/Rome', population, alternates }
}

const INDEX = buildCityIndex([
  city('1', 'Turin', 870_000, 45.07),
  city('2', 'Caselle Torinese', 15_000, 45.18),
  city('3', 'Genoa', 580_000, 44.4, ['Genova']),
  city('4', 'Marina', 3_000, 44.41),
  city('5', 'Monza', 120_000, 44.5),
])

const CASES: Array<[name: string, cityName: string, cityId: string | null, lat: number, called: string]> = [
  ['Turin Airport', 'Caselle Torinese', '2', 45.19, 'Turin'],
  ['Sandro Pertini Airport', 'Caselle Torinese', '2', 45.19, 'Caselle Torinese'],
  ['Turin South Airport', 'Caselle Torinese', '2', 44.6, 'Caselle Torinese'],
  ['Cristoforo Colombo Airport', 'Genova', '3', 44.41, 'Genoa'],
  ['Monza and Genova Airport', 'Genova', '3', 44.41, 'Genoa'],
  ['Island Airport', 'Some Island', '4', 44.41, 'Some Island'],
  ['Desert Airport', 'Oasis', null, 30, 'Oasis'],
]

for (const [name, cityName, cityId, lat, called] of CASES) {
  t.test(`${name} in ${cityName}`, async (t) => {
    const row: AirportRow = {
      iata: 'QQQ',
      icao: null,
      name,
      cityName,
      cityId,
      cityCode: 'QQQ',
      adminCode: null,
      country: 'IT',
      lat,
      lon: 7.65,
      zone: 'Europe/Rome',
      type: 'medium_airport',
    }
    t.equal(airportCity(row, INDEX), called)
  })
}
