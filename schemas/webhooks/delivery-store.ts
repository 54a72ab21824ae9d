/** What delivery needs from its store; implemented by db/webhooks/delivery-store.ts. */
import type { Id } from '../base/ids.js'
import type {
  CallbackState,
  ClaimedCallback,
  DueDelivery,
  DueRead,
  NotifiedEvent,
  Ping,
  DueReading,
  RecordBatch,
} from './delivery.js'
import type { TestEvent } from './event.js'

export interface DeliveryStore {
  /** Claims up to `limit` callbacks that are due and free, for `leaseMs`; none of `except`. */
  claim: (worker: string, limit: number, leaseMs: number, except?: Id[]) => Promise<ClaimedCallback[]>
  /** Renews claims. Returns those that are still held, with the current state of their callback. */
  renew: (claims: Array<{ callback: Id; claim: number }>, leaseMs: number) => Promise<Map<Id, CallbackState>>
  /** The database's time, epoch milliseconds. */
  clock: () => Promise<number>
  /** Due deliveries of callbacks just claimed, oldest first. */
  first: (callbacks: Id[], limit: number) => Promise<Map<Id, DueDelivery[]>>
  /**
   * Due deliveries of one callback, oldest first. Each passes what was delivered since where it begins, for as
   * long as a snapshot is held.
   */
  more: (callback: Id, limit: number, reading: DueReading) => Promise<DueRead>
  /**
   * All or nothing. An attempt is recorded regardless of its worker; it changes its delivery unless another
   * was recorded since. The state of the callback itself only changes for the holder of its claim. `again`:
   * the batch may be in the store already.
   */
  record: (batch: RecordBatch, again: boolean) => Promise<void>
}

export interface FanOutStore {
  /**
   * Creates the deliveries of these events, once per event and callback; true if a callback has become due.
   */
  fanOut: (events: NotifiedEvent[]) => Promise<boolean>
  /** Creates the deliveries that events lack, in the next part of the log up to events `ageMs` old. */
  sweep: (ageMs: number) => Promise<SweepResult>
}

/** Events `found` without deliveries; `due`: a callback has become due; `more`: there is more to search. */
export interface SweepResult {
  found: number
  due: boolean
  more: boolean
}

export interface PingStore {
  /** `test`: the event to send; null: a callback.ping. */
  preparePing: (client: string, callback: Id, test: TestEvent | null) => Promise<Ping | null>
  record: (batch: RecordBatch, again: boolean) => Promise<void>
}
