/** Time zones of airports and cities, from files made from exact boundaries by make-zones.mjs. */
import { cell, readRows, requiredCell } from './data-files.js'

/** IANA zone by the code of an airport or station. */
export function airportZones(): Map<string, string> {
  const zones = new Map<string, string>()
  for (const row of readRows('zones-airports')) {
    for (const [code] of requiredCell(row, 1).matchAll(/.{3}/g)) zones.set(code, requiredCell(row, 0))
  }
  return zones
}

/** Looks up the zone of a city by its id, else by the division of its country. */
export function cityZones(): (id: number, country: string, division: string) => string | null {
  const divisions = new Map<string, string>()
  const cities = new Map<number, string>()
  for (const row of readRows('zones-cities')) {
    const zone = requiredCell(row, 0)
    for (const division of cell(row, 1)?.split(' ') ?? []) divisions.set(division, zone)
    for (const id of cell(row, 2)?.split(' ') ?? []) cities.set(Number(id), zone)
  }
  return (id, country, division) => cities.get(id) ?? divisions.get(`${country}.${division}`) ?? null
}
