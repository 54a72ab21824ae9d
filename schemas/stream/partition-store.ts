/** Partitions and their owners, as the workers acquire and release them (workers/DESIGN.md 3.1). */

/**
 * Duration of a worker's lease. A worker renews it twice a second and gives its partitions up half a second
 * before it ends (workers/fold/ownership/hold-partitions.ts); a broker that is silent for as long counts as lost.
 */
export const LEASE_SECONDS = 3

/** How far a partition is folded, and under which epoch. */
export interface SavedPosition {
  epoch: number
  cursor: number
  /**
   * Epoch milliseconds at which the stream stored the message at the cursor, by which another message there
   * is noticed (workers/DESIGN.md 3.4); null if that is not known or nothing is stored there.
   */
  cursorStored: number | null
}

export interface AcquiredPartition extends SavedPosition {
  partition: number
  /** Consecutive owners before this one that never released the partition. */
  abandonedEpochs: number
  /** Up to which message a former owner was about to fold in poison recovery. */
  suspect: number | null
  /** Owners that crashed with that message in hand, or seem to have: one that comes back is counted no more. */
  crashes: number
}

export interface PartitionStore {
  /** Registers the worker and renews its lease, which is tied to its control connection. */
  heartbeat: () => Promise<void>
  /** Live workers, and all partitions with their owners. */
  survey: () => Promise<{
    workers: string[]
    partitions: Array<{ partition: number; owner: string | null; status: string }>
  }>
  /** Acquires those of the partitions that are free, ours or orphaned; their epoch rises. */
  acquire: (partitions: number[]) => Promise<AcquiredPartition[]>
  /** Releases partitions still held under that epoch, and notifies the other workers once. */
  release: (left: Array<{ partition: number; epoch: number }>) => Promise<void>
  /** Current position of the partition, to resolve a commit of unknown outcome. */
  position: (partition: number) => Promise<SavedPosition>
  /** Sequence up to which each of so many partitions is folded; 0 while some of them do not exist yet. */
  folded: (partitions: number) => Promise<number>
  /**
   * Records lag for operators and for batch status: messages stored up to `foldedTo`, epoch milliseconds, are
   * folded; without lag, all are. `cursor`: one that the partition has reached.
   */
  recordLag: (
    rows: Array<{ partition: number; epoch: number; cursor: number; lag: number; foldedTo?: number }>,
  ) => Promise<void>
  /**
   * Records, before messages are folded in poison recovery, up to where, and how many owners they have crashed at
   * most; `seq` null: poison recovery is over.
   */
  recordSuspect: (partition: number, epoch: number, seq: number | null, crashes: number) => Promise<void>
  /** How many owners that have not come back since count against the suspect message. */
  suspectCrashes: (partition: number) => Promise<number>
  halt: (partition: number, epoch: number, status: string) => Promise<void>
  /**
   * Calls back as soon as a worker joined or left; returns how to unsubscribe. Only a hint: polling goes on.
   */
  onRebalance: (wake: () => void) => () => void
  /** The stream that the cursors belong to, stored when it is first seen (workers/DESIGN.md 4.4). */
  identify: (seen: {
    streamId: string
    partitions: number
  }) => Promise<{ streamId: string; partitions: number }>
  leave: () => Promise<void>
}
