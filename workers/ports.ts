/** What the workers need of the outside, and no more. `db` happens to do it; `ops/wiring/wiring.ts` puts one into the other. */
import type { ErrorCode } from '../schemas/base/errors.js'
import type { FoldResult, StoredMember, StoredSegment } from '../schemas/stream/fold-result.js'
import type { Id } from '../schemas/base/ids.js'
import type { Envelope } from '../schemas/stream/message.js'

/** A message as it is saved with its effects: a row of raw_batch. */
export interface DecodedMessage {
  seq: number
  member: Id
  envelope: Envelope
  body: string
}

/** A message that is kept without any effect, and why; when the reason is missing, the member does not exist. */
export interface RefusedMessage extends DecodedMessage {
  refusal?: { error: ErrorCode; error_description: string }
}

/** One partition's effects, saved together under its cursor and epoch (workers/README.md 4.1). */
export interface Commit {
  partition: number
  epoch: number
  /** The position the effects start from: saved only if the partition still stands there. */
  cursor: number
  /** Sequence of the last message applied: the new cursor. */
  last: number
  messages: DecodedMessage[]
  folded: FoldResult[]
  refused?: RefusedMessage[]
  /** Members that this commit parks (workers/README.md 5), because of one message that fails for its own reason. */
  parking?: ParkedMember[]
  /** Messages of parked members, the culprit first; they wait in this order. */
  parked?: ParkedMessage[]
  /** Waiting messages of a parked member that this commit takes away, on an operator's word. */
  unpark?: Unpark
  /** Up to which row of the partition's outbox the stream has all: those rows leave with this commit. */
  relayed?: number
}

/** The message of `body` under the id `eventId`, as it waits for the stream. */
export interface OutboxRow {
  id: number
  eventId: string
  body: string
}

/** What a commit that was saved put into the outbox, in order; null: unknown, read it from the outbox. */
export interface CommitResult {
  notices: OutboxRow[] | null
}

/** Waiting messages up to and including `upTo` leave; `done`: the member is no longer parked. */
export interface Unpark {
  member: Id
  upTo: number
  done: boolean
}

/** A member whose story stops until an operator decides: row of parked_member. */
export interface ParkedMember {
  member: Id
  /** Sequence of the message that failed. */
  since: number
  /** `decode`, `fold`, `store` or `crash`. */
  reason: string
  error: string
  attempts: number
  version: string
}

/** A message that waits with its member: row of parked_msg, its bytes as they came. */
export interface ParkedMessage {
  member: Id
  seq: number
  subject: string
  bytes: Uint8Array
  reason: string
}

/** A member as last committed; `newest`: the newest (greatest) batch id that was applied, 0 when there is none. */
export interface LoadedMember extends StoredMember {
  newest: number
}

export interface MemberStore {
  /**
   * Ids that do not exist are absent from the answer. `full`: of how many segments of a member, the latest changed, the
   * documents come too, and what their raw segments say; left out: of all.
   */
  load: (ids: Id[], full?: number) => Promise<LoadedMember[]>
  /** Rows of segments, with their documents. */
  segments: (asked: Array<{ member: Id; segments: Id[] }>) => Promise<Map<Id, StoredSegment[]>>
  /**
   * Saves commits of different partitions, all or nothing; answers one `Saved` for each. `fenced`: one of the partitions has
   * moved on or has another owner, nothing was saved. Throws on failure.
   */
  apply: (commits: readonly Commit[]) => Promise<CommitResult[] | 'fenced'>
  /** Batch ids among those given that are already applied (business idempotency: unique member and batch). */
  known: (batches: Array<{ member: Id; batch: Id }>) => Promise<Set<Id>>
}

/**
 * - `replay`: fold what waits, in order, refusing the sequences in `skip`, and un-park the member.
 * - `try`: the same without saving anything.
 * - `drop`: refuse what waits and un-park the member.
 */
export interface DeadLetterCommand {
  id: number
  partition: number
  member: Id
  do: 'replay' | 'try' | 'drop'
  skip: number[]
}

/** Members whose story stopped, and what operators decided about them. */
export interface DeadLetterStore {
  /** Members of the partition that are parked; `noticed`: the dead-letter stream has heard of it. */
  parked: (partition: number) => Promise<Array<ParkedMember & { noticed: boolean }>>
  noticed: (member: Id, since: number) => Promise<void>
  /** What waits of a member behind sequence `after`, oldest first. */
  waiting: (member: Id, after: number, limit: number) => Promise<ParkedMessage[]>
  /** Commands not yet carried out for members of these partitions, oldest first. */
  due: (partitions: number[]) => Promise<DeadLetterCommand[]>
  /** Writes the result beside the command: it is done. */
  finish: (command: number, result: string) => Promise<void>
}

