/** What delivery needs of the store; db/webhooks/delivery-store.ts happens to do it. */
import type {
  CallbackState,
  ClaimedCallback,
  DueDelivery,
  Ping,
  RecordBatch,
  NotifiedEvent,
} from '../../schemas/webhooks/delivery.js'
import type { Id } from '../../schemas/base/ids.js'

export interface DeliveryStore {
  /** Takes up to `limit` callbacks that are due and nobody's, for `leaseMs`. */
  claim: (worker: string, limit: number, leaseMs: number) => Promise<ClaimedCallback[]>
  /** Prolongs claims. Answers those that are still held, with what they are at. */
  renew: (claims: Array<{ callback: Id; claim: number }>, leaseMs: number) => Promise<Map<Id, CallbackState>>
  /** The database's clock, epoch milliseconds. */
  clock: () => Promise<number>
  /** What is due, oldest first, of callbacks just claimed. */
  first: (callbacks: Id[], limit: number) => Promise<Map<Id, DueDelivery[]>>
  /** What is due, oldest first, but for the events named. */
  more: (callback: Id, limit: number, known: string[]) => Promise<DueDelivery[]>
  /**
   * All or nothing. An attempt is a fact, whoever made it; it moves its delivery unless another has recorded
   * one since. What the callback is like only the holder of its claim may say. `again`: the batch may be in
   * the store already.
   */
  record: (batch: RecordBatch, again: boolean) => Promise<void>
}

export interface FanOutStore {
  /**
   * Makes the deliveries of these events, once each however often they are told; true when a callback has
   * become due.
   */
  fanOut: (events: NotifiedEvent[]) => Promise<boolean>
}

export interface PingStore {
  preparePing: (client: string, callback: Id) => Promise<Ping | null>
  record: (batch: RecordBatch, again: boolean) => Promise<void>
}

/** Opens what the store keeps sealed. */
export type Open = (sealed: Uint8Array) => string
