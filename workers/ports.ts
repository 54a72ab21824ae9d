/**
 * What the workers need from a store and from an executor. `db` implements the stores; `ops/wiring/wiring.ts`
 * connects them.
 */
import type { ErrorCode } from '../schemas/base/errors.js'
import type { Id } from '../schemas/base/ids.js'
import type { FoldResult, StoredMember, StoredSegment } from '../schemas/stream/fold-result.js'
import type { Envelope } from '../schemas/stream/message.js'

/** A message as it is saved with its effects: a row of raw_batch. */
export interface DecodedMessage {
  seq: number
  member: Id
  envelope: Envelope
  body: string
}

/** A message that is kept without any effect. Without a `refusal` its member does not exist. */
export interface RefusedMessage extends DecodedMessage {
  refusal?: { error: ErrorCode; error_description: string }
}

/** One partition's effects, saved together with its cursor under its epoch (workers/README.md 4.1). */
export interface Commit {
  partition: number
  epoch: number
  /** The position the effects start from; nothing is saved if the partition is elsewhere. */
  cursor: number
  /** Sequence of the last message applied: the new cursor. */
  last: number
  messages: DecodedMessage[]
  folded: FoldResult[]
  refused?: RefusedMessage[]
  /** Members that this commit parks because of one poison message each (workers/README.md 5). */
  parking?: ParkedMember[]
  /** Messages of parked members, the culprit first, in the order in which they wait. */
  parked?: ParkedMessage[]
  /** Waiting messages of a parked member that this commit removes, on an operator's command. */
  unpark?: Unpark
  /** Last outbox row that is published: this commit removes the rows up to it. */
  relayed?: number
}

/** The message `body` with the message id `eventId`, waiting to be published. */
export interface OutboxRow {
  id: number
  eventId: string
  body: string
}

/** What a saved commit put into the outbox, in order; null: unknown, the outbox has to be read. */
export interface CommitResult {
  notices: OutboxRow[] | null
}

/** Removes waiting messages up to and including `upTo`; `done`: the member is no longer parked. */
export interface Unpark {
  member: Id
  upTo: number
  done: boolean
}

/** A member that is not folded until an operator decides: a row of parked_member. */
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

/** A message waiting behind a parked member: a row of parked_msg with the original bytes. */
export interface ParkedMessage {
  member: Id
  seq: number
  subject: string
  bytes: Uint8Array
  reason: string
}

/** A member as last committed; `newest`: the greatest batch id applied, 0 if there is none. */
export interface LoadedMember extends StoredMember {
  newest: number
}

export interface MemberStore {
  /**
   * Members that do not exist are left out. `full`: for how many segments of a member, the latest changed,
   * the documents and statements are loaded as well (default: all).
   */
  load: (ids: Id[], full?: number) => Promise<LoadedMember[]>
  /** Rows of segments with their documents. */
  segments: (asked: Array<{ member: Id; segments: Id[] }>) => Promise<Map<Id, StoredSegment[]>>
  /**
   * Saves commits of different partitions, all or nothing; one result per commit. `fenced`: one of the
   * partitions has moved on or has another owner, and nothing was saved. Throws on failure.
   */
  apply: (commits: readonly Commit[]) => Promise<CommitResult[] | 'fenced'>
  /** Those of the given batch ids that are applied already (batches are idempotent per member). */
  known: (batches: Array<{ member: Id; batch: Id }>) => Promise<Set<Id>>
}

/**
 * - `replay`: fold the waiting messages in order, refuse the sequences in `skip`, and unpark the member.
 * - `try`: the same without saving anything.
 * - `drop`: refuse the waiting messages and unpark the member.
 */
export interface DeadLetterCommand {
  id: number
  partition: number
  member: Id
  do: 'replay' | 'try' | 'drop'
  skip: number[]
}

/** Parked members, and the commands of operators for them. */
export interface DeadLetterStore {
  /** Parked members of the partition; `noticed`: their dead letter is published. */
  parked: (partition: number) => Promise<Array<ParkedMember & { noticed: boolean }>>
  noticed: (member: Id, since: number) => Promise<void>
  /** Messages of a member that wait after sequence `after`, oldest first. */
  waiting: (member: Id, after: number, limit: number) => Promise<ParkedMessage[]>
  /** Commands not yet executed for members of these partitions, oldest first. */
  due: (partitions: number[]) => Promise<DeadLetterCommand[]>
  /** Marks the command as executed, with its result. */
  finish: (command: number, result: string) => Promise<void>
}

