/**
 * Makes data/zones-airports.txt and data/zones-cities.txt from exact boundaries (geo-tz, 75 MB, hence not a
 * dependency). In an empty folder: npm init -y && npm i geo-tz@8.1.9; then here:
 *   node --import tsx db/seed/make-zones.mjs FOLDER/node_modules/geo-tz/dist/find-all.js
 * Boundaries: timezone-boundary-builder, ODbL 1.0; the files made from them are under the same licence.
 */
import { writeFileSync } from 'node:fs'
import { pathToFileURL } from 'node:url'
import { readRows } from './data-files.js'
import { readAirports, readCities } from './snapshots.js'

const { find } = await import(pathToFileURL(process.argv[2]).href)
const LICENCE =
  '# Zones from timezone-boundary-builder by geo-tz (ODbL 1.0). Made by make-zones.mjs; not to be edited.\n'

/**
 * Where clocks differ from boundaries: Coolangatta keeps Queensland time, Beijing time is official in
 * Xinjiang.
 */
const CORRECTIONS = { OOL: 'Australia/Brisbane' }

function zoneAt(lat, lon) {
  const found = find(lat, lon)
  return found.includes('Asia/Shanghai') ? 'Asia/Shanghai' : found[0]
}

/** Names by zone, in order of zone. */
function groupByZone(pairs) {
  const groups = new Map()
  for (const [name, zone] of pairs) groups.set(zone, [...(groups.get(zone) ?? []), name])
  return [...groups].sort(([a], [b]) => (a < b ? -1 : 1))
}

function write(name, text) {
  writeFileSync(new URL(`data/${name}.txt`, import.meta.url), LICENCE + text)
}

function writeAirports() {
  const airports = readAirports().map(({ iata, lat, lon }) => [iata, CORRECTIONS[iata] ?? zoneAt(lat, lon)])
  const stations = readRows('stations').map(([code, , , , lat, lon]) => [
    code,
    zoneAt(Number(lat), Number(lon)),
  ])
  const lines = groupByZone([...airports, ...stations]).map(
    ([zone, codes]) => `${zone}|${codes.sort().join('')}\n`,
  )
  write('zones-airports', lines.join(''))
}

/** The zone of most cities of each division (`country.division`). */
function zonesOfDivisions(cities) {
  const counts = new Map()
  for (const { division, zone } of cities) {
    const zones = counts.get(division) ?? new Map()
    counts.set(division, zones.set(zone, (zones.get(zone) ?? 0) + 1))
  }
  return new Map(
    [...counts].map(([division, zones]) => [division, [...zones].sort((a, b) => b[1] - a[1])[0][0]]),
  )
}

function writeCities() {
  const cities = readCities().map(({ id, country, division, lat, lon }) => ({
    id,
    division: `${country}.${division}`,
    zone: zoneAt(lat, lon),
  }))
  const divisions = zonesOfDivisions(cities)
  const exceptions = cities.filter(({ division, zone }) => divisions.get(division) !== zone)
  const main = new Map(groupByZone([...divisions]))
  const others = new Map(groupByZone(exceptions.map(({ id, zone }) => [id, zone])))
  const lines = [...new Set([...main.keys(), ...others.keys()])]
    .sort()
    .map(
      (zone) => `${zone}|${(main.get(zone) ?? []).sort().join(' ')}|${(others.get(zone) ?? []).join(' ')}\n`,
    )
  write(
    'zones-cities',
    '# zone | areas (country.division) where most cities keep it | ids of other cities that keep it\n' +
      lines.join(''),
  )
}

writeAirports()
writeCities()
