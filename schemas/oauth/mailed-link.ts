/** Mailed links and passkey challenges: each works once, for a limited time, and is stored as a hash. */
import type { AccountType } from './account.js'

export type LinkPurpose =
  | `${AccountType}_${'sign_up' | 'reset' | 'address'}`
  | 'app_transfer'
  /** Challenges for a new passkey, and for a sign-in with one. */
  | 'member_passkey'
  | 'member_passkey_sign_in'

export interface MailedLink {
  purpose: LinkPurpose
  /**
   * For a password reset, a change of address or a new passkey the id of the account, for a sign-up the key of the
   * address; null if there is none, and for other links. Using one link ends all for the same subject.
   */
  about: string | null
  hash: Buffer
  payload: Record<string, string>
  minutes: number
  /** Whether earlier links for the purpose and the account end. */
  replacesEarlier?: true
}

export interface LinkStore {
  create: (link: MailedLink) => Promise<void>
  /** The payload of a link that could still be used, or null. */
  peek: (purpose: LinkPurpose, hash: Buffer) => Promise<Record<string, string> | null>
  /** Uses up and deletes the link; null if it was used, has expired, or never existed. */
  consume: (purpose: LinkPurpose, hash: Buffer) => Promise<Record<string, string> | null>
}
