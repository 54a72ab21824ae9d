/**
 * Slots of the id generator (schemas/base/ids.ts): only the process that leases a slot generates ids in it.
 * The free slot that was used least recently is leased, and never one used a moment ago: its generator may
 * have run ahead of the clock.
 */
import type pg from 'pg'
import type { Log } from '../../schemas/base/log.js'

export interface IdSlot {
  slot: number
  /** Releases the slot. */
  release: () => Promise<void>
}

export interface IdSlotOptions {
  /** Name of this process, shown in the table; never reused. */
  owner: string
  log: Log
  /**
   * Called once if the lease is lost: no further id may be generated, and the process should end. Its errors
   * are not caught.
   */
  lost: () => void
  /** Duration of a lease in seconds; it is renewed three times as often. */
  ttl?: number
}

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

/** Leases a slot and keeps renewing it. Throws if all slots are leased. */
export async function leaseIdSlot(pool: pg.Pool, options: IdSlotOptions): Promise<IdSlot> {
  const { owner, log, lost, ttl = 60 } = options
  const {
    rows: [leased],
  } = await pool.query<{ slot: number }>(LEASE, [owner, ttl])
  if (leased === undefined)
    throw new Error('all id slots are leased: more than 64 processes are running, or many ended a moment ago')
  const { slot } = leased
  let renewedAt = performance.now()
  let renewing: Promise<void> | null = null
  let ended = false
  const lose = (reason: string): void => {
    if (ended) return
    ended = true
    clearInterval(timer)
    log.error({ slot, owner, reason }, 'id slot lease lost')
    lost()
  }
  const renew = async (): Promise<boolean> => {
    const startedAt = performance.now()
    const { rowCount } = await pool.query(RENEW, [slot, owner, ttl])
    if (rowCount === 0) return false
    renewedAt = startedAt
    return true
  }
  const timer = setInterval(
    () => {
      const age = performance.now() - renewedAt
      if (age > ttl * 900) return lose(`Postgres did not renew it for ${Math.round(age / 1_000)} s`)
      // Only the statement may fail and be retried: errors of `lost` must end the process.
      renewing ??= renew()
        .then(
          (renewed) => {
            if (!renewed) lose('another process has leased it')
          },
          (error: unknown) => {
            log.warn({ slot, error }, 'id slot lease not renewed; will retry')
          },
        )
        .finally(() => {
          renewing = null
        })
    },
    (ttl * 1_000) / 3,
  )
  timer.unref()
  return {
    slot,
    release: async () => {
      ended = true
      clearInterval(timer)
      await renewing
      await pool.query(RELEASE, [slot, owner])
    },
  }
}
