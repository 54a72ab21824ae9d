/**
 * Faults of design.md 7 that an ordinary user can inject on one node, each on a stack of its own under load. In the
 * environment: FAULT_SEED, FAULT_LONG (how many times as long), FAULT_ONLY (part of a name), FAULT_MUTANT, FAULT_SLACK, by
 * which bounds in time are multiplied (1 on a machine of its own), and FAULT_MINUTES: one long run of random faults instead.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import type { Test } from 'tap'
import pg from 'pg'
import { manager } from '../../workers/stream/setup.js'
import { until } from '../support/until.js'
import { lab, startBase, type Base, type Lab, type LabOptions } from './lab.js'
import { longRun } from './long-run.js'
import { MUTANTS, type Mutant } from './mutants.js'

const { FAULT_SEED = '1', FAULT_LONG = '1', FAULT_ONLY = '', FAULT_MUTANT = '', FAULT_SLACK = '3', FAULT_MINUTES = '0', FAULT_EVERY = '20' } = process.env
const seed = Number(FAULT_SEED)
const long = Number(FAULT_LONG)
const minutes = Number(FAULT_MINUTES)
const mutant = MUTANTS.find(name => name === FAULT_MUTANT) ?? null

interface Fault {
  name: string
  options?: Partial<LabOptions>
  hurt: (lab: Lab, t: Test, base: Base) => Promise<void>
}

const faults: Fault[] = [
  {
    name: 'killed: the owner of half the partitions, by SIGKILL',
    hurt: async (lab, t) => {
      for (let i = 0; i < 2 * long; i++) {
        const since = new Date()
        await lab.kill(lab.any()[0])
        await lab.load(1)
        quick(t, lab.stall(), 1_000, 'others go on within a second')
        t.comment(`taken over: ${await lab.pauses(since)}`)
        await lab.hire()
      }
    }
  },
  {
    name: 'frozen: an owner stops for longer than its lease, then wakes up',
    hurt: async (lab, t) => {
      const [, worker] = lab.any()
      worker.child.kill('SIGSTOP')
      await lab.load(4.5)
      quick(t, lab.stall(), 4_000, 'its partitions are taken over within four seconds')
      worker.child.kill('SIGCONT')
      await lab.load(1)
    }
  },
  {
    name: 'frozen before its commit, while the next owner waits: the late commit is refused',
    options: { workers: 0, warm: 0 },
    hurt: async (lab, t) => { await lateCommit(lab, t) }
  },
  {
    name: 'frozen after its commit was sent: the answer is found when it wakes up, or by the next owner',
    hurt: async lab => {
      const file = join(lab.stack.natsDir, 'freeze-after')
      const worker = await lab.hire({ FAULT_FREEZE: file })
      writeFileSync(file, 'after')
      await lab.load(4)
      worker.child.kill('SIGCONT')
      await lab.load(0.5)
    }
  },
  {
    name: 'an answer is lost while the commit still waits for a lock',
    hurt: async (lab, t) => { await lostAnswer(lab, t) }
  },
  {
    name: 'rolled: all workers leave in order, one after the other',
    hurt: async (lab, t) => {
      for (const name of [...lab.workers.keys()]) {
        await lab.hire()
        lab.stall()
        await lab.dismiss(name)
        await lab.load(0.3)
        quick(t, lab.stall(), 1_000, 'the hand-over takes less than a second')
      }
    }
  },
  {
    name: 'scaled from 1 to 2 to 4 to 1',
    options: { workers: 1 },
    hurt: async (lab, t) => {
      for (let i = 0; i < long; i++) {
        const since = new Date()
        for (const count of [2, 4]) {
          await Promise.all(Array.from({ length: count - lab.workers.size }, async () => await lab.hire()))
          await until('each has its share', async () => { const owners = await lab.owners(); return owners.size === count && spread(owners) <= 1 })
          await lab.load(0.5)
        }
        await Promise.all([...lab.workers.keys()].slice(1).map(async name => { await lab.dismiss(name) }))
        await until('one has all', async () => (await lab.owners()).size === 1)
        await lab.load(0.5)
        quick(t, lab.stall(), 2_000, 'work went on meanwhile')
        t.comment(await lab.pauses(since))
      }
    }
  },
  {
    name: 'the broker is killed and comes back a second later',
    hurt: async (lab, t) => {
      await lab.restartNats(1_000)
      await lab.load(2)
      quick(t, lab.stall(), 4_000, 'work goes on within three seconds of its return')
    }
  },
  {
    name: 'the broker falls silent for its workers: they give up, and go on when it speaks',
    hurt: async (lab, t) => {
      lab.natsProxy.stall('both')
      await until('ownership is given up', async () => (await lab.owners()).size === 0, 6_000)
      lab.natsProxy.resume()
      await until('all is owned again', async () => [...(await lab.owners()).values()].reduce((sum, count) => sum + count, 0) === 8)
      t.ok((await lab.owners()).size > 0)
      await lab.load(0.5)
    }
  },
  {
    name: 'Postgres falls silent for the workers, in both directions and in one',
    hurt: async lab => {
      for (const direction of ['both', 'up', 'down'] as const) {
        lab.pgProxy.stall(direction)
        await lab.load(1.5 + 2 * lab.dice())
        lab.pgProxy.resume()
        await lab.load(0.5)
      }
    }
  },
  {
    name: 'the workers\' sessions in Postgres are ended again and again',
    hurt: async lab => {
      for (let i = 0; i < 8 * long; i++) {
        await lab.stack.pool.query(`select pg_terminate_backend(pid) from pg_stat_activity
          where datname = current_database() and application_name like 'worker-%' and random() < 0.5`)
        await lab.load(0.3)
      }
    }
  },
  {
    name: 'Postgres is killed and comes back',
    hurt: async (lab, _t, base) => {
      await base.restart()
      await lab.load(2)
    }
  },
  {
    name: 'acknowledgements are lost on their way to the senders',
    hurt: async lab => {
      for (let i = 0; i < 2 * long; i++) {
        lab.doorProxy.stall('down')
        await lab.load(1.2)
        lab.doorProxy.drop()
        lab.doorProxy.resume()
        await lab.load(0.5)
      }
    }
  },
  {
    name: 'the stream is full: refused, and taken again when there is room',
    options: { maxBytes: 256 * 1024, pause: 5 },
    hurt: async (lab, t) => {
      const jsm = await manager(lab.stack.nc)
      await jsm.streams.update('EVENTS', { max_bytes: 128 * 2 ** 20 })
      await until('senders are refused', () => lab.journal.repeats() > 50, 20_000)
      const before = lab.journal.acked.length
      await jsm.streams.update('SEGMENTS', { max_bytes: 128 * 2 ** 20 })
      await until('senders are taken again', () => lab.journal.acked.length > before + 50)
      t.pass('without a restart')
    }
  },
  {
    name: 'a random mix',
    options: { workers: 2 },
    hurt: async lab => { await mix(lab) }
  }
]

/** A bound of design.md 7, times the slack that a busy machine is given. */
function quick (t: Test, stall: number, most: number, what: string): void {
  t.ok(stall < most * Number(FAULT_SLACK), `${what}: ${stall} ms`)
}

