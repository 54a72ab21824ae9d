/**
 * What is pending, what happened to it, and who may send it: the rows that pass between a store and the delivery workers.
 * Instants are epoch milliseconds of the database's clock.
 */
import type { Id } from '../base/ids.js'

/** A claim of a callback that is not prolonged for this long is anybody's, milliseconds: no worker uses outdated settings for longer than this. */
export const LEASE_MS = 6_000

/** `user-agent` of every request to a callback (webhooks.md 3). */
export const USER_AGENT = 'Tripfold-Webhooks/1'

/** How to reach a callback, and how hard. */
export interface CallbackSettings {
  callback: Id
  /** Changes whenever a setting changes. */
  version: number
  /** Another one: what is held of the callback's deliveries is to be read anew. */
  invalidations: number
  url: string
  /** Sealed `user:password`; null for none. */
  credentials: Uint8Array | null
  /** Sealed secrets, newest first. */
  secrets: Uint8Array[]
  /** When the older secret stops signing; null when there is one alone. */
  secondUntil: number | null
  ordered: boolean
  maxInFlight: number
  ratePerSecond: number | null
  timeoutMs: number
}

/** What a claimed callback is at by now; version null: it is not Active. */
export interface CallbackState {
  version: number | null
  invalidations: number
}

/** A callback was set otherwise and has this version now; null: it is no more. */
export interface CallbackChanged {
  callback: Id
  version: number | null
}

/** `saved`: what the actor of the callback wanted kept, opaque. */
export interface ClaimedCallback {
  settings: CallbackSettings
  claim: number
  saved: string
}

/** A pending delivery with its event; `body` null: the log no longer has the event. */
export interface DueDelivery {
  event: string
  /** When the event was made. */
  at: number
  type: string
  resource: string | null
  body: Buffer | null
  member: Id | null
  sequence: number | null
  /** Attempts ever made, over all replays; and of this run. */
  attemptCount: number
  retryIndex: number
  /** Sequence of the nearest earlier event of the member that is pending, where the order matters; null: none. */
  waitsFor: number | null
}

/** An attempt and how the delivery stands after it. `until`: when it is due again; null: it is over. */
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
  /** `webhook-timestamp`, x-signature and webhook-signature as they were sent, separated by spaces. */
  signed: string
  answer: string | null
  ordered: boolean
  member: Id | null
}

/** A claim given back, or (`keep`) its state noted on the way. */
export interface ClaimWrite {
  callback: Id
  claim: number
  keep: boolean
  saved: string
  failures: number
  lastAt: number | null
  lastStatus: number | null
  /** Not to be claimed before; null when nothing speaks against it. */
  notBefore: number | null
}

/** What happened since the last writing, in the order: attempts, parked, lost, disabled, exhausted, claims. */
export interface RecordBatch {
  attempts: AttemptWrite[]
  /** Must wait for an earlier event of their member, if there still is one. */
  deferred: Array<{ callback: Id; claim: number; event: string }>
  /** Deliveries of events that the log no longer has. */
  missing: Array<{ callback: Id; event: string }>
  disabled: Array<{ callback: Id; reason: 'gone' | 'requested' | 'failing' }>
  claims: ClaimWrite[]
}

/** A ping about to be sent: its event is in the log. */
export interface Ping {
  settings: CallbackSettings
  event: string
  at: number
  body: string
}

/** An event as the stream tells of it. */
export interface NotifiedEvent {
  id: string
  created: number
}
