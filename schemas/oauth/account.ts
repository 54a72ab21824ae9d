/** Accounts that sign in on the pages. Members are travellers; developers own applications. */
export type AccountType = 'member' | 'developer'

/** What both kinds have in common. */
export interface Account {
  id: string
  email: string
  passwordHash: string
  /** Sealed second factor; null until it is set up. */
  sealedTotp: Buffer | null
}

export interface MemberAccount extends Account {
  firstName: string
  lastName: string
}

export interface DeveloperAccount extends Account {
  name: string
  organisation: string
}

/**
 * What became of a change of address: another account has it, or the link was used up, ended or came too late.
 */
export type AddressChange = 'changed' | 'taken' | 'link_gone'

export interface SecondFactorRows {
  /** Sets the second factor; false, without effect, if there is one already. */
  setTotp: (id: string, sealed: Buffer, step: number) => Promise<boolean>
  /** Replaces the second factor. */
  replaceTotp: (id: string, sealed: Buffer, step: number) => Promise<void>
  /** Removes the second factor and its recovery codes. */
  forgetTotp: (id: string) => Promise<void>
  /** Uses up a time step; false if it or a later one was used before. */
  takeTotpStep: (id: string, step: number) => Promise<boolean>
}

export interface AccountStore<A extends Account> extends SecondFactorRows {
  byEmail: (email: string) => Promise<A | null>
  byId: (id: string) => Promise<A | null>
  /** Sets a password and expires the links for a reset or a change of address mailed before. */
  setPassword: (id: string, passwordHash: string) => Promise<void>
  /** Replaces the hash `old` by another hash of the same password, unless the password was changed since. */
  renewHash: (id: string, old: string, passwordHash: string) => Promise<void>
}

export interface MemberAccountRows extends AccountStore<MemberAccount> {
  /** Revokes every grant of the member; returns the ids of the applications concerned. */
  revokeGrants: (id: string, reason: string) => Promise<string[]>
  /** Closes the account: no sign-in, session or grant is left. */
  close: (id: string) => Promise<void>
}

export interface DeveloperAccountRows extends AccountStore<DeveloperAccount> {
  /** Closes the account; false, without effect, while it has applications that are not deleted. */
  close: (id: string) => Promise<boolean>
}
