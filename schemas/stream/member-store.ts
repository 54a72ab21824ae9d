/**
 * How the workers load members, commit the results of a fold, and publish what a commit put into the outbox.
 */
import type { Id } from '../base/ids.js'
import type { ParkedMember, ParkedMessage } from './dead-letter-store.js'
import type { DecodedMessage, RefusedMessage } from './decoded-message.js'
import type { FoldResult, StoredMember, StoredSegment } from './fold-result.js'

/** One partition's effects, saved together with its cursor under its epoch and revision (workers/DESIGN.md 4.1). */
export interface Commit {
  partition: number
  epoch: number
  /** That which the commit follows and raises by one; nothing is saved if the partition has another. */
  revision: number
  /** Sequence of the last message applied, or of an earlier one: the new cursor. */
  cursor: number
  /** Epoch milliseconds at which the stream stored that message; not given if that is unknown. */
  cursorStored?: number | null
  messages: DecodedMessage[]
  folded: FoldResult[]
  refused?: RefusedMessage[]
  /** Members that this commit parks because of one poison message each (workers/DESIGN.md 5). */
  parking?: ParkedMember[]
  /** Messages of parked members, the culprit first, in the order in which they wait. */
  parked?: ParkedMessage[]
  /** Waiting messages of a parked member that this commit removes, on an operator's command. */
  unpark?: Unpark
  /** Last outbox row that is published: this commit records it. */
  published?: number
}

/** A commit before it is known which revision it will follow. */
export type PreparedCommit = Omit<Commit, 'revision'>

/** Removes waiting messages up to and including `upTo`; `done`: the member is no longer parked. */
export interface Unpark {
  member: Id
  upTo: number
  done: boolean
}

/** The message `body`, waiting to be published; `eventId`: the first event it names. */
export interface OutboxRow {
  id: number
  eventId: string
  body: string
}

/** A saved commit. */
export interface CommitResult {
  /** The partition's revision after it. */
  revision: number
  /** What it put into the outbox, in order; null: unknown, the outbox has to be read. */
  notices: OutboxRow[] | null
}

/** A member as last committed; `newestBatch`: the greatest batch id applied, 0 if there is none. */
export interface LoadedMember extends StoredMember {
  newestBatch: number
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
   * Saves commits of different partitions, all or nothing, however large; one result per commit. `fenced`: one of the
   * partitions has moved on or has another owner, and nothing was saved. Throws on failure.
   */
  apply: (commits: readonly Commit[]) => Promise<CommitResult[] | 'fenced'>
  /**
   * Whether the store can save anything: writes a row of each table and takes it back, then commits a change without
   * effects and without another revision, both at this position and within two seconds. Throws on failure.
   */
  probe: (at: Pick<Commit, 'partition' | 'epoch' | 'revision' | 'cursor'>) => Promise<boolean>
  /** Those of the given batch ids that are applied already (batches are idempotent per member). */
  appliedBatches: (batches: Array<{ member: Id; batch: Id }>) => Promise<Set<Id>>
}

export interface OutboxStore {
  /** Oldest rows of a partition after row `after`, in order. */
  pending: (partition: number, after: number, limit: number) => Promise<OutboxRow[]>
  /** Records that the rows up to `upTo` are published; they are not pending any more. */
  recordPublished: (partition: number, upTo: number) => Promise<void>
  /** Frees the space of published rows, as far as nobody is reading them; to be called every few seconds. */
  truncate: () => Promise<void>
}
