/** The lists of trips: what a search finds is what a reader of all documents finds, and every trip is in one year. */
import fc from 'fast-check'
import t from 'tap'
import { yearOverview } from '../../../../api/pages/member/trips/year-overview.js'
import { aMember, signedInMember, signedInNode } from '../../../support/auth/auth-fixtures.js'
import { EVERY_TYPE_TRIP } from '../../../support/auth/every-type-trip.js'
import { insertManyTrips } from '../../../support/auth/member-history.js'
import { insertTrip } from '../../../support/auth/sample-trip.js'
import { propertyRuns } from '../../../support/property-runs.js'

const { node, member, who } = await signedInNode(t)
await insertTrip(node.knex, member.id, EVERY_TYPE_TRIP)
await insertManyTrips(node.knex, member.id)
const stranger = await signedInMember(node, await aMember(node))

const found = async (q: string): Promise<string[]> => {
  const { status, text } = await who.get(`/account/trips?q=${encodeURIComponent(q)}`)
  t.equal(status, 200)
  return [...text.matchAll(/<h3><a href="\/account\/trips\/(\d+)"/g)].map(([, id = '']) => id)
}

t.test('trips are found by what they and their segments are called, in any spelling', async (t) => {
  const ids: ReadonlyArray<[q: string, ids: string[]]> = [
    ['bergen', ['100']],
    ['LISBON algarve', ['102']],
    ['lisbon bergen', []],
    ['orphans', ['1']],
    ['NZ5', ['1']],
    ['nz 6', ['1']],
    ['pac124', ['1']],
    ['zürich', ['101']],
    ['Zurich', ['101']],
    ['%', []],
    ['segment_ids', []],
    ["'; drop", []],
  ]
  for (const [q, expected] of ids) t.same(await found(q), expected, q)
  t.match((await stranger.get('/account/trips?q=bergen')).text, /No trip of yours matches that/)
  t.notMatch((await stranger.get('/account/trips')).text, /role="search"/, 'nothing to find')
  t.match((await who.get('/account/trips')).text, /role="search"/)
})

t.test('of many found trips the latest are shown, latest first', async (t) => {
  t.match((await who.get('/account/trips?q=hamburg')).text, /51 trips found; the latest 50 are shown/)
  const many = await found('hamburg')
  t.same([many.length, many[0], many.at(-1)], [50, '223', '322'])
})

t.test('a year shows its trips by month, and leads to the next', async (t) => {
  const { text } = await who.get('/account/trips?view=year')
  t.match(text, /<dt>Days away<\/dt>/)
  t.match((await who.get('/account/trips?view=year&year=1999')).text, /No trip begins in 1999[^]*/)
  for (const year of ['', 'x', '-1', '1e99'])
    t.equal((await who.get(`/account/trips?view=year&year=${year}`)).status, 200)
})

const DAY_MS = 86_400_000
const dayAt = (day: number): string =>
  new Date(Date.UTC(2024, 0, 1) + day * DAY_MS).toISOString().slice(0, 10)
const trips = fc.array(
  fc.record({
    from: fc.nat(1_400),
    days: fc.nat(40),
    status: fc.constantFrom('Active', 'Cancelled'),
    km: fc.nat(9_999),
  }),
  { maxLength: 30 },
)

t.test('every trip is in one year and one month, and the totals are those of what takes place', async (t) => {
  fc.assert(
    fc.property(trips, (all) => {
      const docs = all.map(({ from, days, status, km }, at) => ({
        doc: {
          ...{ id: String(at), status, distance_km: String(km) },
          ...{ begin_datetime: `${dayAt(from)}T10:00:00`, end_datetime: `${dayAt(from + days)}T10:00:00` },
        },
        segments: [],
      }))
      const years = [2024, 2025, 2026, 2027].map((year) => yearOverview(docs, year, 0))
      const shown = years.flatMap(({ months }) => months.flatMap((month) => month.trips.map(({ id }) => id)))
      t.same([...shown].sort(), docs.map(({ doc }) => doc.id).sort())
      for (const { months } of years) t.equal(new Set(months.map(({ name }) => name)).size, months.length)
      const total = (label: string): number =>
        years
          .flatMap(({ totals }) => totals)
          .filter(([name]) => name === label)
          .reduce((sum, [, value]) => sum + Number(value.replaceAll(',', '')), 0)
      const active = all.filter(({ status }) => status === 'Active')
      t.equal(total('Trips'), active.length)
      t.equal(
        total('Kilometres'),
        active.reduce((sum, { km }) => sum + km, 0),
      )
      t.ok(total('Days away') <= active.reduce((sum, { days }) => sum + days + 1, 0))
    }),
    { numRuns: propertyRuns(300) },
  )
})
