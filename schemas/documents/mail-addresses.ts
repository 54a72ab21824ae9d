/** Where mails of a member arrive, and whose are accepted without asking. */
import type { Id } from '../base/ids.js'

/** Bytes of a secret, written as hexadecimal digits: an address keeps no case, and has 64 characters before the @. */
export const MAIL_SECRET_BYTES = 20

export const mailAddress = (secret: string, domain: string): string => `trips+${secret}@${domain}`

/** The secret of the address, whatever its domain; null: it has none. */
export const secretOf = (address: string): string | null =>
  /^trips\+([\da-f]{40})(?:@[^@\s]*)?$/i.exec(address)?.[1] ?? null

export interface MailAddress {
  id: Id
  name: string
  created: Date
  lastUsed: Date | null
}

export interface MailSenderRow {
  id: Id
  sender: string
  created: Date
}

export interface MailAddresses {
  /** Stores a new address; false if the member already has `max`. */
  create: (address: { id: Id; member: Id; name: string; secret: string }, max: number) => Promise<boolean>
  list: (member: Id) => Promise<MailAddress[]>
  /** False if there is no such address. */
  remove: (member: Id, id: Id) => Promise<boolean>
  /** Accepts a sender from now on; false if the member already accepts `max`. */
  accept: (sender: { id: Id; member: Id; sender: string }, max: number) => Promise<boolean>
  senders: (member: Id) => Promise<MailSenderRow[]>
  /** Asks again about mails of the sender; false if there is none. */
  refuse: (member: Id, id: Id) => Promise<boolean>
}
