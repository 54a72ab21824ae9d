/** Measures the longest time in which nothing was applied to Postgres. */
import { setTimeout as delay } from 'node:timers/promises'
import type pg from 'pg'

export interface StallSampler {
  /** The longest stall since the last call, milliseconds. */
  stall: () => number
  stop: () => void
}

const SAMPLE_MS = 20

export function stallSampler(pool: pg.Pool): StallSampler {
  let applied = -1
  let since = performance.now()
  let longest = 0
  let stopped = false
  const sample = async (): Promise<void> => {
    while (!stopped) {
      try {
        const {
          rows: [row],
        } = await pool.query<{ applied: number }>(
          'select sum(applied)::bigint as applied from partition_state',
        )
        const now = performance.now()
        if (row !== undefined && row.applied !== applied) {
          applied = row.applied
          longest = Math.max(longest, now - since)
          since = now
        }
      } catch {
        // The database itself is under a fault: that is a stall like any other.
      }
      await delay(SAMPLE_MS)
    }
  }
  void sample()
  return {
    stall: () => {
      const stall = Math.max(longest, performance.now() - since)
      longest = 0
      since = performance.now()
      return Math.round(stall)
    },
    stop: () => {
      stopped = true
    },
  }
}
