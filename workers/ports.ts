/** What the workers need of the outside, and no more. `db` happens to do it; `ops/wire.ts` puts one into the other. */
import type { Folded, StoredMember } from '../schemas/folded.js'
import type { Id } from '../schemas/ids.js'
import type { Envelope } from '../schemas/message.js'

/** A message as it is saved with its effects: a row of raw_batch. */
export interface RawBatch { seq: number, member: Id, envelope: Envelope, body: string }

/** One partition's effects, saved together under its cursor and epoch (design.md 4.1). */
export interface Commit {
  partition: number
  epoch: number
  /** The position the effects start from: saved only if the partition still stands there. */
  cursor: number
  /** Sequence of the last message applied: the new cursor. */
  last: number
  messages: RawBatch[]
  folded: Folded[]
  /** Messages of members that do not exist: kept as refused, without any effect. */
  refused?: RawBatch[]
  /** Members that this commit parks (design.md 5), because of one message that fails for its own reason. */
  parking?: Parking[]
  /** Messages of parked members, the culprit first; they wait in this order. */
  parked?: ParkedMessage[]
}

/** A member whose story stops until an operator decides: row of parked_member. */
export interface Parking {
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
export interface ParkedMessage { member: Id, seq: number, subject: string, bytes: Uint8Array, reason: string }

export interface MemberStore {
  /** Members as last committed; ids that do not exist are absent from the answer. */
  load: (ids: Id[]) => Promise<StoredMember[]>
  /** All or nothing. `fenced`: the partition has moved on or has another owner, nothing was saved. Throws on failure. */
  apply: (commit: Commit) => Promise<'saved' | 'fenced'>
  /** Batch ids among those given that are already applied (business idempotency: unique member and batch). */
  known: (batches: Array<{ member: Id, batch: Id }>) => Promise<Set<Id>>
  /** Members of the partition that are parked. */
  parked: (partition: number) => Promise<Id[]>
}

export interface Owned { partition: number, epoch: number, cursor: number }

export interface PartitionStore {
  /** Announces the worker and renews it; `backend` ties its life to its control connection. */
  heartbeat: () => Promise<void>
  /** Partitions in all, and those free, mine, or of workers that are gone; plus live workers. */
  survey: () => Promise<{ workers: string[], parts: Array<{ partition: number, owner: string | null, status: string }> }>
  /** Takes the named partitions that are free, mine or orphaned; their epoch rises. */
  acquire: (partitions: number[]) => Promise<Owned[]>
  release: (partition: number, epoch: number) => Promise<void>
  /** Where the partition stands now, to settle an unknown commit. */
  position: (partition: number) => Promise<{ epoch: number, cursor: number }>
  /** Records lag for operators and for Retry-After. */
  lag: (rows: Array<{ partition: number, epoch: number, lag: number }>) => Promise<void>
  halt: (partition: number, epoch: number, status: string) => Promise<void>
  /** Calls back when a worker came or went, as soon as it is known; answers how to stop that. Polling goes on without it. */
  onRebalance?: (wake: () => void) => () => void
  /** The life of the stream that the cursors belong to, as first seen: stored when there is none yet (design.md 4.4). */
  identity?: (seen: { created: string, partitions: number }) => Promise<{ created: string, partitions: number }>
  leave: () => Promise<void>
}

export interface OutboxStore {
  /** Oldest unpublished events of a partition, in order. */
  pending: (partition: number, limit: number) => Promise<Array<{ id: number, eventId: string, member: Id | null, body: string }>>
  published: (partition: number, upTo: number) => Promise<void>
}

/** Runs the pure fold somewhere: in this thread, or in a pool with members resident in their threads. */
export interface Thinker {
  /** One outcome per task, in the order of the tasks. Throws only when the thinker itself is broken. */
  fold: (tasks: FoldTask[]) => Promise<FoldOutcome[]>
  /** Last sequence of a member held in memory for this owner; null: send its stored state along. */
  holds: (member: Id, owner: string) => number | null
  /** Members whose commit failed, or all of an owner that is gone: their memory must not be used again. */
  forget: (what: Id[] | { owner: string } | 'all') => void
  close: () => Promise<void>
}

export interface FoldTask {
  member: Id
  /** Who asks: one partition under one epoch. Memory of another owner is never used. */
  owner: string
  /** As last committed; null when the thinker holds the member. */
  stored: StoredMember | null
  /** In stream order, none of them folded before. */
  messages: RawBatch[]
  /** Epoch milliseconds of this step. */
  now: number
}

/** `cold`: not in memory after all, ask again with the stored state. `failed`: the rules threw; memory of it is gone. */
export type FoldOutcome =
  | { is: 'folded', folded: Folded }
  | { is: 'cold' }
  | { is: 'failed', error: string }
