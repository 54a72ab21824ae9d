/** The demo on the whole product, its fold worker killed in the middle: what was accepted is on an itinerary, and once. */
import { readFileSync } from 'node:fs'
import pg from 'pg'
import t from 'tap'
import { airportRows, cityRows } from '../../db/reference.js'
import { compose } from '../../ops/demo/compose.js'
import { openDesk } from '../../ops/demo/desk.js'
import { tripsOf } from '../../ops/demo/itineraries.js'
import { madeTimetable } from '../../ops/demo/made-timetable.js'
import { folded, send } from '../../ops/demo/send.js'
import type { Traveller } from '../../ops/demo/send.js'
import { service } from '../../ops/demo/service.js'
import type { KnownSource } from '../../ops/demo/source-book.js'
import { runningConfig } from '../../ops/running.js'
import { silentLog } from '../support/silent-log.js'
import { descendants, stackFolder, startStack } from '../support/stack.js'
import { until } from '../support/until.js'

t.setTimeout(600_000)

const MEMBERS = 20
const SEED = 3
/** Of each member's year, so that the test stays short. */
const BATCHES = 12
const LANES = 8

t.test('every accepted segment is on an itinerary once, though the fold worker was killed', async t => {
  const dir = stackFolder(t)
  const { ready, supervisor } = await startStack(t, dir)
  const config = runningConfig(dir)
  if (config === null) throw new Error('the stack does not run')
  const pool = new pg.Pool({ connectionString: config.DATABASE_URL, max: 2 })
  t.teardown(async () => { await pool.end() })
  const api = service(ready.base_url, readFileSync(ready.ca_file, 'utf8'), LANES)
  t.teardown(async () => { await api.close() })
  const desk = await openDesk({ databaseUrl: config.DATABASE_URL, secretKey: config.SECRET_KEY, baseUrl: ready.base_url, authUrl: ready.auth_url, log: silentLog() })
  t.teardown(async () => { await desk.close() })

  const { body: sources } = await api.get<KnownSource[]>('/v2/sources?limit=500', ready.member_token)
  const timetable = madeTimetable(await airportRows(pool), await cityRows(pool), SEED)
  const travellers: Traveller[] = []
  for (const year of compose({ seed: SEED, members: MEMBERS, start: '2026-05-23', today: '2026-11-21', timetable, sources })) {
    const { id, token } = await desk.admit(year.person, `killed.${year.person.index}@members.example`)
    travellers.push({ id, token, year: { ...year, messages: year.messages.slice(0, BATCHES) } })
  }

  const batches = travellers.reduce((sum, { year }) => sum + year.messages.length, 0)
  const accepted: string[] = []
  let done = 0
  let killed = 0
  const { last } = await send(api, travellers, LANES, ids => {
    accepted.push(...ids)
    if (++done === Math.floor(batches / 2)) {
      const victim = foldPid(supervisor)
      // Zero would be our own process group.
      if (victim === null) throw new Error('no fold worker runs below the supervisor')
      killed = victim
      process.kill(killed, 'SIGKILL')
    }
  })
  t.same(await folded(api, last, LANES, () => {}), [], 'no batch failed')
  await until('another fold worker runs', () => ![null, killed].includes(foldPid(supervisor)))

  const { rows } = await pool.query<{ raw: string, times: number }>(
    `select raw::text as raw, count(*)::int as times from segment, unnest(raw_ids) as raw where status not in ('Merged', 'Deleted') group by raw`)
  const times = new Map(rows.map(row => [row.raw, row.times]))
  const lost = accepted.filter(id => !times.has(id))
  t.same(lost, [], `all ${accepted.length} accepted segments are on an itinerary`)
  t.same([...times].filter(([, count]) => count !== 1), [], 'none is there twice')
  t.equal(times.size, accepted.length, 'nothing else is there')
  const first = travellers[0]
  t.ok(first !== undefined && (await tripsOf(api, first.token)).length > 0, 'a member reads trips')
})

/** The fold process below the supervisor. */
function foldPid (supervisor: number): number | null {
  return descendants(supervisor).find(one => /role-main\.m?[jt]s\0fold\0/.test(commandOf(one))) ?? null
}

/** The command line of a process, its words parted by NUL; empty when it has ended since it was listed. */
function commandOf (pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT' || (error as NodeJS.ErrnoException).code === 'ESRCH') return ''
    throw error
  }
}
