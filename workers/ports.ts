/**
 * What parts of the workers need from each other: the fold an executor, and the event consumer the outcome
 * of each event. The stores are ports in schemas/stream and schemas/webhooks, which `db` implements.
 */
import type { Id } from '../schemas/base/ids.js'
import type { DecodedMessage } from '../schemas/stream/decoded-message.js'
import type { FoldResult, StoredMember, StoredSegment } from '../schemas/stream/fold-result.js'

/** Runs the pure fold: in this thread, in a thread pool that caches members, or in a sandbox process. */
export interface FoldExecutor {
  /** One outcome per task, in the order of the tasks. Throws only if the executor itself is broken. */
  fold: (tasks: FoldTask[]) => Promise<FoldOutcome[]>
  /** Position of a member cached for this owner; null: its stored state has to be sent along. */
  cached: (member: Id, ownerTag: string) => MemberPosition | null
  /** Drops members whose commit failed, or all members of an owner that is gone. */
  invalidate: (what: Id[] | { ownerTag: string } | 'all') => void
  close: () => Promise<void>
}

/** Sequence of the last message folded into a member, and its greatest batch id. */
export interface MemberPosition {
  appliedSeq: number
  newestBatch: number
}

export interface FoldTask {
  member: Id
  /** One partition under one epoch. State cached for another owner is never used. */
  ownerTag: string
  /** As last committed; null if the executor holds the member. */
  stored: StoredMember | null
  /** In stream order, none of them folded before. */
  messages: DecodedMessage[]
  /** The greatest batch id folded into the member, these messages included. */
  newestBatch: number
  /** Segments that the outcome `needsSegments` asked for. */
  loadedSegments?: StoredSegment[]
  /** The effects will not be saved, so cached state is newer than the store's rows. */
  dryRun?: boolean
  /** Epoch milliseconds of this step. */
  now: number
}

/**
 * - `needsState`: not cached after all; ask again with the stored state.
 * - `needsSegments`: nothing was folded; ask again with the rows of these segments.
 * - `needsFullState`: more than these segments were needed; ask again with the whole member.
 * - `failed`: the rules threw.
 * - `unavailable`: no ids can be created now; the same messages can be folded later.
 *
 * After the last three the member is no longer cached.
 */
export type FoldOutcome =
  | { is: 'folded'; folded: FoldResult }
  | { is: 'needsState' }
  | { is: 'needsSegments'; segments: Id[] }
  | { is: 'needsFullState' }
  | { is: 'failed'; error: string }
  | { is: 'unavailable'; error: string }

/**
 * What becomes of a message of the EVENTS stream: acknowledged (ack), redelivered after `ms` (nak), or never
 * delivered again (term) for the reason `why`.
 */
export type EventOutcome = { is: 'done' } | { is: 'redeliver'; ms: number } | { is: 'reject'; why: string }
