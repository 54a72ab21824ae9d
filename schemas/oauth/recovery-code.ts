/** Recovery codes of developers, stored as hashes; each takes the place of the second factor once. */
export interface RecoveryCodeStore {
  /** Stores the codes in place of all earlier ones. */
  replace: (developerId: string, hashes: readonly Buffer[]) => Promise<void>
  /**
   * Uses up the code that has one of the hashes; the number that remain, or null if it is none of theirs or was used
   * before.
   */
  use: (developerId: string, hashes: readonly Buffer[]) => Promise<number | null>
  /** Number of codes that were not used yet. */
  remaining: (developerId: string) => Promise<number>
}
