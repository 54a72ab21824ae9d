/** Past trips are deleted as their members would delete them, and do not come back as they were. */
import t from 'tap'
import { runHousekeeping } from '../../../db/operator/housekeeping.js'
import { FIRST_PAST_TRIP } from '../../../db/operator/past-trips.js'
import { DEFAULT_RETENTION } from '../../../db/pg/retention.js'
import { readMemberHistory } from '../../../db/fold/member-history.js'
import { deletePastTrips } from '../../../ops/wiring/past-trips.js'
import { firstIdAfter, idGenerator } from '../../../schemas/base/ids.js'
import type { PublishAck } from '../../../schemas/stream/publish-error.js'
import { startIngress } from '../../support/api/ingress.js'
import { openDatabase } from '../../support/open-database.js'
import { silentLog } from '../../support/silent-log.js'
import { until } from '../../support/until.js'

t.setTimeout(60_000)

const DAYS = 100
const NEVER_STOPPED = new AbortController().signal
const dayFromNow = (days: number): string =>
  new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)
const flight = (from: string, to: string, day: string, locator: string): Record<string, unknown> => ({
  type: 'Air',
  source: 'airline_dl',
  airline: 'DL',
  flight_num: from === 'JFK' ? '101' : '102',
  origin: from,
  destination: to,
  departure_datetime: `${day}T08:00`,
  arrival_datetime: `${day}T20:00`,
  confirmation_no: locator,
})
const OLD = [
  flight('JFK', 'LHR', dayFromNow(-120), 'QHZOLD'),
  flight('LHR', 'JFK', dayFromNow(-116), 'QHZOLD'),
]
const NEXT = [flight('JFK', 'LHR', dayFromNow(20), 'QHZNXT'), flight('LHR', 'JFK', dayFromNow(24), 'QHZNXT')]

t.test(
  'a trip that ended long ago is deleted with its segments; a late report makes a new one',
  async (t) => {
    const ingress = await startIngress(t, { fold: true })
    const { pool, knex } = ingress.database
    const ids = idGenerator(63, Date.now)
    const member = await ingress.createMember()
    const token = await ingress.token(member)
    const submit = async (segments: unknown[]): Promise<void> => {
      const body = { segments }
      await ingress.request('/v2/segments', { method: 'POST', token, body, headers: { prefer: 'wait=10' } })
    }
    const trips = async (): Promise<Record<string, string>> => {
      const { rows } = await pool.query<{ id: string; status: string }>(
        'select id::text, status from trip order by id',
      )
      return Object.fromEntries(rows.map(({ id, status }) => [id, status]))
    }
    const run = async (): Promise<number> =>
      (
        await deletePastTrips(
          knex,
          { ids, publish: ingress.deps.publish, stop: NEVER_STOPPED },
          DAYS,
          FIRST_PAST_TRIP,
        )
      ).trips
    const folded = async (): Promise<boolean> =>
      (await pool.query("select from segment where status = 'Active'")).rowCount === 2

    await submit([...OLD, ...NEXT])
    const [old = '', next = ''] = Object.keys(await trips())
    t.equal(await run(), 1)
    await until('it is folded', async () => (await trips())[old] === 'Deleted' && (await folded()))
    t.same(await trips(), { [old]: 'Deleted', [next]: 'Active' })
    t.equal(await run(), 0, 'nothing is left to delete')

    const aged = firstIdAfter(Date.now() - 3 * 86_400_000)
    for (const table of ['segment', 'trip'])
      await pool.query(
        `update ${table} set id = $1 + id % 1000, updated = now() - interval '2 days'
      where status = 'Deleted'`,
        [aged],
      )
    await runHousekeeping(knex, silentLog(), NEVER_STOPPED, {
      ...DEFAULT_RETENTION,
      goneDays: 1,
    })
    await submit(OLD.slice(0, 1))
    const after = await trips()
    t.notOk(old in after, 'the old trip does not come back')
    t.equal(Object.keys(after).length, 2, 'the late report is a new trip')
    const late = Object.keys(after).find((id) => id !== next) ?? ''
    t.equal(await run(), 1)
    await until('the late one is deleted again', async () => (await trips())[late] === 'Deleted')
    t.equal((await trips())[next], 'Active')

    const history = await readMemberHistory(pool, member)
    const kinds = history?.messages.map(({ envelope }) => envelope.kind)
    t.same(kinds, ['segments', 'withdraw', 'withdraw', 'edit', 'segments', 'withdraw', 'edit'])
  },
)

t.test('a run that is stopped ends after the trip at hand', async (t) => {
  const { pool, knex } = await openDatabase(t)
  await pool.query("insert into member (id, doc) values (1, '')")
  await pool.query(
    `insert into trip (member_id, id, status, privacy, personal, business, end_at, version, updated, doc, state)
    select 1, n, 'Active', '', false, false, '2020-01-01', 1, now(), '', '' from generate_series(1, 3) n`,
  )
  const stopping = new AbortController()
  let published = 0
  const publish = async (): Promise<PublishAck> => {
    published += 1
    stopping.abort()
    return await Promise.resolve({ seq: 1, duplicate: false })
  }
  const deps = { ids: idGenerator(63, Date.now), publish, stop: stopping.signal }
  t.match(await deletePastTrips(knex, deps, DAYS, FIRST_PAST_TRIP), { trips: 1 })
  t.equal(published, 1, 'one message deletes a trip without segments')
})
