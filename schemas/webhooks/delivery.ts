/**
 * Pending deliveries, their attempts and their claims: the rows exchanged between the store and the delivery
 * workers. Instants are epoch milliseconds of the database's clock.
 */
import type { Id } from '../base/ids.js'
import type { Traceparent } from '../trace/traceparent.js'

/**
 * Milliseconds after which an unrenewed claim of a callback expires: no worker uses outdated settings for
 * longer.
 */
export const LEASE_MS = 6_000

/** `user-agent` of every request to a callback (webhooks.md 3). */
export const USER_AGENT = 'Tripfold-Webhooks/1'

/** Ends `AttemptWrite.signed` if the payload was thin. */
export const THIN_MARK = 'thin'

/** How to reach a callback, and its limits. */
export interface CallbackSettings {
  callback: Id
  /** Changes whenever a setting changes. */
  version: number
  /** When it changes, the callback's deliveries in memory must be loaded again. */
  invalidations: number
  url: string
  /** Sealed `user:password`; null for none. */
  credentials: Uint8Array | null
  /** Sealed secrets, newest first. */
  secrets: Uint8Array[]
  /** When the older secret stops signing; null if there is only one. */
  secondUntil: number | null
  ordered: boolean
  maxInFlight: number
  ratePerSecond: number | null
  timeoutMs: number
  /** Bodies hold no data, but the address of the resource. */
  isThin: boolean
  /** Signed with the keys of the service as well (webhooks.md 3.3). */
  isAsymmetric: boolean
  /** Sealed JSON: names and values of custom headers; null for none. */
  headers: Uint8Array | null
}

/** The current state of a claimed callback; version null: it is not Active. */
export interface CallbackState {
  version: number | null
  invalidations: number
}

/** The settings of a callback changed to this version; null: it was deleted. */
export interface CallbackChanged {
  callback: Id
  version: number | null
}

/** `saved`: the stored state of the callback's actor, opaque. */
export interface ClaimedCallback {
  settings: CallbackSettings
  claim: number
  saved: string
}

/** A pending delivery with its event; `body` null: the log no longer has the event. */
export interface DueDelivery {
  event: string
  /** When the event was created. */
  at: number
  type: string
  resource: string | null
  body: Buffer | null
  member: Id | null
  sequence: number | null
  /** Attempts ever made, over all replays. */
  attemptCount: number
  /** Attempts since it was created or last replayed; the retry schedule goes by them. */
  retryIndex: number
  /** In ordered delivery, the sequence of the nearest earlier pending event of the member; null: none. */
  waitsFor: number | null
  /** The span that created the delivery; null if that was not traced. */
  traceparent: Traceparent | null
}

/** What a read of due deliveries leaves out, and where it begins. */
export interface DueReading {
  /** Events that are not wanted. */
  known: string[]
  /** Where the last read of the same claim said; null: where the claim begins; `-infinity`: at the oldest. */
  from: string | null
  /** Milliseconds before `from`, for what was committed late. */
  lookBackMs: number
}

/** Deliveries found by a read, and an instant of the store from which the next one may begin. */
export interface DueRead {
  found: DueDelivery[]
  from: string | null
}

/** An attempt and the state of its delivery after it. `until`: when it is due again; null: it has ended. */
export interface AttemptWrite {
  callback: Id
  event: string
  eventAt: number
  type: string
  resource: string | null
  no: number
  retryIndex: number
  at: number
  state: 'delivered' | 'retrying' | 'exhausted' | 'gone' | 'aborted' | 'failed'
  status: number | null
  error: string | null
  address: string | null
  ms: number
  until: number | null
  /** `webhook-timestamp`, `x-signature` and `webhook-signature` as sent, and `thin` if the body was, by spaces. */
  signed: string
  answer: string | null
  ordered: boolean
  member: Id | null
  /** The claim, if the attempt showed that the callback is repaired: deliveries that wait for a retry are due now. */
  repairedUnder?: number
}

/** A claim to release, with the state of the callback's actor. */
export interface ClaimWrite {
  callback: Id
  claim: number
  saved: string
  failures: number
  lastAt: number | null
  lastStatus: number | null
  /** Since when it has done nothing but fail, if its owner is to be informed; null: nothing to inform of. */
  failingSince: number | null
  /** Not to be claimed before; null: at any time. */
  notBefore: number | null
}

/** Why a callback is disabled: the receiver answered 410 or asked for it, or it has failed for too long. */
export type DisableReason = 'gone' | 'requested' | 'failing'

/** `disabled_reason` of a callback that fails in the fan-out itself, above all in its filter; it gets no deliveries. */
export const SUSPENDED = 'suspended'

/** Everything since the last write, recorded in this order. */
export interface RecordBatch {
  attempts: AttemptWrite[]
  /** Deliveries that wait for an earlier event of their member, if one is still pending. */
  deferred: Array<{ callback: Id; claim: number; event: string }>
  /** Deliveries of events that the log no longer has. */
  missing: Array<{ callback: Id; event: string }>
  disabled: Array<{ callback: Id; reason: DisableReason }>
  claims: ClaimWrite[]
}

/** A ping or another test event to send; its event is already in the log. */
export interface Ping {
  settings: CallbackSettings
  event: string
  type: string
  resource: string | null
  at: number
  body: string
}

/** An event as an event notice names it. */
export interface NotifiedEvent {
  id: string
  created: number
  /** The span that made it; absent if it was not traced. */
  traceparent?: Traceparent
}
