/** Counters of attempts and failures, shared by all nodes. */
import type { Knex } from 'knex'
import { rowsOf } from '../pg/knex-rows.js'
import type { ThrottleLimit, ThrottleStore } from '../../schemas/oauth/throttle.js'

/** One counter per key, in a window that begins with its first count. */
export function throttleStore(knex: Knex): ThrottleStore {
  return {
    secondsBlocked: async (limits) => await longestWait(knex, limits),
    consume: async (limits, windowSeconds) => {
      let wait: number | null = null
      await knex.transaction(
        async (trx) => {
          let within = true
          // Always in the same order: two requests with the same keys must not wait for each other.
          for (const limit of limits.toSorted((a, b) => (a.key < b.key ? -1 : 1)))
            within = (await countOne(trx, limit, windowSeconds)) && within
          if (within) return
          wait = (await longestWait(trx, limits)) ?? 1
          await trx.rollback()
        },
        { doNotRejectOnRollback: true },
      )
      return wait
    },
    refund: async (keys) => {
      await knex('throttle').whereIn('key', keys).where('count', '>', 0).decrement('count')
    },
    reset: async (keys) => {
      await knex('throttle').whereIn('key', keys).delete()
    },
  }
}

const COUNT = `
  insert into throttle (key, count, until) values (?, 1, clock_timestamp() + make_interval(secs => ?))
  on conflict (key) do update set
    count = case when throttle.until <= clock_timestamp() then 1 else throttle.count + 1 end,
    until = case when throttle.until <= clock_timestamp() then excluded.until else throttle.until end
  where throttle.until <= clock_timestamp() or throttle.count < ?`

/**
 * Checks and counts in one statement, under the lock of the row: concurrent requests see each other's counts.
 */
async function countOne(trx: Knex, { key, limit, ...own }: ThrottleLimit, seconds: number): Promise<boolean> {
  const window = own.windowSeconds ?? seconds
  const { rowCount } = (await trx.raw(COUNT, [key, window, limit])) as { rowCount: number }
  return rowCount === 1
}

const LONGEST_WAIT = `
  select max(ceil(extract(epoch from t.until - clock_timestamp())))::int as wait
  from throttle t join unnest(?::text[], ?::int[]) as k(key, max_count) on k.key = t.key
  where t.count >= k.max_count and t.until > clock_timestamp()`

async function longestWait(knex: Knex, limits: readonly ThrottleLimit[]): Promise<number | null> {
  const values = [limits.map(({ key }) => key), limits.map(({ limit }) => limit)]
  const wait = (await rowsOf<{ wait: number | null }>(knex, LONGEST_WAIT, values))[0]?.wait ?? null
  return wait === null ? null : Math.max(1, wait)
}
