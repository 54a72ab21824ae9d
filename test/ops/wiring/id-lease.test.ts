/**
 * The oracle of ids: processes lease, renew, release and are killed or suspended in any order, their clocks jump, and
 * no id is created twice. The statements run in a real Postgres, whose time passes by moving the rows back.
 */
import t from 'tap'
import fc from 'fast-check'
import type pg from 'pg'
import { idSlots } from '../../../db/ingress/id-slots.js'
import { IdLease } from '../../../ops/wiring/id-generator.js'
import { ID_TICK_MS, IdsUnavailableError } from '../../../schemas/base/ids.js'
import type { Id } from '../../../schemas/base/ids.js'
import { openDatabase } from '../../support/open-database.js'
import { propertyRuns } from '../../support/property-runs.js'
import { silentLog } from '../../support/silent-log.js'

const TTL_SECONDS = 60
const FREE_SLOTS = 2
const PROCESSES = 3
const BEGAN = Date.UTC(2027, 0, 1)
/** Ticks until there are ids again after a burst, even if the clock was set back meanwhile. */
const MAX_REFUSED = 3

interface Step {
  do: 'ids' | 'renew' | 'jump' | 'kill' | 'release' | 'pass'
  /** The process; one that is not running starts first. In `pass`, the one that is suspended meanwhile. */
  at: number
  /** How far a clock jumps, or is wrong at a start; `pass` takes what passes. */
  ms: number
  blocks: number
}

/** Few different times, so that clocks show the same tick again and again. */
const TIMES_MS = [6_000, 61_000]
const step: fc.Arbitrary<Step> = fc.record({
  do: fc.constantFrom('ids', 'ids', 'renew', 'jump', 'kill', 'release', 'pass', 'pass'),
  at: fc.nat({ max: PROCESSES - 1 }),
  ms: fc.constantFrom(0, ...TIMES_MS, ...TIMES_MS.map((ms) => -ms)),
  blocks: fc.constantFrom(1, 600),
})

interface Process {
  lease: IdLease
  wall: number
  monotonic: number
  lastId: number
}

/** Some processes on one table of slots; all ids are created here. */
class Fleet {
  private readonly processes: Array<Process | null> = Array.from({ length: PROCESSES }, () => null)
  private readonly created = new Set<Id>()
  private now = BEGAN
  private started = 0

  constructor(private readonly pool: pg.Pool) {}

  async run(step: Step): Promise<void> {
    if (step.do === 'pass') return await this.pass(Math.abs(step.ms), step.at)
    const process = this.processes[step.at] ?? (await this.start(step.at, step.ms))
    if (process === null) return
    if (step.do === 'ids') this.create(process, step.blocks)
    if (step.do === 'renew') await process.lease.renewOrReplace()
    if (step.do === 'jump') process.wall += step.ms
    if (step.do === 'release') await process.lease.release()
    if (step.do === 'release' || step.do === 'kill') this.processes[step.at] = null
  }

  private async start(at: number, skewMs: number): Promise<Process | null> {
    const slots = idSlots(this.pool, `process ${this.started++}`, TTL_SECONDS)
    const clocks = { wall: () => process.wall, monotonic: () => process.monotonic }
    const lease = new IdLease(slots, silentLog(), { ttlMs: TTL_SECONDS * 1_000, clocks })
    const process = { lease, wall: this.now + skewMs, monotonic: 0, lastId: -1 }
    return (this.processes[at] = (await lease.acquire()) ? process : null)
  }

  private create(process: Process, blocks: number): void {
    for (let i = 0, refused = 0; i < blocks; i++)
      try {
        const id = i === 0 ? process.lease.next() : process.lease.block(512)
        if (this.created.has(id)) throw new Error(`id ${id} was created twice`)
        if (Number(id) <= process.lastId) throw new Error(`id ${id} is not above ${process.lastId}`)
        this.created.add(id)
        process.lastId = Number(id)
      } catch (error) {
        if (!(error instanceof IdsUnavailableError)) throw error
        if (i > 0 || process.lease.status() !== 'ok') break
        if (refused++ > MAX_REFUSED) throw new Error('a process with a lease has no ids', { cause: error })
        process.wall += ID_TICK_MS
        process.monotonic += ID_TICK_MS
        i -= 1
      }
  }

  /** A suspended machine finds its monotonic clock where it was. */
  private async pass(ms: number, suspended: number): Promise<void> {
    this.now += ms
    for (const [at, process] of this.processes.entries()) {
      if (process === null) continue
      process.wall += ms
      if (at !== suspended) process.monotonic += ms
    }
    await this.pool.query(
      `update id_slot set leased_until = leased_until - make_interval(secs => $1::float8),
         last_used = last_used - make_interval(secs => $1::float8) where slot < $2`,
      [ms / 1_000, FREE_SLOTS],
    )
  }
}

t.test('no id is created twice, and those of a process rise', async (t) => {
  const { pool } = await openDatabase(t)
  await t.resolves(
    fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 10, maxLength: 80 }), async (steps) => {
        await pool.query(
          `update id_slot set owner = null, horizon = -1, last_used = '-infinity',
             leased_until = case when slot < $1 then '-infinity' else 'infinity' end::timestamptz`,
          [FREE_SLOTS],
        )
        const fleet = new Fleet(pool)
        for (const one of steps) await fleet.run(one)
      }),
      { numRuns: propertyRuns(500) },
    ),
  )
})
