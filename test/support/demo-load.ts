/** Members of the demo on a running stack, and their data sent through its front door. */
import { readFileSync } from 'node:fs'
import pg from 'pg'
import type { Test } from 'tap'
import { connect } from '../../db/pg/connect.js'
import { batchReads } from '../../db/reads/batches.js'
import { airportRows, cityRows, sourceRows } from '../../db/reads/reference-rows.js'
import { compose } from '../demo/compose.js'
import { openMemberFactory } from '../demo/service/member-factory.js'
import { madeTimetable } from '../demo/travel/made-timetable.js'
import { waitUntilFolded, sendBatches } from '../demo/service/send-batches.js'
import type { DemoMember } from '../demo/service/send-batches.js'
import { serviceClient } from '../demo/service/service-client.js'
import { readRunConfig } from '../../ops/stack/ready-file.js'
import { silentLog } from './silent-log.js'
import type { Stack } from './stack.js'

const SEED = 6
const LANES = 4

export interface DemoLoad {
  pool: pg.Pool
  members: number
  /** Ids of all raw segments accepted so far. */
  accepted: string[]
  /** Sends everything once more; resolves with the batches that failed when all is folded. `midway` is called when half is accepted. */
  round: (midway?: () => void) => Promise<unknown[]>
  /** Accepted segments that are not on an itinerary exactly once, and any that nobody sent. */
  astray: () => Promise<string[]>
}

/** So many members, with so many batches each, on the stack. */
export async function demoLoad(
  t: Test,
  { dir, ready }: Pick<Stack, 'dir' | 'ready'>,
  members: number,
  batches: number,
): Promise<DemoLoad> {
  const config = readRunConfig(dir)
  if (config === null) throw new Error('the stack does not run')
  const pool = new pg.Pool({ connectionString: config.DATABASE_URL, max: 2 })
  pool.on('connect', (client) => {
    client.on('error', (error) => {
      t.comment(`the test's own connection broke: ${error.message}`)
    })
  })
  pool.on('error', (error) => {
    t.comment(`the test's own connection: ${error.message}`)
  })
  t.teardown(async () => {
    await pool.end()
  })
  const api = serviceClient(ready.base_url, readFileSync(ready.ca_file, 'utf8'), LANES)
  t.teardown(async () => {
    await api.close()
  })
  const reads = connect({ url: config.DATABASE_URL, name: 'demo load', log: silentLog() })
  t.teardown(reads.close)
  const desk = await openMemberFactory({
    databaseUrl: config.DATABASE_URL,
    secrets: config,
    baseUrl: ready.base_url,
    authUrl: ready.auth_url,
    log: silentLog(),
  })
  const sources = await sourceRows(pool)
  const timetable = madeTimetable(await airportRows(pool), await cityRows(pool), SEED)
  const travellers: DemoMember[] = []
  for (const year of compose({
    seed: SEED,
    members,
    start: '2026-05-23',
    today: '2026-11-21',
    timetable,
    sources,
  })) {
    const { id, token } = await desk.create(year.person, `load.${year.person.index}@members.example`)
    travellers.push({ id, token, year: { ...year, messages: year.messages.slice(0, batches) } })
  }
  await desk.close()
  const accepted: string[] = []
  return {
    pool,
    members,
    accepted,
    round: async (midway) => {
      const half = Math.floor(travellers.reduce((sum, { year }) => sum + year.messages.length, 0) / 2)
      let done = 0
      const { last } = await sendBatches(api, travellers, LANES, (ids) => {
        accepted.push(...ids)
        if (++done === half) midway?.()
      })
      return await waitUntilFolded(api, last, LANES, () => {})
    },
    astray: async () => {
      const { rows } = await pool.query<{ raw: string; times: number }>(
        `select raw::text as raw, count(*)::int as times from segment, unnest(raw_ids) as raw where status not in ('Merged', 'Deleted') group by raw`,
      )
      const times = new Map(rows.map((row) => [row.raw, row.times]))
      const sent = new Set(accepted)
      const unseen = accepted.filter((id) => !times.has(id))
      const repeats = await Promise.all(unseen.map(async (id) => await isRepeat(reads.pool, id)))
      return [
        ...accepted.filter((id) => times.has(id) && times.get(id) !== 1),
        ...unseen.filter((_, i) => !repeats[i]),
        ...[...times.keys()].filter((id) => !sent.has(id)),
      ]
    },
  }
}

/** What only repeats the last word of its source is no version of a segment, but its id leads to one (RULES 3.2). */
async function isRepeat(pool: pg.Pool, id: string): Promise<boolean> {
  const { rows } = await pool.query<{ member: string }>(
    `select member_id::text as member from raw_batch
     where $1 >= coalesce(first_id, id + 1) and $1 < coalesce(first_id, id + 1) + n`,
    [id],
  )
  const member = rows[0]?.member ?? '0'
  const { segment } = (await batchReads(pool).byRawId(member, id)) ?? {}
  if (segment == null) return false
  const found = await pool.query('select from segment where member_id = $1 and id = $2', [member, segment])
  return found.rowCount === 1
}
