/**
 * Whatever is asked of the log has the same answer, whether its events are packed or single. Answers are taken from a log
 * of random packs, then with half of them unpacked into single events, as versions before packs wrote them, then all.
 */
import t from 'tap'
import type pg from 'pg'
import { EXPORT_SECTIONS } from '../../../db/person/export-sections.js'
import { PERSON_TABLES } from '../../../db/person/person-tables.js'
import { serviceStatus } from '../../../db/operator/service-status.js'
import { transaction } from '../../../db/pg/transaction.js'
import { countEvents, readEvents } from '../../../db/reads/events.js'
import { findRecentEvent, recentEvents } from '../../../db/reads/recent-events.js'
import { firstDeliveries, type Payload } from '../../../db/webhooks/deliveries-due.js'
import { findDelivery, listDeliveries } from '../../../db/webhooks/delivery-log.js'
import { fanOut, lackingEvents } from '../../../db/webhooks/fan-out/fan-out.js'
import { sweepFanOut } from '../../../db/webhooks/fan-out/fan-out-sweep.js'
import { countReplay, queueReplay, redeliver } from '../../../db/webhooks/replay.js'
import { twoGenerationCache } from '../../../schemas/base/two-generation-cache.js'
import type { EventPlace, EventQuery } from '../../../schemas/webhooks/event-query.js'
import { seededRandom } from '../../support/journeys.js'
import { propertyRuns, propertySeed } from '../../support/property-runs.js'
import { until } from '../../support/until.js'
import { FEW, MANY, randomLog, type Random, type RandomLog } from './random-log.js'

t.setTimeout(300_000)

const UNPACK = `
  create temp table loose on commit drop as
    select l.* from logged_event l join event e on e.id = l.row_id and e.created = l.created
    where e.ids is not null and e.sequence % $1 = 0;
  delete from event e using loose l where e.id = l.row_id and e.created = l.created;
  insert into event (id, member_id, sequence, type, resource_id, created, xid, body, client_id, test, version)
    select id, member_id, sequence, type, resource_id, created, xid, body, client_id, test, version from loose`

/** Makes single events of one pack of `share`. */
async function unpack(pool: pg.Pool, share: number): Promise<void> {
  await transaction(pool, async (client) => {
    await client.query(UNPACK.replace('$1', String(share)))
  })
}

const MAX_PAGES = 5

/** Some pages, one after the other. */
async function pages<R>(first: R | null, read: (after: R | null) => Promise<R[]>): Promise<R[]> {
  const all: R[] = []
  for (let n = 0; n < MAX_PAGES; n++) all.push(...(await read(all.at(-1) ?? first)))
  return all
}

const PLACE = 'select xid::text, sequence, id from logged_event order by xid, sequence, id offset $1 limit 1'

function randomQuery(random: Random, { written }: RandomLog): EventQuery {
  const some = written[random(written.length)]!
  const rarely = <T>(value: T): T | null => (random(4) === 0 ? value : null)
  const member = String(1 + random(5))
  const isMember = random(4) === 0
  return {
    view: isMember ? { member } : { client: random(2) === 0 ? FEW : MANY },
    types: rarely([some.type, 'callback.disabled']),
    member: rarely(member),
    resource: rarely(some.resourceId),
    since: rarely(some.created),
    undelivered: !isMember && random(6) === 0,
    limit: 1 + random(200),
    after: null,
  }
}

async function lists(random: Random, log: RandomLog): Promise<unknown[]> {
  const { pool, written } = log
  const answers: unknown[] = []
  for (let n = 0; n < 10; n++) {
    const query = randomQuery(random, log)
    const { rows } = await pool.query<EventPlace>(PLACE, [random(written.length)])
    const from = rows[0]!
    answers.push(await pages(from, async (after) => await readEvents(pool, { ...query, after })))
    answers.push(await countEvents(pool, query))
    const recent = { ...query, type: query.types?.[0] ?? null, until: null }
    const client = random(2) === 0 ? FEW : MANY
    answers.push(await pages(from, async (before) => await recentEvents(pool, client, { ...recent, before })))
  }
  const { sql } = EXPORT_SECTIONS.find(({ name }) => name === 'events')!
  const limit = 20 + random(90)
  const exported = async (after: { at: string } | null): Promise<Array<{ at: string }>> =>
    (await pool.query<{ at: string }>(sql, ['2', after?.at ?? null, limit])).rows
  answers.push(await pages(null, exported))
  return answers
}

const DELIVERIES = `
  select callback_id, event_id, event_at::text, member_id, sequence, event_kind, ordered, attempt_count from delivery
  order by callback_id, event_id`

const FORGET = `
  delete from delivery; delete from fan_out_progress;
  update fan_out_sweep set swept_to = '0', horizon = '0', horizon_at = '-infinity'`

