/** Recovery codes, stored as hashes; each takes the place of the second factor of its account once. */
import type { AccountType } from '../account.js'

export interface AccountKey {
  type: AccountType
  id: string
}

export interface RecoveryCodeStore {
  /** Stores the codes in place of all earlier ones. */
  replace: (account: AccountKey, hashes: readonly Buffer[]) => Promise<void>
  /**
   * Uses up the code that has one of the hashes; the number that remain, or null if it is none of theirs or was used
   * before.
   */
  use: (account: AccountKey, hashes: readonly Buffer[]) => Promise<number | null>
  /** Number of codes that were not used yet. */
  remaining: (account: AccountKey) => Promise<number>
}
