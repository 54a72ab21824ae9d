/** What the erasure of a person needs of the database. */
import type { Id } from '../base/ids.js'

/** An erasure that is not done. */
export interface OpenErasure {
  /** Number of the receipt. */
  id: string
  member: Id
  email: string | null
  /** The first pass has ended; the second one finds what was under way meanwhile. */
  isSecondPass: boolean
}

export interface ErasureStore {
  /** The members of all receipts. */
  members: () => Promise<Id[]>
  /** What is due now: new ones, and those whose first pass was some minutes ago. */
  due: () => Promise<OpenErasure[]>
  /**
   * Runs `work` while no other process runs the erasure with that receipt. Null, without running it, if another one
   * does, or if no pass of it is due any more.
   */
  exclusively: <T>(id: string, work: (erasure: OpenErasure) => Promise<T>) => Promise<T | null>
  /**
   * Raises the epoch, so the old owner can commit nothing more; the next owner loads the member and finds no row.
   */
  takePartitionOf: (member: Id) => Promise<void>
  /** The lowest cursor of all partitions. */
  lowestCursor: () => Promise<number>
  /** Records which messages of SEGMENTS are about to be erased: the audit of the stream will miss them. */
  recordMessages: (sequences: readonly number[]) => Promise<void>
  /** Deletes or blanks every row of the member. Returns the number of rows by table. */
  eraseRows: (erasure: OpenErasure) => Promise<Record<string, number>>
  /** Writes down that the pass has ended, and what it erased. */
  recordPass: (erasure: OpenErasure, counts: Record<string, number>) => Promise<void>
}
