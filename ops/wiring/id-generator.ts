/**
 * The ids of one process: a generator in a slot that it leases (db/ingress/id-slots.ts). The lease is renewed
 * twelve times before it would run out, and after a failure every half second. If it runs out, as in a long
 * outage of Postgres, no ids are created until it is renewed or another slot is leased. Between renewals ids follow the
 * monotonic clock: a wall clock that is set ahead must not leave what the lease has reserved.
 */
import { setTimeout as delay } from 'node:timers/promises'
import type pg from 'pg'
import { idSlots } from '../../db/ingress/id-slots.js'
import type { IdSlots } from '../../db/ingress/id-slots.js'
import { ID_SLOTS, idGenerator, IdsUnavailableError, tickAt } from '../../schemas/base/ids.js'
import type { IdGenerator, SlotGenerator } from '../../schemas/base/ids.js'
import type { Log } from '../../schemas/base/log.js'

export interface LeasedIds {
  /** Its methods throw an IdsUnavailableError while no slot is leased. */
  ids: IdGenerator
  /** Readiness check: `ok`, or why no ids can be created. */
  status: () => string
  /** Stops renewing and releases the slot; never rejects. */
  release: () => Promise<void>
}

export interface LeaseIdsOptions {
  /** Name of this process, shown in the table; never reused. */
  lessee: string
  log: Log
  /** Duration of a lease in seconds; for tests. */
  ttlSeconds?: number
}

const TTL_SECONDS = 60
const RENEWALS_PER_LEASE = 12
const RETRY_MS = 500
/** Part of a lease after which this process considers it over: before Postgres does. */
const TRUSTED_SHARE = 0.9

const ALL_LEASED =
  `all ${ID_SLOTS} id slots are leased: each api process, each fold process (with FOLD_THREADS each thread) and ` +
  'each running command holds one, and a killed process keeps its slot for a minute'

/**
 * Leases an id slot.
 * @throws {IdsUnavailableError} if all slots are leased; otherwise what Postgres throws
 */
export async function leaseIds(pool: pg.Pool, options: LeaseIdsOptions): Promise<LeasedIds> {
  const { lessee, log, ttlSeconds = TTL_SECONDS } = options
  const lease = new IdLease(idSlots(pool, lessee, ttlSeconds), log, { ttlMs: ttlSeconds * 1_000 })
  if (!(await lease.acquire())) throw new IdsUnavailableError('ids_paused', ALL_LEASED)
  lease.startRenewing()
  return {
    ids: lease,
    status: () => lease.status(),
    release: async () => {
      await lease.release()
    },
  }
}

/** A unique lessee for a command or another short-lived process. */
export function shortLivedLessee(what: string): string {
  return `${what} ${process.pid} ${Date.now()}`
}

/** The clocks of a process, in milliseconds. */
export interface ProcessClocks {
  wall: () => number
  monotonic: () => number
}

const CLOCKS: ProcessClocks = { wall: () => Date.now(), monotonic: () => performance.now() }

/** The lease of one process, without the timer that renews it. */
export class IdLease implements IdGenerator {
  private held: { slot: number; ids: SlotGenerator } | null = null
  /** The last tick used in former slots. */
  private lastTick = -1
  /** What to add to the monotonic clock, as of the last renewal. */
  private clockOffset = 0
  /** Until when the lease is trusted, by the monotonic clock. */
  private validUntil = -Infinity
  private pausedAt: number | null = null
  private problem = ''
  private renewing: Promise<void> = Promise.resolve()
  private readonly stopping = new AbortController()
  private readonly ttlMs: number
  private readonly clocks: ProcessClocks

  constructor(
    private readonly slots: IdSlots,
    private readonly log: Log,
    { ttlMs, clocks = CLOCKS }: { ttlMs: number; clocks?: ProcessClocks },
  ) {
    this.ttlMs = ttlMs
    this.clocks = clocks
  }

  readonly next: IdGenerator['next'] = () => this.current().next()
  readonly block: IdGenerator['block'] = (count) => this.current().block(count)

