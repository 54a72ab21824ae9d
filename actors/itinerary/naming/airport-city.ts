/** RULES 6.5: the city that an airport is called by. */
import { comparisonForm } from '../../../schemas/base/text.js'
import type { AirportRow } from '../../../schemas/itinerary/reference-rows.js'
import { canonicalCityName } from '../places/city-index.js'
import type { City, CityIndex } from '../places/city-index.js'
import { distanceKm } from '../places/distance.js'

const MIN_POPULATION = 100_000
const MAX_KM = 40
/** A city that an airport is named after is larger than the town that it lies in by this factor. */
const FACTOR = 5
const MAX_WORDS = 3

/**
 * The large city that the airport is named after and near (Turin Airport in Caselle), else its town, spelled as the
 * town itself; null if it has neither.
 */
export function airportCity(row: AirportRow, index: CityIndex): string | null {
  const town = citiesNamed(row.cityName ?? '', index).find(({ id }) => id === row.cityId)
  const served = cityInName(row, index)
  if (served !== undefined && served.population > (town?.population ?? 0) * FACTOR) return served.name
  return town?.name ?? row.cityName
}

function cityInName(row: AirportRow, index: CityIndex): City | undefined {
  const words = comparisonForm(row.name).split(' ')
  for (let from = 0; from < words.length; from++) {
    for (let count = MAX_WORDS; count > 0; count--) {
      const city = citiesNamed(words.slice(from, from + count).join(' '), index).find(
        (candidate) =>
          candidate.country === row.country &&
          candidate.population >= MIN_POPULATION &&
          distanceKm(candidate, row) <= MAX_KM,
      )
      if (city !== undefined) return city
    }
  }
  return undefined
}

function citiesNamed(name: string, { byName, cities }: CityIndex): City[] {
  const found = byName.get(canonicalCityName(comparisonForm(name)))
  if (found === undefined) return []
  return (typeof found === 'number' ? [found] : found).map((i) => cities[i] as City)
}
