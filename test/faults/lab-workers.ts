/** The worker processes of a lab: started, chosen at random, stopped and killed. */
import { readFileSync } from 'node:fs'
import type pg from 'pg'
import type { Test } from 'tap'
import { spawnWorker, type WorkerProcess } from '../support/fold/fold-stack.js'
import { until } from '../support/until.js'

export interface LabWorkers {
  workers: Map<string, WorkerProcess>
  /** Starts a worker and waits until it has partitions. */
  startWorker: (env?: Record<string, string>) => Promise<WorkerProcess>
  /** A random worker and its name. */
  randomWorker: () => [string, WorkerProcess]
  /** Kills a worker at once and forgets it. */
  kill: (name: string) => Promise<void>
  /** Asks a worker to leave and waits until it has. */
  stopWorker: (name: string) => Promise<void>
  /** Resident memory of each worker, MiB. */
  memory: () => number[]
  /** Number of partitions by owner. */
  owners: () => Promise<Map<string, number>>
  /** Waits until every partition has an owner. */
  allOwned: (ms?: number) => Promise<void>
}

export interface LabWorkersOptions {
  pool: pg.Pool
  random: () => number
  /** Servers as the workers reach them. */
  servers: { databaseUrl: string; natsUrl: string }
  env: Record<string, string>
  /** Arguments that run the worker program. */
  program: string[]
}

const START_TIMEOUT_MS = 90_000

export function labWorkers(t: Test, options: LabWorkersOptions): LabWorkers {
  const { pool, random, servers, env, program } = options
  const workers = new Map<string, WorkerProcess>()
  let started = 0

  const owners = async (): Promise<Map<string, number>> => {
    const { rows } = await pool.query<{ owner: string; count: number }>(
      'select owner, count(*) from partition_state where owner is not null group by owner',
    )
    return new Map(rows.map((row) => [row.owner, row.count]))
  }

  const end = async (name: string, signal: NodeJS.Signals): Promise<void> => {
    workers.get(name)?.child.kill(signal)
    await workers.get(name)?.ended
    workers.delete(name)
  }

  return {
    workers,
    owners,
    allOwned: async (ms) => {
      const owned = 'select from partition_state having bool_and(owner is not null)'
      await until(
        'all partitions are owned',
        async () => (await pool.query(owned).catch(() => null))?.rowCount === 1,
        ms,
      )
    },
    startWorker: async (more = {}) => {
      const name = `worker-${++started}`
      const worker = spawnWorker(t, servers, name, { ...more, ...env }, program)
      workers.set(name, worker)
      const hasPartitions = async (): Promise<boolean> => ((await owners()).get(name) ?? 0) > 0
      await until(`${name} has partitions`, hasPartitions, START_TIMEOUT_MS)
      return worker
    },
    randomWorker: () => {
      const all = [...workers]
      const chosen = all[Math.floor(random() * all.length)]
      if (chosen === undefined) throw new Error('there is no worker')
      return chosen
    },
    kill: async (name) => {
      await end(name, 'SIGKILL')
    },
    stopWorker: async (name) => {
      await end(name, 'SIGTERM')
    },
    memory: () => [...workers.values()].map(({ pid }) => residentMib(pid)),
  }
}

function residentMib(pid: number): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  return Math.round(Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1_024)
}