  status(): string {
    return this.isValid() ? 'ok' : `no id slot: ${this.problem || 'its lease has run out'}`
  }

  /** Leases another slot. False: none is free. */
  async acquire(): Promise<boolean> {
    const { startedAt, offset } = this.readClocks()
    const leased = await this.slots.lease(Math.max(tickAt(startedAt + offset), this.lastTick))
    if (leased === null) {
      this.problem = ALL_LEASED
      return false
    }
    const { slot, after, horizon } = leased
    this.trust(startedAt, offset)
    const now = (): number => this.clocks.monotonic() + this.clockOffset
    // After this process's own ids of a former slot as well: they stay in order.
    this.held = { slot, ids: idGenerator(slot, now, { after: Math.max(after, this.lastTick), horizon }) }
    return true
  }

  startRenewing(): void {
    this.renewing = this.renewUntilStopped()
  }

  async release(): Promise<void> {
    this.stopping.abort()
    await this.renewing
    this.validUntil = -Infinity
    if (this.held === null) return
    const { slot, ids } = this.held
    await this.slots.release(slot, ids.lastTick()).catch((error: unknown) => {
      this.log.debug({ error, slot }, 'id slot not released; its lease will run out')
    })
  }

  /** Checked for each id: this process may have been frozen for longer than its lease. */
  private current(): IdGenerator {
    if (this.held === null || !this.isValid()) throw new IdsUnavailableError('ids_paused')
    return this.held.ids
  }

  private isValid(): boolean {
    return this.held !== null && this.clocks.monotonic() < this.validUntil
  }

  private readClocks(): { startedAt: number; offset: number } {
    const startedAt = this.clocks.monotonic()
    return { startedAt, offset: this.clocks.wall() - startedAt }
  }

  private trust(startedAt: number, offset: number): void {
    this.clockOffset = offset
    this.validUntil = startedAt + this.ttlMs * TRUSTED_SHARE
    this.problem = ''
  }

  private async renewUntilStopped(): Promise<void> {
    const { signal } = this.stopping
    const intervalMs = this.ttlMs / RENEWALS_PER_LEASE
    for (let waitMs = intervalMs; ;) {
      await delay(waitMs, undefined, { signal, ref: false }).catch(() => undefined)
      if (signal.aborted) return
      const isRenewed = await this.renewOrReplace().catch((error: unknown) => {
        this.problem = error instanceof Error ? error.message : String(error)
        return false
      })
      waitMs = isRenewed ? intervalMs : Math.min(RETRY_MS, intervalMs)
      this.report()
    }
  }

  /** Renews the lease, or leases another slot if the own one is gone. False: none is free. */
  async renewOrReplace(): Promise<boolean> {
    if (this.held === null) return await this.acquire()
    const { slot, ids } = this.held
    const { startedAt, offset } = this.readClocks()
    // A clock that was set back stays ahead until the end of the query.
    const ahead = startedAt + Math.max(offset, this.clockOffset)
    const horizon = await this.slots.renew(slot, Math.max(tickAt(ahead), ids.lastTick()))
    if (horizon !== null) {
      ids.extend(horizon)
      this.trust(startedAt, offset)
      return true
    }
    this.log.warn({ slot }, 'another process has leased the id slot; leasing another one')
    this.lastTick = ids.lastTick()
    this.held = null
    this.problem = 'another process has leased it'
    return await this.acquire()
  }

  /** One line when ids stop, and one when they are created again. */
  private report(): void {
    const isValid = this.isValid()
    if (!isValid && this.pausedAt === null) {
      this.pausedAt = performance.now()
      this.log.warn({ problem: this.status() }, 'no ids can be created; waiting for an id slot')
    } else if (isValid && this.pausedAt !== null) {
      const paused_ms = Math.round(performance.now() - this.pausedAt)
      this.pausedAt = null
      this.log.info({ slot: this.held?.slot, paused_ms }, 'ids are being created again')
    }
  }
}
