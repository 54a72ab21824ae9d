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

/**
 * Deliveries of a member are created in sequence: an event counts as fanned out once its deliveries were created or it is
 * quarantined, and brings along earlier events of its member that were not announced. Every method may reject with
 * the errors of the store, and has then changed nothing.
 */
export interface FanOutStore {
  /**
   * Creates the deliveries of these events and the earlier ones of their members that lack them, once per event and
   * callback, all or none. A callback whose filter throws is suspended instead and gets none from that event on.
   */
  fanOut: (events: NotifiedEvent[]) => Promise<FanOutResult>
  /** Those of these events and of the earlier ones of their members that are not fanned out, in order. */
  lacking: (events: NotifiedEvent[]) => Promise<NotifiedEvent[]>
  /**
   * The callbacks that may get this event and for which not even a made-up delivery can be created, and why. Rejects
   * while the store saves no deliveries at all.
   */
  failingCallbacks: (event: NotifiedEvent) => Promise<Array<{ callback: Id; error: unknown }>>
  /** Disables a callback that fails at this event, informs its owner, and fans out nothing to it until it is enabled. */
  suspend: (callback: SuspendedCallback) => Promise<void>
  /**
   * Sets an event aside, whose predecessors are fanned out, for an operator to release; `error` says why. Rejects while
   * the store saves no deliveries at all.
   */
  quarantine: (event: NotifiedEvent, error: string) => Promise<void>
  /** Searches the next part of the log, up to events `ageMs` old; it is passed once all its events are fanned out. */
  sweep: (ageMs: number) => Promise<SweepResult>
}

/** `due`: a callback has become due. */
export interface FanOutResult {
  due: boolean
  suspended: SuspendedCallback[]
}

/** A callback that nothing is fanned out to, with the id of the event at which it failed. */
export interface SuspendedCallback {
  callback: Id
  event: string
  error: string
}

/** Events that are not fanned out; `more`: there is more to search. */
export interface SweepResult {
  missing: NotifiedEvent[]
  more: boolean
}

export interface PingStore {
  /** `test`: the event to send; null: a callback.ping. */
  preparePing: (client: string, callback: Id, test: TestEvent | null) => Promise<Ping | null>
  record: (batch: RecordBatch, again: boolean) => Promise<void>
}
