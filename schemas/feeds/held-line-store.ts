/** Feed lines held until a member may receive them (contract.md 8.3), as they are released. */
import type { Id } from '../base/ids.js'
import type { Envelope } from '../stream/message.js'

/** A loyalty number of a source, in the form in which numbers are compared. */
export interface RegisteredNumber {
  source: string
  key: string
}

/** A member and the account by which a line reaches that member. */
export interface LineRecipient {
  member: Id
  account: Id
}

export interface HeldLine {
  id: string
  envelope: Envelope
  body: string
  /** Who may receive it now. */
  recipient: LineRecipient
  /** False: the number is not proven, so that the member receives it without its booking. */
  whole: boolean
  /** The stream has it without its booking. */
  shown: boolean
}

/** A registration whose member does not know yet that others have the number too, or no longer have it. */
export interface ConflictChange extends LineRecipient {
  conflict: boolean
}

export interface HeldLineStore {
  /** Up to `limit` numbers whose accounts changed a moment ago, reserved for the caller for half a minute. */
  due: (limit: number) => Promise<RegisteredNumber[]>
  /** The oldest lines of the number with a recipient who does not have them yet, after the line `after`. */
  lines: (number: RegisteredNumber, after: string, limit: number) => Promise<HeldLine[]>
  /** The stream has the lines without their bookings: they stay until the number is proven. */
  markShown: (ids: readonly string[]) => Promise<void>
  /** Removes lines that the stream has. */
  remove: (ids: readonly string[]) => Promise<void>
  /** Registrations of the number whose `conflict` is outdated. */
  conflicts: (number: RegisteredNumber) => Promise<ConflictChange[]>
  /**
   * All lines of the number are released. It is due again until no more line can arrive from a feed that
   * looked it up before its accounts changed.
   */
  markReleased: (number: RegisteredNumber) => Promise<void>
}
