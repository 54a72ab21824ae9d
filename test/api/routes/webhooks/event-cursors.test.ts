/**
 * Whatever is logged, read and dropped meanwhile: from any cursor the pages of the log are every event after it once, or it
 * is refused with 410, and only if such an event was dropped (webhooks.md 1.1).
 */
import t from 'tap'
import { startWebhookIngress } from '../../../support/api/webhook-ingress.js'
import { seededRandom } from '../../../support/journeys.js'
import { logSettled } from '../../../support/log-settled.js'
import { propertyRuns, propertySeed } from '../../../support/property-runs.js'

const DAYS = 30
const KEPT_DAYS = 4
/** Of these members the application sees the first two. */
const MEMBERS = 3

interface Logged {
  id: string
  xid: string
  member: number
}

/** A cursor that was answered: the place in `log` of the first event that could follow it, and of the first it needs. */
interface Taken {
  cursor: string
  next: number
  needed: number
}

const INSERT = `
  insert into event (id, member_id, sequence, type, created, body)
  select id, member, n, 'trip.updated',
    ((now() at time zone 'utc')::date - $2::int + interval '1 hour' * n) at time zone 'utc', '{"id":"' || id || '"}'
  from (select gen_random_uuid() as id, member, n from unnest($1::int[]) with ordinality as u(member, n)) made
  returning id, xid::text, member_id as member`

t.test('from any cursor every event after it is read once, or it has expired', async (t) => {
  const { request, ingress, member, count } = await startWebhookIngress(t)
  const { pool } = ingress.database
  for (const id of ['1', '2']) await member(id)
  await pool.query("update oauth_grant set created_at = now() - interval '90 days'")
  const seed = propertySeed()
  t.comment(`TEST_SEED=${seed}`)
  const upTo = seededRandom(seed)
  const log: Logged[] = []
  const taken: Taken[] = []
  let kept = 0

  /** A page after a cursor; null: refused. */
  const page = async (from: Taken | null): Promise<{ ids: string[]; after: Taken; more: boolean } | null> => {
    const cursor = from === null ? '' : `&cursor=${from.cursor}`
    const { status, json, headers } = await request(`/v2/events?limit=${1 + upTo(5)}${cursor}`)
    if (status !== 200) {
      t.match({ status, json }, { status: 410, json: { error: 'cursor_expired' } })
      return null
    }
    const ids = (json as Array<{ id: string }>).map(({ id }) => id)
    const more = headers.get('link') !== null
    const last = log.findIndex(({ id }) => id === ids.at(-1))
    const after = more
      ? { next: last + 1, needed: log.findIndex(({ xid }) => xid === log[last]!.xid) }
      : { next: log.length, needed: log.length }
    taken.push({ cursor: headers.get('x-cursor')!, ...after })
    return { ids, after: taken.at(-1)!, more }
  }

  const walk = async (from: Taken): Promise<string[] | null> => {
    const all: string[] = []
    for (let at = from; ;) {
      const read = await page(at)
      if (read === null) return null
      all.push(...read.ids)
      if (!read.more) return all
      at = read.after
    }
  }

  const check = async (from: Taken): Promise<void> => {
    const visible = log.slice(from.next).filter((one) => one.member < MEMBERS)
    const expected = from.needed < kept ? null : visible.map(({ id }) => id)
    t.same(await walk(from), expected, `from ${from.next} of ${log.length}, of which ${kept} were dropped`)
  }

  let reader: Taken | null = null
  for (let day = DAYS; day >= 0; day--) {
    // Some days have no table partition of their own: their events lie in the default one.
    if (upTo(3) > 0)
      await pool.query(`do $$ declare day date := (now() at time zone 'utc')::date - ${day}; begin
        execute format('create table if not exists %I partition of event for values from (%L) to (%L)',
          to_char(day, '"event_"YYYYMMDD'), day::timestamp at time zone 'utc', (day + 1)::timestamp at time zone 'utc'); end $$`)
    for (let commits = upTo(4); commits > 0; commits--) {
      const members = Array.from({ length: 1 + upTo(3) }, () => 1 + upTo(MEMBERS))
      log.push(...(await pool.query<Logged>(INSERT, [members, day])).rows)
    }
    await pool.query("select maintain_partitions('event', 1, $1, 0)", [day + KEPT_DAYS])
    kept = log.length - (await count('event'))
    await logSettled(count)
    if (upTo(2) === 0) reader = (await page(reader))?.after ?? null
    for (let n = 0; n < propertyRuns(20) && taken.length > 0; n++) await check(taken[upTo(taken.length)]!)
  }
  t.ok(kept > 0 && kept < log.length, 'events were dropped, and not all')
})

t.test('who follows the log while it is written reads every event once, in order', async (t) => {
  const { request, ingress, member, count } = await startWebhookIngress(t)
  const { pool } = ingress.database
  await member('1')
  await pool.query("update oauth_grant set created_at = now() - interval '90 days'")
  const written: string[] = []
  let isWriting = true
  const writing = (async () => {
    for (let n = 0; n < 400; n++)
      written.push(...(await pool.query<Logged>(INSERT, [[1], 0])).rows.map(({ id }) => id))
    await logSettled(count)
    isWriting = false
  })()
  const read: string[] = []
  let cursor = ''
  for (let isLast = false; !isLast;) {
    const isWritten = !isWriting
    const { json, headers } = await request(`/v2/events?limit=100${cursor}`)
    const page = json as Array<{ id: string }>
    read.push(...page.map(({ id }) => id))
    isLast = isWritten && page.length === 0
    cursor = `&cursor=${headers.get('x-cursor')}`
  }
  await writing
  t.same(read, written)
})
