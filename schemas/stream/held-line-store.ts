/** Feed lines held until their loyalty number is registered (contract.md 8), as they are released. */
import type { Id } from '../base/ids.js'
import type { Envelope } from './message.js'

/** A loyalty number of a source, in the form in which numbers are compared. */
export interface RegisteredNumber {
  source: string
  key: string
}

export interface HeldLine {
  id: string
  envelope: Envelope
  body: string
}

/** The member and account that registered a number. */
export interface NumberOwner {
  member: Id
  account: Id
}

export interface HeldLineStore {
  /** Up to `limit` numbers registered a moment ago, reserved for the caller for half a minute. */
  due: (limit: number) => Promise<RegisteredNumber[]>
  /** Null: it is no longer registered. */
  owner: (number: RegisteredNumber) => Promise<NumberOwner | null>
  /** The oldest lines held for the number. */
  lines: (number: RegisteredNumber, limit: number) => Promise<HeldLine[]>
  /** Removes lines that the stream has. */
  remove: (ids: readonly string[]) => Promise<void>
  /**
   * All lines of the number are released. It is due again until no more line can arrive from a feed that
   * looked it up before it was registered.
   */
  markReleased: (number: RegisteredNumber) => Promise<void>
}
