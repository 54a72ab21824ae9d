/**
 * Slots of the id generator (schemas/base/ids.ts): only the process that leases a slot generates ids in it, and only
 * up to the horizon, the last tick that it has reserved with each renewal. The horizon stays in the row, however a
 * lessee ended and whatever its clock showed: the next one begins after it (decision 120).
 */
import type pg from 'pg'
import { ID_TICK_MS, MAX_LEAD_MS } from '../../schemas/base/ids.js'
import type { TickRange } from '../../schemas/base/ids.js'
import { withQueryTimeout } from '../pg/connect.js'

export interface LeasedSlot extends TickRange {
  slot: number
}

export interface IdSlots {
  /**
   * Leases a free slot; null if there is none.
   * @param tick the tick of the caller's clock, and no earlier than the last one it has used
   */
  lease: (tick: number) => Promise<LeasedSlot | null>
  /**
   * Renews the lease and returns the horizon; null: another process has leased the slot since. It succeeds even after
   * the lease has run out, as long as nobody else has leased the slot: a lessee's name is never used twice.
   */
  renew: (slot: number, tick: number) => Promise<number | null>
  /** Gives the slot back, with the last tick used. */
  release: (slot: number, lastTick: number) => Promise<void>
}

/** Well below a lease, so that a lost answer leaves time to try again. */
const QUERY_TIMEOUT_MS = 5_000

/** Slots that are not ahead of the caller's clock come first, by last use; then those that are least ahead. */
const LEASE = `
  with free as (
    select slot, horizon from id_slot
    where leased_until < clock_timestamp()
    order by greatest(horizon, $3::bigint), last_used, slot limit 1 for update skip locked
  )
  update id_slot set owner = $1, last_used = clock_timestamp(),
    leased_until = clock_timestamp() + make_interval(secs => $2::float8),
    horizon = greatest(free.horizon, $3::bigint) + $4::bigint
  from free where id_slot.slot = free.slot
  returning id_slot.slot, free.horizon::float8 as after, id_slot.horizon::float8 as horizon`

const RENEW = `
  update id_slot set last_used = clock_timestamp(),
    leased_until = clock_timestamp() + make_interval(secs => $3::float8),
    horizon = greatest(horizon, $4::bigint + $5::bigint)
  where slot = $1 and owner = $2 returning horizon::float8`

const RELEASE = `
  update id_slot set owner = null, leased_until = '-infinity', last_used = clock_timestamp(), horizon = $3
  where slot = $1 and owner = $2`

/** The slots as `lessee` (the column `owner`) leases them, each time for `ttlSeconds`. Throws what Postgres throws. */
export function idSlots(pool: pg.Pool, lessee: string, ttlSeconds: number): IdSlots {
  const reserved = Math.ceil((ttlSeconds * 1_000 + MAX_LEAD_MS) / ID_TICK_MS)
  const query = async <R extends pg.QueryResultRow>(
    text: string,
    values: unknown[],
  ): Promise<R | undefined> =>
    (await pool.query<R>({ ...withQueryTimeout(text, QUERY_TIMEOUT_MS), values })).rows[0]
  return {
    lease: async (tick) => (await query<LeasedSlot>(LEASE, [lessee, ttlSeconds, tick, reserved])) ?? null,
    renew: async (slot, tick) =>
      (await query<TickRange>(RENEW, [slot, lessee, ttlSeconds, tick, reserved]))?.horizon ?? null,
    release: async (slot, lastTick) => {
      await query(RELEASE, [slot, lessee, lastTick])
    },
  }
}
