/** The store of the delivery workers, on a pool. */
import type pg from 'pg'
import type { Id } from '../../schemas/base/ids.js'
import { twoGenerationCache } from '../../schemas/base/two-generation-cache.js'
import type {
  CallbackState,
  ClaimedCallback,
  DueDelivery,
  NotifiedEvent,
  Ping,
  RecordBatch,
} from '../../schemas/webhooks/delivery.js'
import { firstDeliveries, moreDeliveries, type Payload } from './deliveries-due.js'
import { claimCallbacks, databaseClock, preparePing, renewClaims } from './delivery-claims.js'
import { fanOut } from './fan-out.js'
import { recordBatch } from './record-attempts.js'

/** Bytes of bodies cached: several callbacks wait for the same event at about the same time. */
const PAYLOAD_CACHE_BYTES = 8 * 2 ** 20

/** Everything workers/deliver expects of a store. */
export function deliveryStore(pool: pg.Pool): {
  claim: (worker: string, limit: number, leaseMs: number) => Promise<ClaimedCallback[]>
  renew: (claims: Array<{ callback: Id; claim: number }>, leaseMs: number) => Promise<Map<Id, CallbackState>>
  clock: () => Promise<number>
  first: (callbacks: Id[], limit: number) => Promise<Map<Id, DueDelivery[]>>
  more: (callback: Id, limit: number, known: string[]) => Promise<DueDelivery[]>
  record: (batch: RecordBatch, again: boolean) => Promise<void>
  preparePing: (client: string, callback: Id) => Promise<Ping | null>
  fanOut: (events: NotifiedEvent[]) => Promise<boolean>
} {
  const payloads = twoGenerationCache<Payload>(PAYLOAD_CACHE_BYTES, (payload) => payload.body.length)
  return {
    claim: async (worker, limit, leaseMs) => await claimCallbacks(pool, worker, limit, leaseMs),
    renew: async (claims, leaseMs) => await renewClaims(pool, claims, leaseMs),
    clock: async () => await databaseClock(pool),
    first: async (callbacks, limit) => await firstDeliveries(pool, payloads, callbacks, limit),
    more: async (callback, limit, known) => await moreDeliveries(pool, payloads, callback, limit, known),
    record: async (batch, again) => {
      await recordBatch(pool, batch, again)
    },
    preparePing: async (client, callback) => await preparePing(pool, client, callback),
    fanOut: async (events) => await fanOut(pool, events),
  }
}
