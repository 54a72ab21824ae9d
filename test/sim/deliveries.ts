/**
 * Who is entitled to which events, and the deliveries made of them: the tables and conditions of db/webhooks/fan-out on the
 * simulated database, with one callback per application.
 */
import type { Id } from '../../schemas/base/ids.js'
import type { FanOutStore, SweepResult } from '../../schemas/webhooks/delivery-store.js'
import type { Database, EventRow } from './database.js'

type Wire = <T>(work: () => T | Promise<T>) => Promise<T>

/** A member's consent to an application, with the time that the database gave it. */
export interface Grant {
  app: number
  member: Id
  /** Epoch milliseconds. */
  created: number
}

/** As Postgres refuses data. */
class DataError extends Error {
  readonly code = '22P02'
}

export class Deliveries {
  readonly grants: Grant[] = []
  /** By application and event, how often. */
  readonly made = new Map<string, number>()
  /** Events that cannot be fanned out, and those that were set aside for it. */
  readonly failing = new Set<string>()
  readonly quarantined = new Set<string>()
  private readonly progress = new Map<Id, number>()
  private swept = 0
  private horizon = 0
  private horizonAt = 0

  constructor(private readonly db: Database) {}

  store(wire: Wire): FanOutStore {
    return {
      fanOut: async (events) =>
        await wire(async () => {
          const lacking = this.lacking(events.map(({ id }) => id))
          if (lacking.some(({ id }) => this.failing.has(id))) throw new DataError('simulated: no such thing')
          const answer = { due: true, suspended: [] }
          return await this.db.transaction([], () => ({ answer, change: () => this.create(lacking) }))
        }),
      lacking: async (events) => await wire(() => this.lacking(events.map(({ id }) => id))),
      failingCallbacks: async () => await wire(() => []),
      suspend: async () => {
        await wire(() => undefined)
      },
      quarantine: async ({ id }) => {
        await wire(() => {
          const event = this.db.eventsById.get(id)!
          this.quarantined.add(id)
          this.progress.set(event.member, event.sequence)
        })
      },
      sweep: async (ageMs) =>
        await wire(async () => {
          const { now } = this.db.options
          if (this.horizonAt > now() - ageMs) return { missing: [], more: false }
          return await this.db.transaction<SweepResult>([], (xid) => {
            const missing = [...this.db.events.values()].filter(
              ({ member, sequence, xid }) =>
                xid >= this.swept && xid < this.horizon && sequence > (this.progress.get(member) ?? 0),
            )
            if (missing.length > 0) return { answer: { missing, more: true } }
            const change = (): void => {
              this.swept = this.horizon
              this.horizon = Math.min(xid, ...this.db.running)
              this.horizonAt = now()
            }
            return { answer: { missing, more: false }, change }
          })
        }),
    }
  }

  /** Those of the events, and of the earlier ones of their members, that are not fanned out, in order. */
  private lacking(ids: string[]): EventRow[] {
    const named = ids.flatMap((id) => this.db.eventsById.get(id) ?? [])
    return [...new Set(named.map(({ member }) => member))].flatMap((member) => {
      const after = this.progress.get(member) ?? 0
      const upTo = Math.max(...named.filter((one) => one.member === member).map(({ sequence }) => sequence))
      return (this.db.eventsOf.get(member) ?? []).filter(
        ({ sequence }) => sequence > after && sequence <= upTo,
      )
    })
  }

  private create(events: EventRow[]): void {
    for (const event of events) {
      if (event.sequence <= (this.progress.get(event.member) ?? 0)) continue
      this.progress.set(event.member, event.sequence)
      this.deliver(event)
    }
  }

  private deliver(event: EventRow): void {
    for (const { app, member, created } of this.grants) {
      if (member !== event.member || created > event.created) continue
      const key = `${app}/${event.id}`
      this.made.set(key, (this.made.get(key) ?? 0) + 1)
    }
  }
}
