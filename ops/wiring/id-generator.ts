/**
 * The ids of one process: a generator in a slot that it leases (db/ingress/id-slots.ts). The lease is renewed
 * twelve times before it would run out, and after a failure every half second. If it runs out, as in a long
 * outage of Postgres, no ids are created until it is renewed or another slot is leased.
 */
import { setTimeout as delay } from 'node:timers/promises'
import type pg from 'pg'
import { idSlots } from '../../db/ingress/id-slots.js'
import type { IdSlots } from '../../db/ingress/id-slots.js'
import { ID_SLOTS, idGenerator, IdsUnavailableError } from '../../schemas/base/ids.js'
import type { IdGenerator } from '../../schemas/base/ids.js'
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
  owner: string
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
  const { owner, log, ttlSeconds = TTL_SECONDS } = options
  const lease = new IdLease(idSlots(pool, owner, ttlSeconds), log, ttlSeconds * 1_000)
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

/** A unique owner for a command or another short-lived process. */
export function shortLivedOwner(what: string): string {
  return `${what} ${process.pid} ${Date.now()}`
}

class IdLease implements IdGenerator {
  private held: { slot: number; ids: IdGenerator } | null = null
  /** Until when the lease is trusted, by `performance.now()`. */
  private validUntil = -Infinity
  private pausedAt: number | null = null
  private problem = ''
  private renewing: Promise<void> = Promise.resolve()
  private readonly stopping = new AbortController()

  constructor(
    private readonly slots: IdSlots,
    private readonly log: Log,
    private readonly ttlMs: number,
  ) {}

  readonly next: IdGenerator['next'] = () => this.current().next()
  readonly block: IdGenerator['block'] = (count) => this.current().block(count)

  status(): string {
    return this.isValid() ? 'ok' : `no id slot: ${this.problem || 'its lease has run out'}`
  }

  /** Leases another slot. False: none is free. */
  async acquire(): Promise<boolean> {
    const startedAt = performance.now()
    const slot = await this.slots.lease()
    if (slot === null) {
      this.problem = ALL_LEASED
      return false
    }
    this.held = { slot, ids: idGenerator(slot, Date.now) }
    this.trust(startedAt)
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
    await this.slots.release(this.held.slot).catch((error: unknown) => {
      this.log.debug({ error, slot: this.held?.slot }, 'id slot not released; its lease will run out')
    })
  }

  /** Checked for each id: this process may have been frozen for longer than its lease. */
  private current(): IdGenerator {
    if (this.held === null || !this.isValid()) throw new IdsUnavailableError('ids_paused')
    return this.held.ids
  }

  private isValid(): boolean {
    return this.held !== null && performance.now() < this.validUntil
  }

  private trust(startedAt: number): void {
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

  private async renewOrReplace(): Promise<boolean> {
    if (this.held === null) return await this.acquire()
    const startedAt = performance.now()
    if (await this.slots.renew(this.held.slot)) {
      this.trust(startedAt)
      return true
    }
    this.log.warn({ slot: this.held.slot }, 'another process has leased the id slot; leasing another one')
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
      this.log.info({ slot: this.held?.slot, paused_ms }, 'ids are created again')
    }
  }
}
