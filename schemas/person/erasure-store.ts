/** What the erasure of a person needs of the database. */
import type { Id } from '../base/ids.js'

/** An erasure that is not done. */
export interface OpenErasure {
  /** Number of the receipt. */
  id: string
  member: Id
  email: string | null
  /** Whether its rows were deleted once; the second pass finds what was under way meanwhile. */
  isSecondPass: boolean
}

export interface ErasureStore {
  /** What is due now: new ones, and those whose first pass was some minutes ago. */
  due: () => Promise<OpenErasure[]>
  /**
   * Runs `work` while no other process runs the erasure with that receipt. Null, without running it, if another one
   * does, or if no pass of it is due any more.
   */
  exclusively: <T>(id: string, work: (erasure: OpenErasure) => Promise<T>) => Promise<T | null>
  /** Takes the member's partition from its owner, who may hold the member in memory; another one takes over at once. */
  evict: (member: Id) => Promise<void>
  /** The sequence up to which every partition is folded. */
  foldedTo: () => Promise<number>
  /** Deletes or blanks every row of the member. Returns the number of rows by table. */
  eraseRows: (erasure: OpenErasure) => Promise<Record<string, number>>
  /** Writes down that a pass has ended. */
  passed: (erasure: OpenErasure, counts: Record<string, number>) => Promise<void>
}
