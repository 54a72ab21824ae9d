/** Clocks of workers and of Postgres that are an hour wrong (workers/DESIGN.md 7: 18). Needs faketime. */
import type { Test } from 'tap'
import { until } from '../support/until.js'
import { onLab, quick, type Fault, type World } from './fault.js'
import type { Lab } from './lab.js'
import { faketimeLibrary } from './needs.js'

export const clocks: Fault[] = [
  {
    number: 18,
    name: 'clocks of workers are an hour wrong in both directions: crashed owners are replaced, and no others',
    needs: ['faketime'],
    run: onLab({ workers: 0 }, wrongWorkers),
  },
  {
    number: 18,
    name: 'the clock of Postgres jumps an hour ahead, two hours back, and returns',
    needs: ['faketime'],
    run: onLab({}, wrongPostgres),
  },
]

async function wrongWorkers(lab: Lab, t: Test, world: World): Promise<void> {
  const wrong = (by: string): Record<string, string> => ({
    LD_PRELOAD: faketimeLibrary(),
    FAKETIME: by,
    FAKETIME_DONT_FAKE_MONOTONIC: '1',
  })
  const ahead = await lab.startWorker(wrong('+3600s'))
  await lab.startWorker(wrong('-3600s'))
  await lab.startWorker()
  await until('three workers share the partitions', async () => (await lab.owners()).size === 3, 30_000)
  await lab.load(2)
  const {
    rows: [dates],
  } = await lab.stack.pool.query<{ first: number; last: number }>(
    `select extract(epoch from now() - min(created))::float8 as first,
       extract(epoch from now() - max(created))::float8 as last from event`,
  )
  t.ok(
    (dates?.first ?? Infinity) < 300 && (dates?.last ?? -Infinity) > -1,
    'events have the time of Postgres',
  )
  const owned = await lab.owners()
  await lab.load(2)
  t.same(await lab.owners(), owned, 'no worker is considered dead, and none takes from others')

  lab.stall()
  ahead.child.kill('SIGSTOP')
  await lab.load(4.5)
  quick(t, world, lab.stall(), 4_000, 'the one ahead freezes: replaced within four seconds')
  t.equal((await lab.owners()).size, 2)
  ahead.child.kill('SIGCONT')
  await lab.load(0.5)
  for (const name of [...lab.workers.keys()].slice(0, 2)) {
    lab.stall()
    await lab.kill(name)
    await lab.load(1)
    quick(t, world, lab.stall(), 1_000, 'another is killed: replaced within a second')
  }
}

async function wrongPostgres(lab: Lab, t: Test, { base }: World): Promise<void> {
  for (const [clock, hours] of [
    ['+3600s', 1],
    ['-3600s', -1],
    [undefined, 0],
  ] as const) {
    await base.restart(clock)
    await lab.allOwned(30_000)
    const {
      rows: [row],
    } = await lab.stack.pool.query<{ now: Date }>('select clock_timestamp() as now')
    t.equal(
      Math.round(((row?.now.getTime() ?? 0) - Date.now()) / 3_600_000),
      hours,
      `the clock of Postgres is ${hours} hours ahead`,
    )
    await lab.load(0.5)
    await lab.kill(lab.randomWorker()[0])
    await lab.startWorker()
    await lab.load(1)
  }
}
