/**
 * Hostile clients beside an innocent one (api/docs/threat-model.md): under each attack nobody else is refused, and nobody
 * else waits for longer than a few times what they wait without it. Environment: HOSTILE_SHORT, HOSTILE_ONLY (part of a
 * name), HOSTILE_SLACK (multiplies the bound; 1 on a machine of its own), HOSTILE_SECONDS (of each attack), HOSTILE_REPORT
 * (a file for the figures).
 */
import { appendFileSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import t from 'tap'
import { attacks } from './attacks.js'
import type { Attack } from './attack.js'
import { meter } from './cost.js'
import { KINDS } from './innocent.js'
import type { Waits } from './innocent.js'
import { startInnocent, type Innocent } from './start-innocent.js'
import { startTarget, type Target } from './target.js'

const {
  HOSTILE_SHORT = '',
  HOSTILE_ONLY = '',
  HOSTILE_SLACK = '3',
  HOSTILE_SECONDS = '8',
  HOSTILE_REPORT = '',
} = process.env
const SECONDS = Number(HOSTILE_SECONDS)
const MAX_FACTOR = 3 * Number(HOSTILE_SLACK)
/** Waits below this cannot be distinguished from those of a busy machine, milliseconds. */
const QUIET_MS = 100
const chosen = attacks.filter(
  ({ name, short }) => (HOSTILE_SHORT === '' || short === true) && name.includes(HOSTILE_ONLY),
)

t.setTimeout(120_000 + chosen.length * (SECONDS + 60) * 1_000)

t.test('hostile clients', async (t) => {
  const { roles, databaseUrl, next } = await startTarget(t)
  const pool = new pg.Pool({ connectionString: databaseUrl })
  t.teardown(async () => {
    await pool.end()
  })
  const innocent = await startInnocent(t)
  await alone(innocent, await next(), 2)
  for (const attack of chosen)
    await t.test(attack.name, async (t) => {
      const target = await next()
      await attack.prepare?.(target)
      const owners = await ownerships(pool)
      const before = await alone(innocent, target, Math.min(SECONDS, 4))
      const stop = await meter(
        pool,
        roles.processes.map(({ child }) => child.pid ?? 0),
      )
      const { made, waits } = await under(innocent, target, attack)
      const cost = await stop()
      t.same(waits.refused, [], 'the innocent member is never refused')
      for (const kind of KINDS) {
        const most = Math.max(before[kind], QUIET_MS) * MAX_FACTOR
        t.ok(waits[kind] <= most, `${kind}: ${ms(waits[kind])} under attack, ${ms(before[kind])} alone`)
      }
      t.equal(await ownerships(pool), owners, 'no fold worker gave up a partition')
      const figures = { attack: attack.name, made, alone: before, under: waits, cost }
      if (HOSTILE_REPORT !== '') appendFileSync(HOSTILE_REPORT, `${JSON.stringify(figures)}\n`)
    })
  for (const { role, child } of roles.processes)
    t.equal(child.exitCode, null, `${role} still runs as it was started`)
})

const ms = (value: number): string => `${Math.round(value)} ms`

/** Rises whenever a partition changes its owner. */
async function ownerships(pool: pg.Pool): Promise<string | undefined> {
  const { rows } = await pool.query<{ sum: string }>('select sum(epoch)::text as sum from partition_owner')
  return rows[0]?.sum
}

async function alone(innocent: Innocent, target: Target, seconds: number): Promise<Waits> {
  const end = innocent.work(target)
  await delay(seconds * 1_000)
  return await end()
}

/** The innocent member begins with the attack and ends when it is over. */
async function under(
  innocent: Innocent,
  target: Target,
  attack: Attack,
): Promise<{ made: number; waits: Waits }> {
  const end = innocent.work(target)
  const made = await attack.run(target, AbortSignal.timeout(SECONDS * 1_000))
  // What the attack has left behind counts as well.
  await delay(1_000)
  return { made, waits: await end() }
}
