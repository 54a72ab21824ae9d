/**
 * Who is entitled to which events, and the deliveries made of them: the tables and conditions of db/webhooks/fan-out on the
 * simulated database, with one callback per application.
 */
import type { Id } from '../../schemas/base/ids.js'
import type { FanOutStore } from '../../schemas/webhooks/delivery-store.js'
import type { Database, EventRow } from './database.js'

type Wire = <T>(work: () => T | Promise<T>) => Promise<T>

/** A member's consent to an application, with the time that the database gave it. */
export interface Grant {
  app: number
  member: Id
  /** Epoch milliseconds. */
  created: number
}

export class Deliveries {
  readonly grants: Grant[] = []
  /** By application and event, how often. */
  readonly made = new Map<string, number>()
  private readonly progress = new Map<Id, number>()
  private swept = 0
  private horizon = 0
  private horizonAt = 0

  constructor(private readonly db: Database) {}

  store(wire: Wire): FanOutStore {
    return {
      fanOut: async (events) =>
        await wire(async () => {
          const rows = events.flatMap(({ id }) => this.db.eventsById.get(id) ?? [])
          return await this.db.transaction([], () => ({ answer: true, change: () => this.create(rows) }))
        }),
      sweep: async (ageMs) =>
        await wire(async () => {
          const { now } = this.db.options
          if (this.horizonAt > now() - ageMs) return { found: 0, due: false, more: false }
          return await this.db.transaction([], (xid) => {
            const missing = [...this.db.events.values()].filter(
              ({ member, sequence, xid }) =>
                xid >= this.swept && xid < this.horizon && sequence > (this.progress.get(member) ?? 0),
            )
            const change = (): void => {
              this.create(missing)
              this.swept = this.horizon
              this.horizon = Math.min(xid, ...this.db.running)
              this.horizonAt = now()
            }
            return { answer: { found: missing.length, due: false, more: false }, change }
          })
        }),
    }
  }

  /** Creates the deliveries of these events, and of those before them that were never announced. */
  private create(events: EventRow[]): void {
    for (const member of new Set(events.map((event) => event.member))) {
      const after = this.progress.get(member) ?? 0
      const upTo = Math.max(...events.filter((one) => one.member === member).map(({ sequence }) => sequence))
      if (upTo <= after) continue
      this.progress.set(member, upTo)
      for (const event of this.db.eventsOf.get(member) ?? [])
        if (event.sequence > after && event.sequence <= upTo) this.deliver(event)
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
