/** Faults of partition owners: killed, frozen, rolled, scaled (workers/DESIGN.md 7: 1 to 5). */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Test } from 'tap'
import { until } from '../support/until.js'
import { figures, onLab, quick, type Fault } from './fault.js'
import type { Lab } from './lab.js'

export const owners: Fault[] = [
  {
    number: 1,
    name: 'killed: the owner of half the partitions, by SIGKILL',
    short: true,
    run: onLab({}, async (lab, t, world) => {
      const pauses: number[] = []
      for (let i = 0; i < 2 * world.long; i++) {
        await shared(lab, 2)
        await lab.load(0.5)
        lab.stall()
        const since = new Date()
        await lab.kill(lab.randomWorker()[0])
        await lab.load(1)
        quick(t, world, lab.stall(), 1_000, 'another worker takes over within a second')
        await shared(lab, 1)
        await lab.load(0.2)
        pauses.push(...(await lab.pauses(since)))
        await lab.startWorker()
      }
      t.comment(figures('fail-over', pauses))
    }),
  },
  {
    number: 2,
    name: 'frozen: an owner stops for longer than its lease, then wakes up',
    short: true,
    run: onLab({}, async (lab, t, world) => {
      const [, worker] = lab.randomWorker()
      worker.child.kill('SIGSTOP')
      await lab.load(4.5)
      quick(t, world, lab.stall(), 4_000, 'its partitions are taken over within four seconds')
      worker.child.kill('SIGCONT')
      await lab.load(1)
    }),
  },
  {
    number: 3,
    name: 'frozen before its commit, while the next owner waits: the late commit is refused',
    run: onLab({ workers: 0, warm: 0 }, lateCommit),
  },
  {
    number: 3,
    name: 'frozen after its commit was sent: the answer is found when it wakes up, or by the next owner',
    run: onLab({}, async (lab) => {
      const file = join(lab.stack.natsDir, 'freeze-after')
      const worker = await lab.startWorker({ FAULT_FREEZE: file })
      writeFileSync(file, 'after')
      await lab.load(4)
      worker.child.kill('SIGCONT')
      await lab.load(0.5)
    }),
  },
  {
    number: 4,
    name: 'rolled: all workers are replaced one after the other',
    run: onLab({}, async (lab, t, world) => {
      const since = new Date()
      for (const name of [...lab.workers.keys()]) {
        await lab.startWorker()
        lab.stall()
        await lab.stopWorker(name)
        await lab.load(0.3)
        quick(t, world, lab.stall(), 1_000, 'the hand-over takes less than a second')
      }
      t.comment(figures('hand-over', await lab.pauses(since)))
    }),
  },
  {
    number: 5,
    name: 'scaled from 1 to 2 to 4 to 1',
    short: true,
    run: onLab({ workers: 1 }, async (lab, t, world) => {
      const since = new Date()
      for (let i = 0; i < world.long; i++) {
        for (const count of [2, 4]) {
          await Promise.all(
            Array.from({ length: count - lab.workers.size }, async () => await lab.startWorker()),
          )
          await shared(lab, count)
          await lab.load(0.5)
        }
        await Promise.all(
          [...lab.workers.keys()].slice(1).map(async (name) => {
            await lab.stopWorker(name)
          }),
        )
        await shared(lab, 1)
        await lab.load(0.5)
        quick(t, world, lab.stall(), 2_000, 'folding continued meanwhile')
      }
      t.comment(figures('hand-over', await lab.pauses(since)))
    }),
  },
]

/** Waits until this many workers share all partitions, and the shares differ by one at most. */
async function shared(lab: Lab, workers: number): Promise<void> {
  await until(
    `${workers} workers have their shares`,
    async () => {
      const counts = [...(await lab.owners()).values()]
      return (
        counts.length === workers &&
        counts.reduce((a, b) => a + b, 0) === lab.partitions &&
        Math.max(...counts) - Math.min(...counts) <= 1
      )
    },
    30_000,
  )
}

/** Two owners, both stopped just before their commit; the former one is resumed first. */
async function lateCommit(lab: Lab, t: Test): Promise<void> {
  const files = ['first', 'second'].map((name) => join(lab.stack.natsDir, name))
  for (const file of files) writeFileSync(file, 'before')
  const first = await lab.startWorker({ FAULT_FREEZE: files[0] ?? '' })
  await frozen(first.pid)
  const next = await lab.startWorker({ FAULT_FREEZE: files[1] ?? '' })
  await frozen(next.pid)
  first.child.kill('SIGCONT')
  await lab.load(0.5)
  next.child.kill('SIGCONT')
  await lab.load(0.5)
  t.pass('both resumed')
}

async function frozen(pid: number): Promise<void> {
  await until('the process has stopped itself', () =>
    /^\d+ \(.*\) T/.test(readFileSync(`/proc/${pid}/stat`, 'utf8')),
  )
}
