/** RULES N5: coordinates, with what is known of the nearest city. */
import { degreeCell } from './city-index.js'
import type { City, CityIndex } from './city-index.js'
import { distanceKm, NEAR_KM } from './distance.js'
import type { Place } from './place.js'

/** From coordinates to a place with zone, region and country of the nearest city within 100 km. */
export function nearestCityLookup(index: CityIndex): (lat: number, lon: number) => Place {
  return (lat, lon) => {
    const city = nearestCity(index, lat, lon)
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

/** Looks in the square degree of the coordinates and the eight around it. */
function nearestCity({ cells, cities }: CityIndex, lat: number, lon: number): City | null {
  const here = { lat, lon }
  let nearest: City | null = null
  let leastKm = NEAR_KM
  for (let dLat = -1; dLat <= 1; dLat++) {
    for (let dLon = -1; dLon <= 1; dLon++) {
      for (const i of cells.get(degreeCell(lat + dLat, wrapLongitude(lon + dLon))) ?? []) {
        const city = cities[i] as City
        const km = distanceKm(here, city)
        if (km >= leastKm) continue
        leastKm = km
        nearest = city
      }
    }
  }
  return nearest
}

function wrapLongitude(lon: number): number {
  return ((lon + 540) % 360) - 180
}
