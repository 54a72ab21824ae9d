/** What several of the pages need besides api/oauth/ports.ts. db and ops provide it; other ports stand with their page. */
import type {
  DeveloperAccount,
  DeveloperAccountRows,
  MemberAccount,
  MemberAccountRows,
  AddressChange,
} from '../../schemas/oauth/account.js'

export interface MemberAccountStore extends MemberAccountRows {
  /** Creates the member and its sign-in; null if the address is taken. */
  create: (member: Omit<MemberAccount, 'id' | 'sealedTotp'>) => Promise<string | null>
  /** Gives the account and the member's record another address, and uses the link with that hash up. */
  changeEmail: (id: string, email: string, linkHash: Buffer) => Promise<AddressChange>
  /** Closes the account and has everything about the member erased; returns the number of the receipt. */
  erase: (id: string, requestedBy: string) => Promise<string>
}

export interface DeveloperAccountStore extends DeveloperAccountRows {
  /** Null if the address is taken. */
  create: (developer: Omit<DeveloperAccount, 'id' | 'sealedTotp'>) => Promise<string | null>
  /** Gives the account another address, and uses the link with that hash up. */
  changeEmail: (id: string, email: string, linkHash: Buffer) => Promise<AddressChange>
}

export interface Mail {
  to: string
  subject: string
  text: string
  /** The member whose account it is about, if `to` is not its address: erasing finds mails in files by it. */
  member?: string
}

/** Sends or queues a mail. The mailer logs and retries failures itself. */
export interface Mailer {
  send: (mail: Mail) => void
  /** Deletes what was written to files for the address; a mail server keeps its own. */
  forget: (address: string) => Promise<void>
}

/** Who makes an attempt: a stranger from an address, or the key of a known device or session. */
export type Attempter = { strangerFrom: string } | { known: string }

/** Work for an attempter waits in a bounded queue, which throws `rate_limited`; that of an operator has no attempter. */
export interface Passwords {
  hash: (password: string, by?: Attempter) => Promise<string>
  /**
   * Compares a password with a stored hash. With a null hash it takes as long and never matches.
   * `outdated`: the hash was made with weaker parameters than today's.
   */
  verify: (
    hash: string | null,
    password: string,
    by?: Attempter,
  ) => Promise<{ matches: boolean; outdated: boolean }>
  /** True for one of the commonest passwords. */
  isCommon: (password: string) => boolean
}
