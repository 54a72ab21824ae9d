/** What an attack costs the product: processor time, write-ahead log, memory. */
import { execFileSync } from 'node:child_process'
import type pg from 'pg'

export interface Cost {
  cpuSeconds: number
  walMiB: number
  /** The most that all processes had together, and how much of it came with the attack. */
  memoryMiB: number
  grownMiB: number
}

const SAMPLE_MS = 500
const KIB_PER_MIB = 1_024
const BYTES_PER_MIB = 2 ** 20

/** Begins to measure; the function returned ends it. `pids` are the processes of the product. */
export async function meter(pool: pg.Pool, pids: number[]): Promise<() => Promise<Cost>> {
  const wal = async (): Promise<number> => {
    const { rows } = await pool.query<{ at: number }>(
      "select pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0')::float8 as at",
    )
    return rows[0]?.at ?? 0
  }
  const walBefore = await wal()
  const before = usage(pids)
  let most = before.kib
  const sampler = setInterval(() => {
    most = Math.max(most, usage(pids).kib)
  }, SAMPLE_MS)
  return async () => {
    clearInterval(sampler)
    const after = usage(pids)
    most = Math.max(most, after.kib)
    return {
      cpuSeconds: after.cpuSeconds - before.cpuSeconds,
      walMiB: ((await wal()) - walBefore) / BYTES_PER_MIB,
      memoryMiB: most / KIB_PER_MIB,
      grownMiB: (most - before.kib) / KIB_PER_MIB,
    }
  }
}

function usage(pids: number[]): { cpuSeconds: number; kib: number } {
  const lines = execFileSync('ps', ['-o', 'rss=,time=', '-p', pids.join(',')], { encoding: 'utf8' })
    .trim()
    .split('\n')
  const sum = { cpuSeconds: 0, kib: 0 }
  for (const line of lines) {
    const [kib = '0', time = '0'] = line.trim().split(/\s+/)
    sum.kib += Number(kib)
    sum.cpuSeconds += secondsOf(time)
  }
  return sum
}

/** Seconds of `ps`'s `[[days-]hours:]minutes:seconds`. */
function secondsOf(time: string): number {
  const [clock = '0', days = '0'] = time.split('-').reverse()
  return clock.split(':').reduce((sum, part) => sum * 60 + Number(part), 0) + Number(days) * 86_400
}
