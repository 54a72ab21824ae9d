/** The slots of the id generator by the conditions of db/ingress/id-slots.ts; few, so that they are leased again soon. */
import type { IdSlots } from '../../db/ingress/id-slots.js'
import { ID_TICK_MS, MAX_LEAD_MS } from '../../schemas/base/ids.js'

interface Slot {
  slot: number
  lessee: string | null
  leasedUntil: number
  lastUsed: number
  horizon: number
}

/** Shorter than it is, for the same reason. */
export const TTL_MS = 3_000
const RESERVED = Math.ceil((TTL_MS + MAX_LEAD_MS) / ID_TICK_MS)

export class IdSlotTable {
  private readonly rows: Slot[]

  /** @param now epoch milliseconds of the database */
  constructor(
    slots: number,
    private readonly now: () => number,
  ) {
    this.rows = Array.from({ length: slots }, (_, slot) => ({
      slot,
      lessee: null,
      leasedUntil: -Infinity,
      lastUsed: -Infinity,
      horizon: 0,
    }))
  }

  /** The slots as `lessee` uses them over a connection. */
  slots(lessee: string, wire: <T>(work: () => T) => Promise<T>): IdSlots {
    const own = (slot: number): Slot | undefined =>
      this.rows.find((row) => row.slot === slot && row.lessee === lessee)
    return {
      lease: async (tick) =>
        await wire(() => {
          const now = this.now()
          const [row] = this.rows
            .filter(({ leasedUntil }) => leasedUntil < now)
            .sort(
              (a, b) =>
                Math.max(a.horizon, tick) - Math.max(b.horizon, tick) ||
                a.lastUsed - b.lastUsed ||
                a.slot - b.slot,
            )
          if (row === undefined) return null
          const after = row.horizon
          Object.assign(row, { lessee, lastUsed: now, leasedUntil: now + TTL_MS })
          row.horizon = Math.max(after, tick) + RESERVED
          return { slot: row.slot, after, horizon: row.horizon }
        }),
      renew: async (slot, tick) =>
        await wire(() => {
          const row = own(slot)
          if (row === undefined) return null
          Object.assign(row, { lastUsed: this.now(), leasedUntil: this.now() + TTL_MS })
          row.horizon = Math.max(row.horizon, tick + RESERVED)
          return row.horizon
        }),
      release: async (slot, lastTick) => {
        await wire(() => {
          const row = own(slot)
          if (row === undefined) return
          Object.assign(row, {
            lessee: null,
            leasedUntil: -Infinity,
            lastUsed: this.now(),
            horizon: lastTick,
          })
        })
      },
    }
  }
}
