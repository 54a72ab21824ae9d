/** The store of the delivery workers, on a pool. */
import type pg from 'pg'
import { twoGenerationCache } from '../../schemas/base/two-generation-cache.js'
import type { DeliveryStore, FanOutStore, PingStore } from '../../schemas/webhooks/delivery-store.js'
import { firstDeliveries, moreDeliveries, type Payload } from './deliveries-due.js'
import { databaseTime } from '../fold/database-time.js'
import { claims, preparePing, renewClaims } from './delivery-claims.js'
import { fanOut, lackingEvents } from './fan-out/fan-out.js'
import { sweepFanOut } from './fan-out/fan-out-sweep.js'
import { failingCallbacks, quarantineEvent } from './fan-out/quarantine-event.js'
import { suspendCallback } from './fan-out/suspend-callback.js'
import { transaction } from '../pg/transaction.js'
import { recordBatch } from './record-attempts.js'

/** Bytes of bodies cached: several callbacks wait for the same event at about the same time. */
const PAYLOAD_CACHE_BYTES = 8 * 2 ** 20

/** Everything workers/deliver expects of a store. */
export function deliveryStore(pool: pg.Pool): DeliveryStore & FanOutStore & PingStore {
  const payloads = twoGenerationCache<Payload>(PAYLOAD_CACHE_BYTES, (payload) => payload.body.length)
  return {
    claim: claims(pool),
    renew: async (claims, leaseMs) => await renewClaims(pool, claims, leaseMs),
    clock: async () => await databaseTime(pool),
    first: async (callbacks, limit) => await firstDeliveries(pool, payloads, callbacks, limit),
    more: async (callback, limit, reading) => await moreDeliveries(pool, payloads, callback, limit, reading),
    record: async (batch, again) => {
      await recordBatch(pool, batch, again)
    },
    preparePing: async (client, callback, test) => await preparePing(pool, client, callback, test),
    fanOut: async (events) => await fanOut(pool, events),
    lacking: async (events) => await lackingEvents(pool, events),
    failingCallbacks: async (event) => await failingCallbacks(pool, event),
    suspend: async (callback) => {
      await transaction(pool, async (client) => {
        await suspendCallback(client, callback)
      })
    },
    quarantine: async (event, error) => {
      await quarantineEvent(pool, event, error)
    },
    sweep: async (ageMs) => await sweepFanOut(pool, ageMs),
  }
}