function spread (owners: Map<string, number>): number {
  const counts = [...owners.values()]
  return Math.max(...counts) - Math.min(...counts)
}

/** Two owners, both stopped just before their commit; the former is woken first. */
async function lateCommit (lab: Lab, t: Test): Promise<void> {
  const files = ['first', 'second'].map(name => join(lab.stack.natsDir, name))
  for (const file of files) writeFileSync(file, 'before')
  const first = await lab.hire({ FAULT_FREEZE: files[0] ?? '' })
  await frozen(first.pid)
  const next = await lab.hire({ FAULT_FREEZE: files[1] ?? '' })
  await frozen(next.pid)
  first.child.kill('SIGCONT')
  await lab.load(0.5)
  next.child.kill('SIGCONT')
  await lab.load(0.5)
  t.pass('both woke up')
}

async function frozen (pid: number): Promise<void> {
  await until('it has stopped itself', () => /^\d+ \(.*\) T/.test(readFileSync(`/proc/${pid}/stat`, 'utf8')))
}

/** A lock keeps commits waiting in Postgres, whose clients are cut off meanwhile: they commit though nobody hears it. */
async function lostAnswer (lab: Lab, t: Test): Promise<void> {
  const client = new pg.Client({ connectionString: lab.stack.databaseUrl })
  await client.connect()
  try {
    for (let i = 0; i < 3; i++) {
      await client.query('begin')
      await client.query('select 1 from part for update')
      await until('commits wait for the lock', async () => (await lab.stack.pool.query(
        `select 1 from pg_stat_activity where datname = current_database() and application_name like 'worker-%' and wait_event_type = 'Lock'`)).rows.length > 2)
      lab.pgProxy.drop()
      await lab.load(0.6)
      await client.query('commit')
      await lab.load(0.5)
    }
  } finally {
    await client.end()
  }
  t.pass()
}

async function mix (lab: Lab): Promise<void> {
  for (let i = 0; i < 6 * long; i++) {
    const roll = lab.dice()
    const [name, worker] = lab.any()
    if (roll < 0.25) {
      await lab.kill(name)
      await lab.hire()
    } else if (roll < 0.4) {
      worker.child.kill('SIGSTOP')
      await lab.load(0.5 + 3.5 * lab.dice())
      worker.child.kill('SIGCONT')
    } else if (roll < 0.55) {
      if (lab.workers.size > 1 && lab.dice() < 0.5) await lab.dismiss(name)
      else await lab.hire()
    } else if (roll < 0.7) {
      await lab.stack.pool.query(`select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and application_name like 'worker-%'`)
    } else if (roll < 0.8) await lab.restartNats(300)
    else if (roll < 0.9) lab.pgProxy.drop()
    else {
      lab.doorProxy.stall('down')
      await lab.load(1)
      lab.doorProxy.drop()
      lab.doorProxy.resume()
    }
    await lab.load(0.3)
  }
}

t.setTimeout(600_000 * long + 90_000 * minutes)
const base = await startBase()
t.teardown(async () => { await base.stop() })
t.comment(`seed ${seed}, ${long} times as long, ${mutant === null ? 'the real worker' : `the mutant ${mutant as Mutant}`}`)

if (minutes > 0) {
  await t.test(`a random fault every ${FAULT_EVERY} seconds for ${minutes} minutes`, { timeout: 120_000 + 90_000 * minutes }, async t => {
    const at = await lab(t, base, { seed, mutant, workers: 3, members: 48, pause: 200, maxBytes: 192 * 2 ** 20 })
    const since = new Date()
    const counts = await longRun(at, base, minutes, Number(FAULT_EVERY), line => { t.comment(line) })
    for (const [name, count] of counts) t.comment(`${count} times ${name}`)
    t.comment(await at.pauses(since))
    t.same(await at.verdict(60), [], 'nothing lost, doubled, out of order or by a former owner')
  })
}

for (const { name, options, hurt } of faults) {
  if (minutes > 0 || !name.includes(FAULT_ONLY)) continue
  await t.test(name, { timeout: 120_000 * long }, async t => {
    const at = await lab(t, base, { seed, mutant, ...options })
    await hurt(at, t, base)
    t.same(await at.verdict(), [], 'nothing lost, doubled, out of order or by a former owner')
  })
}
