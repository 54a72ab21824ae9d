/**
 * Makes land.json, the coasts of the maps of trips, from two npm packages that the service does not need. In an empty
 * folder:
 *   npm init -y && npm i world-atlas@2.0.2 topojson-client@3.1.0
 * then, here:
 *   node api/pages/member/trip/map/make-land.mjs FOLDER/node_modules
 * The coasts are those of Natural Earth at 1:110 million (naturalearthdata.com), which are in the public domain.
 */
import { writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join, resolve } from 'node:path'

const [packages] = process.argv.slice(2)
if (packages === undefined) {
  console.error('usage: node api/pages/member/trip/map/make-land.mjs FOLDER/node_modules')
  process.exit(64)
}
const load = createRequire(join(resolve(packages), 'make-land.cjs'))
const atlas = load('world-atlas/land-110m.json')
const { features } = load('topojson-client').feature(atlas, atlas.objects.land)

/** Continues a coast beyond longitude 180, except at the pole. The middle of the result is within 180 of 0. */
function goingOn(ring) {
  let last = ring[0][0]
  const whole = ring.map(([lon, lat]) => {
    if (lat > -84) lon += 360 * Math.round((last - lon) / 360)
    last = lon
    return [lon, lat]
  })
  const lons = whole.map(([lon]) => lon)
  const turn = 360 * Math.round((Math.min(...lons) + Math.max(...lons)) / 720)
  return whole.map(([lon, lat]) => [lon - turn, lat])
}

/** Outer coasts without lakes, each a row of longitude and latitude in tenths of a degree. */
const rings = features
  .flatMap(({ geometry }) => geometry.coordinates)
  .map(([outer]) => goingOn(outer).flatMap(([lon, lat]) => [Math.round(lon * 10), Math.round(lat * 10)]))
writeFileSync(
  new URL('land.json', import.meta.url),
  `[\n${rings.map((ring) => JSON.stringify(ring)).join(',\n')}\n]\n`,
)
