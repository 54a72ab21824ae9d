import t from 'tap'
import { locationReads } from '../../../db/reads/locations.js'
import { seed } from '../../../db/seed/seed.js'
import { testDatabase } from '../../support/servers.js'
import { openDatabase } from '../../support/open-database.js'

interface City {
  name: string
  admin_name: string | null
  country: string
  city_code: string | null
}
interface Airport {
  iata_code: string
  name: string
}

t.test('places are found by what people type', async (t) => {
  const url = await testDatabase(t)
  await seed(url)
  const db = await openDatabase(t, { url })
  const reads = locationReads(db.pool)
  const cities = async (q: string, limit = 10, offset = 0): Promise<City[]> =>
    (await reads.cities(q, limit, offset)).rows.map((doc) => JSON.parse(doc) as City)
  const airports = async (q: string): Promise<string[]> =>
    (await reads.airports(q, 10, 0)).rows.map((doc) => (JSON.parse(doc) as Airport).iata_code)

  const firstCity: Array<[q: string, name: string, country: string]> = [
    ['sao paulo', 'São Paulo', 'BR'],
    ['Zürich', 'Zürich', 'CH'],
    ['muenchen', 'Munich', 'DE'],
    ['München', 'Munich', 'DE'],
    ['NYC', 'New York City', 'US'],
    ['kopenhagen', 'Copenhagen', 'DK'],
    ['Sprngfield', 'Springfield', 'US'],
    ['cologne', 'Köln', 'DE'],
    ['Bombay', 'Mumbai', 'IN'],
    ['lon', 'London', 'GB'],
    ['washington dc', 'Washington, D.C.', 'US'],
    ['KØBENHAVN', 'Copenhagen', 'DK'],
    ['san francisko', 'San Francisco', 'US'],
    ['東京', 'Tokyo', 'JP'],
  ]
  for (const [q, name, country] of firstCity) t.match((await cities(q))[0], { name, country }, q)
  t.match(
    (await cities('Sprngfield'))[0],
    { admin_name: 'Missouri' },
    'the most populous of equally similar ones',
  )

  const regions: Array<[q: string, where: { admin_name?: string; country: string }]> = [
    ['Springfield, IL', { admin_name: 'Illinois', country: 'US' }],
    ['springfield, massachusetts', { admin_name: 'Massachusetts', country: 'US' }],
    ['Springfield, IL, USA', { admin_name: 'Illinois', country: 'US' }],
    ['Paris, TX', { admin_name: 'Texas', country: 'US' }],
    ['Paris, France', { country: 'FR' }],
    ['London, Ontario', { country: 'CA' }],
    ['London, UK', { country: 'GB' }],
    ['Birmingham, us', { country: 'US' }],
    ['Córdoba, España', { country: 'AR' }],
    ['Cordoba, Spain', { country: 'ES' }],
    ['San José, Costa Rica', { country: 'CR' }],
    ['Washington, D.C.', { country: 'US' }],
    ['Zürich,', { country: 'CH' }],
  ]
  for (const [q, where] of regions) t.match((await cities(q))[0], where, q)
  t.same(
    (await cities('Springfield, IL', 2, 1)).map((city) => city.admin_name),
    (await cities('Springfield, IL', 3)).slice(1).map((city) => city.admin_name),
    'the second page continues the first',
  )
  t.equal(
    (await reads.cities('Springfield, IL', 1, 0)).total,
    (await reads.cities('Springfield', 1, 0)).total,
    'places elsewhere follow',
  )
  t.equal((await airports('Paris, France'))[0], 'CDG')
  t.equal((await airports('Portland, Maine'))[0], 'PWM')
  t.equal((await airports('Birmingham, AL'))[0], 'BHM')

  t.equal((await airports('heathrow'))[0], 'LHR')
  t.equal((await airports('dfw'))[0], 'DFW')
  t.equal((await airports('egll'))[0], 'LHR')
  t.equal((await airports('new york'))[0], 'JFK')
  t.same((await airports('par')).slice(0, 2), ['CDG', 'ORY'], 'a metropolitan code finds all its airports')

  t.same(await reads.cities('qqzzyx', 10, 0), { rows: [], total: 0 })
  t.same(await reads.cities('!?', 10, 0), { rows: [], total: 0 })

  t.equal((await airports('hethrow'))[0], 'LHR')

  const all = await cities('spring', 50)
  const { total } = await reads.cities('spring', 10, 0)
  t.ok(total > 50)
  t.same(
    [...(await cities('spring', 20)), ...(await cities('spring', 20, 20))],
    all.slice(0, 40),
    'pages join without gap or overlap',
  )
})
