/** Mails to the owners of callbacks (webhooks.md 2.3): what they report, and the store that hands them out once. */
import type { Id } from '../base/ids.js'

/** Why the owner gets a mail: the callback was disabled, deliveries were given up, or nothing has succeeded for a day. */
export type CallbackMailKind = 'disabled' | 'exhausted' | 'failing'

/** What a mail reports. */
export interface CallbackMail {
  kind: CallbackMailKind
  callback: Id
  client: string
  /** Name of the application. */
  app: string
  url: string
  /** Exhausted deliveries that no mail has reported yet. */
  count: number
  /** Why it was disabled. */
  reason: string | null
  /** When it was disabled, the first of the deliveries was exhausted, or the failures began. */
  since: Date
  /** The latest attempt that failed; null if the log no longer has it. */
  last: { at: Date; status: number | null; error: string | null } | null
}

/** A mail that this process alone sends, until its claim ends. */
export interface ClaimedMail {
  mail: CallbackMail
  /** Addresses; none for an application without developer. */
  recipients: string[]
  /** For the store. */
  claim: number
  due: string
}

export interface CallbackMailStore {
  /** The next mail that is due and that no other process sends; null: none. */
  claim: () => Promise<ClaimedMail | null>
  /** It was sent, and is not sent again. */
  sent: (mail: ClaimedMail) => Promise<void>
  /** It was not sent: it is due again in some minutes. */
  failed: (mail: ClaimedMail) => Promise<void>
}