export interface AcquiredPartition {
  partition: number
  epoch: number
  cursor: number
  /** Consecutive owners before this one that never released the partition. */
  stuck: number
  /** Up to which message a former owner was about to fold in poison recovery. */
  suspect: number | null
  /** Owners that crashed with that message in hand. */
  deaths: number
}

export interface PartitionStore {
  /** Registers the worker and renews its lease, which is tied to its control connection. */
  heartbeat: () => Promise<void>
  /** Live workers, and all partitions with their owners. */
  survey: () => Promise<{
    workers: string[]
    parts: Array<{ partition: number; owner: string | null; status: string }>
  }>
  /** Acquires those of the partitions that are free, ours or orphaned; their epoch rises. */
  acquire: (partitions: number[]) => Promise<AcquiredPartition[]>
  /** Releases partitions still held under that epoch, and notifies the other workers once. */
  release: (left: Array<{ partition: number; epoch: number }>) => Promise<void>
  /** Current position of the partition, to resolve a commit of unknown outcome. */
  position: (partition: number) => Promise<{ epoch: number; cursor: number }>
  /** Sequence up to which each of so many partitions is folded; 0 while some of them do not exist yet. */
  folded: (partitions: number) => Promise<number>
  /**
   * Records lag for operators and for batch status: messages stored up to `foldedTo`, epoch milliseconds, are
   * folded; without lag, all are.
   */
  lag: (rows: Array<{ partition: number; epoch: number; lag: number; foldedTo?: number }>) => Promise<void>
  /**
   * Records, before messages are folded in poison recovery, up to where and how many owners they crashed;
   * null: over.
   */
  suspect: (partition: number, epoch: number, seq: number | null, deaths: number) => Promise<void>
  halt: (partition: number, epoch: number, status: string) => Promise<void>
  /**
   * Calls back as soon as a worker joined or left; returns how to unsubscribe. Only a hint: polling goes on.
   */
  onRebalance: (wake: () => void) => () => void
  /** The stream that the cursors belong to, stored when it is first seen (workers/README.md 4.4). */
  identity: (seen: {
    created: string
    partitions: number
  }) => Promise<{ created: string; partitions: number }>
  leave: () => Promise<void>
}

export interface OutboxStore {
  /** Oldest rows of a partition after row `after`, in order. */
  pending: (partition: number, after: number, limit: number) => Promise<OutboxRow[]>
  /** Removes published rows. */
  published: (partition: number, upTo: number) => Promise<void>
}

/** Runs the pure fold: in this thread, in a thread pool that caches members, or in a sandbox process. */
export interface FoldExecutor {
  /** One outcome per task, in the order of the tasks. Throws only if the executor itself is broken. */
  fold: (tasks: FoldTask[]) => Promise<FoldOutcome[]>
  /** Cursor of a member cached for this owner; null: its stored state has to be sent along. */
  cached: (member: Id, owner: string) => MemberCursor | null
  /** Drops members whose commit failed, or all members of an owner that is gone. */
  invalidate: (what: Id[] | { owner: string } | 'all') => void
  close: () => Promise<void>
}

/** Sequence of the last message folded into a member, and its greatest batch id. */
export interface MemberCursor {
  lastSeq: number
  newest: number
}

export interface FoldTask {
  member: Id
  /** One partition under one epoch. State cached for another owner is never used. */
  owner: string
  /** As last committed; null if the executor holds the member. */
  stored: StoredMember | null
  /** In stream order, none of them folded before. */
  messages: DecodedMessage[]
  /** The greatest batch id folded into the member, these messages included. */
  newest: number
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
 *
 * After the last two the member is no longer cached.
 */
export type FoldOutcome =
  | { is: 'folded'; folded: FoldResult }
  | { is: 'needsState' }
  | { is: 'needsSegments'; segments: Id[] }
  | { is: 'needsFullState' }
  | { is: 'failed'; error: string }

/**
 * What becomes of a message of the EVENTS stream: handled, redelivered after `ms`, or given up for the reason
 * `why`.
 */
export type EventVerdict = { is: 'done' } | { is: 'later'; ms: number } | { is: 'never'; why: string }
