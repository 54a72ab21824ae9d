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

/** A developer of the team, and the address. */
export interface MailRecipient {
  developer: Id
  email: string
}

/** A mail that this process alone sends, until its claim ends. */
export interface ClaimedMail {
  mail: CallbackMail
  /** Owners and developers of the application who do not have this mail yet; none for one without developer. */
  recipients: MailRecipient[]
  /** For the store. */
  claim: number
  due: string
}

export interface CallbackMailStore {
  /** The next mail that is due and that no other process sends; null: none. */
  claim: () => Promise<ClaimedMail | null>
  /** This recipient has it, and does not get it again if it is due again for the others. */
  received: (mail: ClaimedMail, recipient: MailRecipient) => Promise<void>
  /** It was sent to all, and is not sent again. */
  sent: (mail: ClaimedMail) => Promise<void>
  /** Somebody did not get it: it is due again in some minutes. */
  failed: (mail: ClaimedMail) => Promise<void>
}
