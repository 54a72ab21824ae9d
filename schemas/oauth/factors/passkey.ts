/** Passkeys of members (WebAuthn). What is stored of one is public: the private key never leaves the authenticator. */

/** A passkey as its owner sees it. */
export interface PasskeyLine {
  id: string
  name: string
  created: Date
  /** Null until it signed in. */
  lastUsed: Date | null
}

export interface Passkey {
  memberId: string
  /** Chosen by the authenticator. */
  credentialId: Buffer
  /** Random, the same for all of a member's passkeys: what authenticators know the account by. */
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
  /** Takes note of a sign-in; false if the counter is not above the stored one, unless both are 0. */
  use: (credentialId: Buffer, counter: number) => Promise<boolean>
  /** False if the member has no such passkey. */
  remove: (memberId: string, id: string) => Promise<boolean>
}
