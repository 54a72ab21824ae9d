/**
 * A transaction that keeps its snapshot while the product works, as a report, a dump or a forgotten psql does
 * (workers/DESIGN.md 7: 23). Postgres can then remove no row version that was replaced or deleted since. What
 * a message costs may not rise with the time the snapshot is held, and queues may not grow with what passed
 * through them.
 */
import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import type { Test } from 'tap'
import { connect } from '../../db/pg/connect.js'
import { silentLog } from '../support/fold/fold-worker.js'
import { until } from '../support/until.js'
import { receiver } from '../support/delivery/receiver.js'
import { webhookParts } from '../support/delivery/webhooks.js'
import { onLab, type Fault, type World } from './fault.js'
import type { Lab } from './lab.js'

const HOLD_S = 105
const MAX_HOLD_S = 300
/** As long as the rarest look that goes back without limit (db/webhooks/delivery-claims.ts): each window has one. */
const WINDOW_S = 30
/** How far back most other looks go: what they cost with the snapshot, they cost from here on. */
const LOOK_BACK_S = 15
/**
 * Many members, each with a message now and then: what a member's own changes leave behind is passed by that
 * member's next ones, and a snapshot is held for less time than a member needs for many.
 */
const MEMBERS = 4_500
const PAUSE_MS = 27_000

export const heldSnapshot: Fault = {
  number: 23,
  name: 'a snapshot is held under load',
  timeoutMs: 240_000,
  run: async (t, world) => {
    await onLab({ members: MEMBERS * world.long, pause: PAUSE_MS * world.long }, held)(t, world)
  },
}

/** Tables whose rows are replaced or deleted all the time, with their partitions. */
const TABLES = [
  'partition_owner',
  'partition_position',
  'outbox',
  'delivery',
  'callback_due',
  'fan_out_progress',
  'worker',
]

interface Sample {
  at: number
  messages: number
  deliveries: number
  /** By table: pages touched since the start, and bytes. */
  pages: Map<string, number>
  bytes: Map<string, number>
}

const SAMPLE = `
  select wanted.name, sum(heap_blks_hit + heap_blks_read + idx_blks_hit + idx_blks_read)::float8 as pages,
    sum(pg_total_relation_size(relid))::float8 as bytes
  from unnest($1::text[]) as wanted(name)
  join pg_statio_user_tables on relname = wanted.name or relname ~ ('^' || wanted.name || '_[0-9]+$')
  group by 1`

async function held(lab: Lab, t: Test, { long }: World): Promise<void> {
  const { pool, databaseUrl } = lab.stack
  const database = connect({ url: databaseUrl, name: 'webhooks', log: silentLog })
  t.teardown(database.close)
  const webhooks = webhookParts(t, database, lab.stack.nc)
  const partner = await receiver(t)
  for (const member of new Set(lab.journal.acked.map((one) => one.member))) await webhooks.member(member)
  for (const ordered of ['none', 'member'] as const) await webhooks.callback({ url: partner.url, ordered })
  // The oracle reads all of EVENTS.
  await webhooks.worker({ trimEveryMs: 3_600_000 })

  const sample = async (): Promise<Sample> => {
    const { rows } = await pool.query<{ name: string; pages: number; bytes: number }>(SAMPLE, [TABLES])
    const {
      rows: [sum],
    } = await pool.query<{ n: number }>('select sum(applied)::float8 as n from partition_state')
    return {
      at: performance.now(),
      messages: sum?.n ?? 0,
      deliveries: partner.got.length,
      pages: new Map(rows.map((row) => [row.name, row.pages])),
      bytes: new Map(rows.map((row) => [row.name, row.bytes])),
    }
  }
  const window = async (): Promise<Window> => {
    const from = await sample()
    await delay(WINDOW_S * 1_000)
    return [from, await sample()]
  }

  await lab.load(5)
  // Deliveries that waited for the first worker would make the rate before look higher than it is.
  await until('the deliveries to catch up', async () => {
    const { rows } = await pool.query(
      "select from delivery where due_at < now() - interval '1 second' limit 1",
    )
    return rows.length === 0
  })
  const before = await window()
  const holder = new pg.Client({ connectionString: databaseUrl })
  await holder.connect()
  t.teardown(async () => {
    await holder.end()
  })
  await holder.query('set idle_in_transaction_session_timeout = 0')
  await holder.query('begin isolation level repeatable read')
  await holder.query('select count(*) from member')
  await lab.load(LOOK_BACK_S)
  const early = await window()
  const seconds = Math.min(HOLD_S * long, MAX_HOLD_S)
  await lab.load(seconds - LOOK_BACK_S - 2 * WINDOW_S)
  report(t, { before, early, late: await window() }, seconds)
  await holder.query('commit')
}

/**
 * How many times as many pages a message may touch: as without the snapshot, since reads pass what was replaced in
 * the last second, and as when it had been held for a while; with room for noise on small numbers.
 */
const MAX_FACTOR = 3
const MAX_GROWTH = 1.5
const NOISE_PAGES = 4
/** Bytes of the outbox a message: notices of the last one to two minutes. */
const MAX_OUTBOX_BYTES = 120

type Window = [Sample, Sample]

function report(t: Test, windows: Record<'before' | 'early' | 'late', Window>, seconds: number): void {
  const { before, early, late } = windows
  for (const what of ['messages', 'deliveries'] as const) {
    const rate = ([from, to]: Window): number => ((to[what] - from[what]) * 1_000) / (to.at - from.at)
    const line = `${what} a second: ${rate(before).toFixed(0)} before, ${rate(late).toFixed(0)} after ${seconds} s`
    t.ok(rate(late) > rate(before) / 2, line)
    t.comment(line)
  }
  const passed = late[1].messages - before[1].messages
  const grownOf = (table: string): number =>
    (late[1].bytes.get(table) ?? 0) - (before[1].bytes.get(table) ?? 0)
  for (const table of TABLES) {
    const cost = ([from, to]: Window): number =>
      ((to.pages.get(table) ?? 0) - (from.pages.get(table) ?? 0)) / (to.messages - from.messages)
    const [without, soon, last] = [cost(before), cost(early), cost(late)]
    const line =
      `${table}: ${without.toFixed(1)} pages a message before, ${soon.toFixed(1)} soon, ${last.toFixed(1)} at last; ` +
      `grew by ${Math.round(grownOf(table) / 1_024)} KiB, ${Math.round(grownOf(table) / passed)} bytes a message`
    t.comment(line)
    t.ok(last <= without * MAX_FACTOR + NOISE_PAGES, line)
    t.ok(last <= soon * MAX_GROWTH + NOISE_PAGES, `no more with time: ${line}`)
  }
  t.ok(grownOf('outbox') / passed < MAX_OUTBOX_BYTES, 'the outbox does not keep what is published')
}
