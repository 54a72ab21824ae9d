/** The store of the delivery workers, on a pool. */
import type pg from 'pg'
import type { CallbackState, Claimed, DueHead, Ping, RecordBatch, Told } from '../schemas/delivery.js'
import type { Id } from '../schemas/ids.js'
import { claim, clock, preparePing, renew } from './deliveries-claim.js'
import { fanOut } from './deliveries-fan-out.js'
import { firstHeads, moreHeads } from './deliveries-heads.js'
import type { Payload } from './deliveries-heads.js'
import { record } from './deliveries-record.js'
import { recentCache } from '../schemas/recent-cache.js'

/** Of payloads kept, once or twice: several callbacks wait for the same event at about the same time. */
const PAYLOAD_BYTES = 8 * 2 ** 20

/** Everything workers/deliver asks of a store. */
export function deliveryStore(pool: pg.Pool): {
  claim: (worker: string, limit: number, leaseMs: number) => Promise<Claimed[]>
  renew: (claims: Array<{ callback: Id; claim: number }>, leaseMs: number) => Promise<Map<Id, CallbackState>>
  clock: () => Promise<number>
  first: (callbacks: Id[], limit: number) => Promise<Map<Id, DueHead[]>>
  more: (callback: Id, limit: number, known: string[]) => Promise<DueHead[]>
  record: (batch: RecordBatch, again: boolean) => Promise<void>
  preparePing: (client: string, callback: Id) => Promise<Ping | null>
  fanOut: (events: Told[]) => Promise<boolean>
} {
  const payloads = recentCache<Payload>(PAYLOAD_BYTES, (payload) => payload.body.length)
  return {
    claim: async (worker, limit, leaseMs) => await claim(pool, worker, limit, leaseMs),
    renew: async (claims, leaseMs) => await renew(pool, claims, leaseMs),
    clock: async () => await clock(pool),
    first: async (callbacks, limit) => await firstHeads(pool, payloads, callbacks, limit),
    more: async (callback, limit, known) => await moreHeads(pool, payloads, callback, limit, known),
    record: async (batch, again) => {
      await record(pool, batch, again)
    },
    preparePing: async (client, callback) => await preparePing(pool, client, callback),
    fanOut: async (events) => await fanOut(pool, events),
  }
}
