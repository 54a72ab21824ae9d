/** What the messages of one step have touched, gathered before anything is decided. */
import type { TripFields } from '../../schemas/edit.js'
import type { AccountWrite, BatchWrite, Refusal } from '../../schemas/folded.js'
import type { Id } from '../../schemas/ids.js'
import type { Incoming } from '../../schemas/message.js'
import type { Raw } from '../itinerary/raw.js'
import type { Change } from './events.js'
import type { Item } from './item.js'
import type { Trip } from './state.js'

export interface Step {
  /** Statements to cluster again. */
  seeds: Set<Raw>
  /** Items to merge again although no statement came (pinned fields, sweeps). */
  stale: Set<Item>
  /** Items left without statements by a withdrawal. */
  emptied: Set<Item>
  /** Group everything again: homes or constraints have changed. */
  regroup: boolean
  /** Trips whose words or status an edit changed. */
  trips: Set<Trip>
  /** What an edit said of trips. */
  said: Map<Trip, TripFields>
  /** Trips that an edit merged, each into the other. */
  merged: Map<Trip, Trip>
  profile: boolean
  accounts: AccountWrite[]
  /** Events that are neither of a segment nor of a trip: accounts, the member. */
  others: Change[]
  batches: Pending[]
}

/** A batch whose results are known only after the fold. */
export interface Pending {
  message: Incoming
  raws: Id[]
  resource: BatchWrite['resource']
  refusal: BatchWrite['refusal']
  /** The raw by which a single write's segment is found. */
  by: Id | null
  /** Trip to pin the written segment to. */
  pin: Id | null
  /** Raws that cancel a whole booking, each with the statements it concerns. */
  cancelled: Map<Id, Raw[]>
}

/** A step in which no message has been taken in; it is filled in place. */
export function emptyStep(): Step {
  return {
    seeds: new Set(),
    stale: new Set(),
    emptied: new Set(),
    regroup: false,
    trips: new Set(),
    said: new Map(),
    merged: new Map(),
    profile: false,
    accounts: [],
    others: [],
    batches: [],
  }
}

/**
 * The batch counts as `failed`, for this reason; `error` is a code of contract.md 6. What the message has changed by now is
 * not undone.
 */
export function refuse(pending: Pending, error: string, description: string): void {
  pending.refusal = { error, error_description: description }
}

/** Refuses what names a trip, segment or account that is not there. */
export function refuseMissing(pending: Pending, missing: NonNullable<Refusal['missing']>, id: Id): void {
  pending.refusal = { error: 'not_found', error_description: `There is no ${missing} ${id}.`, missing }
}

/** Refuses a change of a row that is not, or no longer, the one that `If-Match` named at the door; false then. */
export function asExpected(pending: Pending, row: { id: Id; version: number } | null | undefined): boolean {
  const { expects } = pending.message.envelope
  if (expects === undefined || (row?.id === expects.id && row.version === expects.version)) return true
  outdated(pending)
  return false
}

/** Refuses a change of what has changed since it was read. */
export function outdated(pending: Pending): void {
  refuse(pending, 'precondition_failed', 'The resource has changed since; read it again.')
}