export interface AcquiredPartition {
  partition: number
  epoch: number
  cursor: number
  /** Owners in a row, before this one, that were gone without giving the partition back. */
  stuck: number
  /** Up to which message a former owner was about to fold with care when it was last heard of. */
  suspect: number | null
  /** Owners that were gone with that message in hand. */
  deaths: number
}

export interface PartitionStore {
  /** Announces the worker and renews it; `backend` ties its life to its control connection. */
  heartbeat: () => Promise<void>
  /** Partitions in all, and those free, mine, or of workers that are gone; plus live workers. */
  survey: () => Promise<{
    workers: string[]
    parts: Array<{ partition: number; owner: string | null; status: string }>
  }>
  /** Takes the named partitions that are free, mine or orphaned; their epoch rises. */
  acquire: (partitions: number[]) => Promise<AcquiredPartition[]>
  /** Gives partitions back, those that are still held under that epoch, and tells the others once. */
  release: (left: Array<{ partition: number; epoch: number }>) => Promise<void>
  /** Where the partition stands now, to settle an unknown commit. */
  position: (partition: number) => Promise<{ epoch: number; cursor: number }>
  /** Up to which sequence each of so many partitions is folded, whoever works it; 0 while some of them are yet to be made. */
  folded: (partitions: number) => Promise<number>
  /** Records lag for operators, and for whoever asks after a batch: what was stored up to `foldedTo`, epoch milliseconds, is folded; with no lag, all is. */
  lag: (rows: Array<{ partition: number; epoch: number; lag: number; foldedTo?: number }>) => Promise<void>
  /** Writes down, before messages are folded with care, up to where, and how many owners they have cost; null: it is over. */
  suspect: (partition: number, epoch: number, seq: number | null, deaths: number) => Promise<void>
  halt: (partition: number, epoch: number, status: string) => Promise<void>
  /** Calls back when a worker came or went, as soon as it is known; answers how to stop that. Polling goes on without it. */
  onRebalance: (wake: () => void) => () => void
  /** The life of the stream that the cursors belong to, as first seen: stored when there is none yet (workers/README.md 4.4). */
  identity: (seen: {
    created: string
    partitions: number
  }) => Promise<{ created: string; partitions: number }>
  leave: () => Promise<void>
}

export interface OutboxStore {
  /** Oldest rows of a partition behind row `after`, in order. */
  pending: (partition: number, after: number, limit: number) => Promise<OutboxRow[]>
  /** Takes out what the stream has. */
  published: (partition: number, upTo: number) => Promise<void>
}

/** Runs the pure fold somewhere: in this thread, or in a pool with members resident in their threads. */
export interface FoldExecutor {
  /** One outcome per task, in the order of the tasks. Throws only when the thinker itself is broken. */
  fold: (tasks: FoldTask[]) => Promise<FoldOutcome[]>
  /** What a member held in memory for this owner has seen; null: send its stored state along. */
  cached: (member: Id, owner: string) => MemberCursor | null
  /** Members whose commit failed, or all of an owner that is gone: their memory must not be used again. */
  invalidate: (what: Id[] | { owner: string } | 'all') => void
  close: () => Promise<void>
}

/** Sequence of the last message folded into a member, and the newest batch id of all. */
export interface MemberCursor {
  lastSeq: number
  newest: number
}

export interface FoldTask {
  member: Id
  /** Who asks: one partition under one epoch. Memory of another owner is never used. */
  owner: string
  /** As last committed; null when the thinker holds the member. */
  stored: StoredMember | null
  /** In stream order, none of them folded before. */
  messages: DecodedMessage[]
  /** The newest batch id of all that were folded into the member, these messages included. */
  newest: number
  /** Segments that the outcome `wants` asked for. */
  loadedSegments?: StoredSegment[]
  /** The effects will not be saved: rows in the store are older than what is in memory. */
  dryRun?: boolean
  /** Epoch milliseconds of this step. */
  now: number
}

/**
 * `cold`: not in memory after all, ask again with the stored state. `wants`: nothing was folded, ask again with the rows of
 * these segments. `missed`: more was needed than these; memory of it is gone, ask again with the whole member. `failed`: the
 * rules threw; memory of it is gone.
 */
export type FoldOutcome =
  | { is: 'folded'; folded: FoldResult }
  | { is: 'cold' }
  | { is: 'wants'; segments: Id[] }
  | { is: 'missed' }
  | { is: 'failed'; error: string }
