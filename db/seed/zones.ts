/** Time zones of airports and cities, from files made once with exact boundaries (make-zones.mjs). */
import { cell, readRows, requiredCell } from './data-files.js'

/** Zone of an airport or station by its code; undefined for one that the files do not know. */
export function airportZones(): Map<string, string> {
  const zones = new Map<string, string>()
  for (const row of readRows('zones-airports')) {
    for (const [code] of requiredCell(row, 1).matchAll(/.{3}/g)) zones.set(code, requiredCell(row, 0))
  }
  return zones
}

/** Zone of a city by its own id, else by the division of its country. */
export function cityZones(): (id: number, country: string, division: string) => string | null {
  const areas = new Map<string, string>()
  const cities = new Map<number, string>()
  for (const row of readRows('zones-cities')) {
    for (const area of cell(row, 1)?.split(' ') ?? []) areas.set(area, requiredCell(row, 0))
    for (const id of cell(row, 2)?.split(' ') ?? []) cities.set(Number(id), requiredCell(row, 0))
  }
  return (id, country, division) => cities.get(id) ?? areas.get(`${country}.${division}`) ?? null
}
