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
   * Uses up the code that has one of the hashes. Returns how many remain; null if the account has no such code, or it
   * was used before.
   */
  use: (account: AccountKey, hashes: readonly Buffer[]) => Promise<number | null>
  /** Number of unused codes. */
  remaining: (account: AccountKey) => Promise<number>
}
