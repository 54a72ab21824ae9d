/** Sessions of the pages. */
import type { AccountType } from './account.js'

export interface Session {
  kind: AccountType
  accountId: string
  hash: Buffer
  /** Whether a second factor was given, or a passkey, which counts as password and second factor. */
  secondFactor: boolean
  /** Whether password or second factor was given within the last five minutes. */
  recentlyVerified: boolean
}

/** A session as its owner sees it. */
export interface SessionLine {
  id: string
  created: Date
  lastSeen: Date
  address: string
  agent: string
  /** True for the session the list is shown in. */
  current: boolean
}

export interface NewSession {
  kind: AccountType
  accountId: string
  hash: Buffer
  secondFactor: boolean
  address: string
  agent: string
}

export interface SessionStore {
  open: (session: NewSession) => Promise<void>
  /**
   * The live session (idle for less than 30 minutes, at most 12 hours old); updates when it was last seen.
   */
  find: (kind: AccountType, hash: Buffer) => Promise<Session | null>
  /** Records that the second factor was given again. */
  recordStepUp: (hash: Buffer) => Promise<void>
  close: (hash: Buffer) => Promise<void>
  list: (kind: AccountType, accountId: string, current: Buffer) => Promise<SessionLine[]>
  closeOne: (kind: AccountType, accountId: string, id: string) => Promise<boolean>
  closeAll: (kind: AccountType, accountId: string, except: Buffer | null) => Promise<number>
}
