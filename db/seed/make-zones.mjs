// Makes data/zones-airports.txt and data/zones-cities.txt again, from exact boundaries (geo-tz, 75 MB, so not a dependency).
// In an empty folder: npm init -y && npm i geo-tz@8.1.9; then here:
//   node --import tsx db/seed/make-zones.mjs <that folder>/node_modules/geo-tz/dist/find-all.js
// Boundaries: timezone-boundary-builder, ODbL 1.0; the files made from them are under the same licence.
import { writeFileSync } from 'node:fs'
import { pathToFileURL } from 'node:url'
import { lines } from './data-files.js'
import { ADDED } from './airports.js'
import { packagedAirports, packagedCities } from './snapshots.js'

const { find } = await import(pathToFileURL(process.argv[2]).href)
const licence =
  '# Zones from timezone-boundary-builder by geo-tz (ODbL 1.0). Made by make-zones.mjs; not to be edited.\n'
/** Where boundaries and clocks differ: Coolangatta keeps Queensland's, and Beijing time is the official one in Xinjiang. */
const mends = { OOL: 'Australia/Brisbane' }
const zone = (lat, lon) => {
  const found = find(lat, lon)
  return found.includes('Asia/Shanghai') ? 'Asia/Shanghai' : found[0]
}
const grouped = (pairs) => {
  const groups = new Map()
  for (const [name, at] of pairs) groups.set(at, [...(groups.get(at) ?? []), name])
  return [...groups].sort(([a], [b]) => (a < b ? -1 : 1))
}

const airports = [...packagedAirports(), ...ADDED].map(({ iata, lat, lon }) => [
  iata,
  mends[iata] ?? zone(lat, lon),
])
const stations = lines('stations').map(([code, , , , lat, lon]) => [code, zone(Number(lat), Number(lon))])
writeFileSync(
  new URL('data/zones-airports.txt', import.meta.url),
  licence +
    grouped([...airports, ...stations])
      .map(([at, codes]) => `${at}|${codes.sort().join('')}\n`)
      .join(''),
)

const cities = packagedCities().map((city) => [city, zone(city.loc.coordinates[1], city.loc.coordinates[0])])
const votes = new Map()
for (const [city, at] of cities) {
  const area = `${city.country}.${city.adminCode}`
  const cast = votes.get(area) ?? new Map()
  votes.set(area, cast.set(at, (cast.get(at) ?? 0) + 1))
}
const areas = new Map([...votes].map(([area, cast]) => [area, [...cast].sort((a, b) => b[1] - a[1])[0][0]]))
const odd = cities
  .filter(([city, at]) => areas.get(`${city.country}.${city.adminCode}`) !== at)
  .map(([city, at]) => [city.cityId, at])
writeFileSync(
  new URL('data/zones-cities.txt', import.meta.url),
  licence +
    '# zone | areas (country.division) where most cities keep it | ids of other cities that keep it\n' +
    (() => {
      const others = new Map(grouped(odd))
      const main = new Map(grouped([...areas]))
      return [...new Set([...main.keys(), ...others.keys()])]
        .sort()
        .map((at) => `${at}|${(main.get(at) ?? []).sort().join(' ')}|${(others.get(at) ?? []).join(' ')}\n`)
        .join('')
    })(),
)
