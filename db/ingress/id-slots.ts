/**
 * Slots of the id generator (schemas/base/ids.ts): only the process that leases a slot generates ids in it.
 * The free slot that was used least recently is leased, and never one used a moment ago: its generator may
 * have run ahead of the clock.
 */
import type pg from 'pg'
import { withQueryTimeout } from '../pg/connect.js'

export interface IdSlots {
  /** Leases a free slot; null if there is none. */
  lease: () => Promise<number | null>
  /**
   * Renews the lease. False: another process has leased the slot since. True even after the lease has run out,
   * as long as nobody else has leased the slot: an owner's name is never used twice.
   */
  renew: (slot: number) => Promise<boolean>
  release: (slot: number) => Promise<void>
}

/** Well below a lease, so that a lost answer leaves time to try again. */
const QUERY_TIMEOUT_MS = 5_000

/** A slot is not leased again within this time after its last use. */
const COOL_DOWN = "interval '5 seconds'"

const LEASE = `
  update id_slot set owner = $1, last_used = clock_timestamp(),
    leased_until = clock_timestamp() + make_interval(secs => $2::float8)
  where slot = (
    select slot from id_slot
    where leased_until < clock_timestamp() and last_used < clock_timestamp() - ${COOL_DOWN}
    order by last_used, slot limit 1 for update skip locked
  )
  returning slot`

const RENEW = `
  update id_slot set last_used = clock_timestamp(),
    leased_until = clock_timestamp() + make_interval(secs => $3::float8)
  where slot = $1 and owner = $2 returning slot`

const RELEASE = `
  update id_slot set owner = null, leased_until = '-infinity', last_used = clock_timestamp()
  where slot = $1 and owner = $2`

/** The slots as `owner` leases them, each time for `ttlSeconds`. Throws what Postgres throws. */
export function idSlots(pool: pg.Pool, owner: string, ttlSeconds: number): IdSlots {
  const query = async (text: string, values: unknown[]): Promise<Array<{ slot: number }>> =>
    (await pool.query<{ slot: number }>({ ...withQueryTimeout(text, QUERY_TIMEOUT_MS), values })).rows
  return {
    lease: async () => (await query(LEASE, [owner, ttlSeconds]))[0]?.slot ?? null,
    renew: async (slot) => (await query(RENEW, [slot, owner, ttlSeconds])).length > 0,
    release: async (slot) => {
      await query(RELEASE, [slot, owner])
    },
  }
}
