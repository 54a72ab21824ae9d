/**
 * Slots of the id generator (schemas/base/ids.ts): while a process holds one, nobody else makes ids of it. The least lately used
 * free slot is taken, and never one that was in use a moment ago, so that a generator that ran ahead of its clock cannot
 * be met by the next one.
 */
import type pg from 'pg'
import type { Log } from '../../schemas/base/log.js'

export interface IdSlot {
  slot: number
  /** Gives the slot back. */
  release: () => Promise<void>
}

export interface IdSlotOptions {
  /** Of this process, for whoever looks into the table; never used twice. */
  owner: string
  log: Log
  /** Called once when the slot could not be renewed in time: no further id may be made, the process should end. What it throws is not caught. */
  lost: () => void
  /** Seconds a lease holds; it is renewed three times in that span. */
  ttl?: number
}

const REST = "interval '5 seconds'"

const TAKE = `
  update id_slot set owner = $1, leased_until = clock_timestamp() + make_interval(secs => $2::float8), last_used = clock_timestamp()
  where slot = (
    select slot from id_slot where leased_until < clock_timestamp() and last_used < clock_timestamp() - ${REST}
    order by last_used, slot limit 1 for update skip locked
  )
  returning slot`

const RENEW = `
  update id_slot set leased_until = clock_timestamp() + make_interval(secs => $3::float8), last_used = clock_timestamp()
  where slot = $1 and owner = $2 returning slot`

const RELEASE =
  "update id_slot set owner = null, leased_until = '-infinity', last_used = clock_timestamp() where slot = $1 and owner = $2"

/** Leases a slot and keeps renewing it. Throws when all are taken. */
export async function leaseIdSlot(pool: pg.Pool, options: IdSlotOptions): Promise<IdSlot> {
  const { owner, log, lost, ttl = 60 } = options
  const {
    rows: [taken],
  } = await pool.query<{ slot: number }>(TAKE, [owner, ttl])
  if (taken === undefined)
    throw new Error('all id slots are leased: more than 64 processes run, or many ended a moment ago')
  const { slot } = taken
  let renewed = performance.now()
  let renewing: Promise<void> | null = null
  let ended = false
  const end = (why: string): void => {
    if (ended) return
    ended = true
    clearInterval(timer)
    log.error({ slot, owner, why }, 'the id slot is lost')
    lost()
  }
  const renew = async (): Promise<boolean> => {
    const asked = performance.now()
    const { rowCount } = await pool.query(RENEW, [slot, owner, ttl])
    if (rowCount === 0) return false
    renewed = asked
    return true
  }
  const timer = setInterval(
    () => {
      if (performance.now() - renewed > ttl * 900) return end('it could not be renewed in time')
      // Only the statement may fail and be tried again: what `lost` throws is to end the process.
      renewing ??= renew()
        .then(
          (kept) => {
            if (!kept) end('another process has it')
          },
          (error: unknown) => {
            log.warn({ slot, error }, 'the id slot could not be renewed; trying again')
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