/** Notices come late, twice or not at all; the sweep finds the rest. */
async function fanOuts(random: Random, { pool, written, callbacks }: RandomLog): Promise<unknown[]> {
  await pool.query(FORGET)
  const answers: unknown[] = []
  const deliveries = async (): Promise<unknown[]> => (await pool.query(DELIVERIES)).rows as unknown[]
  for (let n = 0; n < 15; n++) {
    const from = random(written.length)
    const notified = written.slice(from, from + 1 + random(60)).filter(() => random(4) > 0)
    answers.push(await lackingEvents(pool, notified))
    answers.push(await fanOut(pool, notified), await deliveries())
  }
  answers.push((await serviceStatus(pool)).fanOutWaiting)
  const isSwept = async (): Promise<boolean> => {
    const { missing } = await sweepFanOut(pool, 0)
    await fanOut(pool, missing)
    return missing.length === 0 && (await serviceStatus(pool)).fanOutWaiting === 0
  }
  await until('all is fanned out', isSwept, 60_000)
  answers.push(await deliveries())
  for (const callback of callbacks) {
    const cache = twoGenerationCache<Payload>(1)
    const due = (await firstDeliveries(pool, cache, [callback], 10_000)).get(callback) ?? []
    answers.push(
      due.map((one) => ({ ...one, body: one.body === null ? null : Buffer.from(one.body).toString() })),
    )
  }
  return answers
}

async function replays(random: Random, { pool, written, callbacks }: RandomLog): Promise<unknown[]> {
  const answers: unknown[] = []
  for (const [n, callback] of callbacks.entries()) {
    const client = n === 0 ? FEW : MANY
    const some = written[random(written.length)]!
    const query = { since: some.created - 40_000_000, until: some.created, types: null, undelivered: n === 0 }
    await pool.query('delete from delivery')
    answers.push(
      await countReplay(pool, client, callback, query),
      await queueReplay(pool, client, callback, query),
    )
    for (let i = 0; i < 10; i++) {
      const { id } = written[random(written.length)]!
      answers.push(await redeliver(pool, client, id, random(2) === 0 ? null : callback))
      const { line, body, deliveries } = (await findRecentEvent(pool, client, id)) ?? {}
      const { row, ...found } = (await findDelivery(pool, callback, id)) ?? {}
      answers.push(line, body, deliveries, row?.member_id, row?.type, row?.event_at, found)
    }
    const all = { limit: 5_000, after: null, since: null, until: null, types: null, resource: null }
    const listed = await listDeliveries(pool, callback, { ...all, status: null, state: null })
    answers.push(
      (await pool.query(DELIVERIES)).rows,
      listed.map(({ event_id: id, type, is_test }) => [id, type, is_test]).sort(),
    )
  }
  return answers
}

/** What erasing a member deletes, and leaves of the log; it is rolled back. */
async function erasure({ pool }: RandomLog): Promise<unknown[]> {
  const client = await pool.connect()
  try {
    await client.query('begin')
    const answers: unknown[] = []
    for (const { table, erase } of PERSON_TABLES)
      if (['attempt', 'delivery', 'event'].includes(table)) {
        await client.query(erase, ['2'])
        answers.push(
          (await client.query(`select count(*) from ${table === 'event' ? 'logged_event' : table}`)).rows,
        )
      }
    return answers
  } finally {
    await client.query('rollback')
    client.release()
  }
}

async function answersOf(seed: number, log: RandomLog): Promise<unknown[][]> {
  const random = seededRandom(seed)
  const answers = [await lists(random, log), await fanOuts(random, log), await replays(random, log)]
  return [...answers, await erasure(log)]
}

const COUNTS = `
  select count(*)::int as rows, (select count(*)::int from logged_event where client_id is null) as events from event
  where client_id is null`

for (let run = 0, seed = propertySeed(); run < propertyRuns(10); run++, seed++)
  t.test(`packed events read like single ones (TEST_SEED=${seed})`, async (t) => {
    const log = await randomLog(t, seed)
    const { pool, written } = log
    const counts = async (): Promise<{ rows: number; events: number }> => (await pool.query(COUNTS)).rows[0]
    const { rows, events } = await counts()
    t.equal(events, written.length)
    t.ok(rows < events / 5, `${events} events are in ${rows} rows`)
    const query = {
      view: { client: MANY },
      types: null,
      member: null,
      resource: null,
      since: null,
      undelivered: false,
    }
    const all = await readEvents(pool, { ...query, limit: 100_000, after: null })
    const bodies = new Map(written.map(({ id, body }) => [id, body]))
    t.same(
      all.filter(({ id }) => bodies.has(id)).map(({ sequence, id, body }) => ({ sequence, id, body })),
      written.map(({ sequence, id, body }) => ({ sequence, id, body })),
    )
    const packed = await answersOf(seed, log)
    for (const share of [2, 1]) {
      await unpack(pool, share)
      t.equal((await counts()).events, events)
      for (const [n, answers] of (await answersOf(seed, log)).entries())
        for (const [i, answer] of answers.entries())
          t.same(answer, packed[n]![i], `answer ${n}.${i}, 1 of ${share}`)
    }
    t.same(await counts(), { rows: events, events })
  })
