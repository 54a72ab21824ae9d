/** Passkeys of members (WebAuthn). Only public data is stored: the private key never leaves the authenticator. */

/** A passkey as its owner sees it. */
export interface PasskeyLine {
  id: string
  name: string
  created: Date
  /** Null: it was never used. */
  lastUsed: Date | null
}

export interface Passkey {
  memberId: string
  /** Chosen by the authenticator. */
  credentialId: Buffer
  /** Random, the same for all of a member's passkeys: authenticators identify the account by it. */
  userHandle: Buffer
  /** COSE. */
  publicKey: Buffer
  /** How often the authenticator says it signed; 0: it does not count. */
  counter: number
  transports: string[]
}

export interface PasskeyStore {
  list: (memberId: string) => Promise<PasskeyLine[]>
  ofMember: (memberId: string) => Promise<Passkey[]>
  find: (credentialId: Buffer) => Promise<Passkey | null>
  /** False, without effect, if somebody has the credential already. */
  add: (passkey: Passkey & { name: string }) => Promise<boolean>
  /** Records a sign-in; false, without effect, if the counter is not above the stored one, unless both are 0. */
  use: (credentialId: Buffer, counter: number) => Promise<boolean>
  /** False if the member has no such passkey. */
  remove: (memberId: string, id: string) => Promise<boolean>
}
