/** Partitions and their owners, as the workers acquire and release them (workers/DESIGN.md 3.1). */
import type { Division } from './subjects.js'

/**
 * Duration of a worker's lease. A worker renews it twice a second and gives its partitions up half a second
 * before it ends (workers/fold/ownership/hold-partitions.ts); a broker that is silent for as long counts as lost.
 */
export const LEASE_SECONDS = 3

/** How far a partition is folded, and under which epoch. */
export interface SavedPosition {
  epoch: number
  /** Raised by every commit, which is how a worker learns the fate of its own (workers/DESIGN.md 4.1). */
  revision: number
  cursor: number
  /**
   * Epoch milliseconds at which the stream stored the message at the cursor, by which another message there
   * is noticed (workers/DESIGN.md 3.4); null if that is not known or nothing is stored there.
   */
  cursorStored: number | null
}

export interface AcquiredPartition extends SavedPosition {
  partition: number
  division: Division
  /** Consecutive owners before this one that never released the partition. */
  abandonedEpochs: number
  /** Up to which message a former owner was about to fold in poison recovery. */
  suspect: number | null
  /** Owners that crashed with that message in hand, or seem to have: one that comes back is counted no more. */
  crashes: number
}

/** Where a partition stands, to be compared with the stream. */
export type PartitionPosition = Pick<AcquiredPartition, 'partition' | 'epoch' | 'cursor' | 'cursorStored'>

/** A stream and how its members are divided. */
export interface StreamIdentity extends Division {
  streamId: string
}

/** The stream that the cursors belong to; `marked`: sequences from and to which it holds markers alone. */
export interface StoredIdentity extends StreamIdentity {
  marked: [first: number, last: number] | null
}

export interface PartitionStore {
  /** Registers the worker and renews its lease, which is tied to its control connection. */
  heartbeat: () => Promise<void>
  /** Live workers, and all partitions with their owners. */
  survey: () => Promise<{
    workers: string[]
    partitions: Array<{ partition: number; owner: string | null; epoch: number; status: string }>
  }>
  /** Acquires those of the partitions that are free, ours or orphaned; their epoch rises. */
  acquire: (partitions: number[]) => Promise<AcquiredPartition[]>
  /** Releases partitions still held under that epoch, and notifies the other workers once. */
  release: (left: Array<{ partition: number; epoch: number }>) => Promise<void>
  /** Current position of the partition, to resolve a commit of unknown outcome. */
  position: (partition: number) => Promise<SavedPosition>
  /** All partitions of all owners; `isFitting`: none of its owners has halted it. */
  positions: () => Promise<Array<PartitionPosition & { isFitting: boolean }>>
  /**
   * Records lag for operators and for batch status: messages stored up to `foldedTo`, epoch milliseconds, are
   * folded; without lag, all are. `revision`: one that the partition has reached.
   */
  recordLag: (
    rows: Array<{ partition: number; epoch: number; revision: number; lag: number; foldedTo?: number }>,
  ) => Promise<void>
  /**
   * Records, before messages are folded in poison recovery, up to where, and how many owners they have crashed at
   * most; `seq` null: poison recovery is over.
   */
  recordSuspect: (partition: number, epoch: number, seq: number | null, crashes: number) => Promise<void>
  /** How many owners that have not come back since count against the suspect message. */
  suspectCrashes: (partition: number) => Promise<number>
  /**
   * Records that the stream does not fit these partitions now. Returns for how many milliseconds it has not, whichever worker
   * owned them meanwhile; those that have another owner are left out.
   */
  recordMismatch: (seen: Array<{ partition: number; epoch: number }>) => Promise<Map<number, number>>
  /** False if the partition has another owner. */
  halt: (partition: number, epoch: number, status: string) => Promise<boolean>
  /**
   * Calls back as soon as a worker joined or left; returns how to unsubscribe. Only a hint: polling goes on.
   */
  onRebalance: (wake: () => void) => () => void
  /** The stream that the cursors belong to, stored when it is first seen (workers/DESIGN.md 4.4). */
  identify: (seen: StreamIdentity) => Promise<StoredIdentity>
  /** Records that the stream holds a marker for every partition, and nothing else, from one sequence to another. */
  recordMarks: (first: number, last: number) => Promise<void>
  leave: () => Promise<void>
}
