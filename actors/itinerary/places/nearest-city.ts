/** RULES N5: coordinates, with what is known of the nearest city. */
import { degreeCell } from './city-index.js'
import type { City, CityIndex } from './city-index.js'
import { isInCountry } from './country-codes.js'
import { countryCode } from './country-lookup.js'
import { distanceKm, NEAR_KM } from './distance.js'
import type { Place } from './place.js'

/**
 * From coordinates to a place with zone, region and country of the nearest city within 100 km: of the country that
 * is given, if it has one there.
 */
export function nearestCityLookup(
  index: CityIndex,
): (lat: number, lon: number, country: string | null) => Place {
  return (lat, lon, country) => {
    const code = country === null ? null : countryCode(country)
    const city =
      (code === null ? null : nearestCity(index, lat, lon, code)) ?? nearestCity(index, lat, lon, null)
    return {
      spots: [
        {
          lat,
          lon,
          city: city?.name ?? null,
          cityId: city?.id ?? null,
          metro: null,
          iata: null,
          admin: city?.adminCode ?? null,
          country: city?.country ?? null,
          zone: city?.zone ?? null,
        },
      ],
    }
  }
}

/** A city reaches this far from its centre: by the root of its population, and no farther than the cap. */
const KM_PER_ROOT_OF_POPULATION = 1 / 120
const MAX_REACH_KM = 25
/** A place that is smaller by this factor and within the reach of a city is one of its districts. */
const DISTRICT_FACTOR = 10

/**
 * The nearest city, of the named country if there is one, or the one of which that is a district. Looks in the
 * square degree of the coordinates and the eight around it.
 */
function nearestCity(
  { cells, cities }: CityIndex,
  lat: number,
  lon: number,
  country: string | null,
): City | null {
  const here = { lat, lon }
  let nearest: City | null = null
  let leastKm = NEAR_KM
  let largest: City | null = null
  for (let dLat = -1; dLat <= 1; dLat++) {
    for (let dLon = -1; dLon <= 1; dLon++) {
      for (const i of cells.get(degreeCell(lat + dLat, wrapLongitude(lon + dLon))) ?? []) {
        const city = cities[i] as City
        const km = distanceKm(here, city)
        if (country !== null && !isInCountry(city, country)) continue
        if (km <= reachKm(city) && city.population > (largest?.population ?? 0)) largest = city
        if (km >= leastKm) continue
        leastKm = km
        nearest = city
      }
    }
  }
  return nearest !== null && largest !== null && isDistrict(nearest, largest) ? largest : nearest
}

function reachKm({ population }: City): number {
  return Math.min(Math.sqrt(population) * KM_PER_ROOT_OF_POPULATION, MAX_REACH_KM)
}

function isDistrict(place: City, city: City): boolean {
  return place.country === city.country && place.population * DISTRICT_FACTOR <= city.population
}

function wrapLongitude(lon: number): number {
  return ((lon + 540) % 360) - 180
}
