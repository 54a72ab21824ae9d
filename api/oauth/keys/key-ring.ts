/**
 * The signing keys of this node: loaded from the store, opened, rotated in time, and used to sign and
 * verify.
 */
import type { CryptoKey, JWK } from 'jose'
import type { KeyObject } from 'node:crypto'
import type { SigningKeyRow } from '../../../schemas/oauth/signing-key.js'
import type { TokenKeys } from '../../ports/credentials.js'
import type { Vault } from '../vault.js'
import { KEY_LEAD_MS, keyEnd, keyTimes, nextKeyTimes, signersAt } from './key-schedule.js'
import type { KeyKind } from './key-schedule.js'
import { createSigningKey, openSigningKey, timesOf } from './signing-key.js'
import type { OpenKey } from './signing-key.js'

/** What the ring needs from the database. */
export interface SigningKeyStore {
  /** All published keys, and the database's clock. */
  list: () => Promise<{ now: Date; keys: SigningKeyRow[] }>
  /**
   * Adds a key unless another one already signs at or after its `signFrom`; for a key that signs at once,
   * unless another one signs now. True if it was added.
   */
  add: (key: SigningKeyRow) => Promise<boolean>
  /** Adds a key; all others end as given, if not sooner. */
  supersede: (key: SigningKeyRow, end: Pick<SigningKeyRow, 'signUntil' | 'publishUntil'>) => Promise<void>
  /** Removes a compromised key at once. True if it was there. */
  withdraw: (kid: string) => Promise<boolean>
}

/** No key may sign now. The next reload makes one. */
export class NoSigningKeyError extends Error {
  constructor() {
    super('no signing key is valid now')
  }
}

export interface Signer {
  kid: string
  alg: string
  key: KeyObject
}

export interface KeyRing extends TokenKeys {
  /** Loads the keys again and makes the next one if it is due. */
  reload: () => Promise<void>
  /** The key to sign with now. Throws NoSigningKeyError if there is none until the next reload. */
  signer: () => Signer
  /** All that sign now, the newest first. */
  signers: () => KeyObject[]
  /** Public keys, as they are published. */
  jwks: () => { keys: JWK[] }
  /**
   * The database's clock in epoch milliseconds, as of the last reload plus this process's own clock since.
   */
  now: () => number
  /** Makes a new key that takes over after the lead, or at once; returns its kid. */
  rotate: (options?: { atOnce?: boolean }) => Promise<string>
  /**
   * Removes a compromised key. Every node refuses its tokens after its next reload. If no other key may
   * sign, a new one signs at once. False if there is no such key.
   */
  withdraw: (kid: string) => Promise<boolean>
}

export interface KeyRingDeps {
  kind: KeyKind
  store: SigningKeyStore
  vault: Vault
  /** This process's clock, epoch milliseconds. */
  now: () => number
}

/** Least time between two lookups of unknown key ids. */
const UNKNOWN_KID_INTERVAL_MS = 5_000

/**
 * Loads the keys; on an empty store, makes the first one. Rejects if a key cannot be opened with the
 * secret.
 */
export async function openKeyRing(deps: KeyRingDeps): Promise<KeyRing> {
  const ring = new StoredKeyRing(deps)
  await ring.reload()
  return ring
}

class StoredKeyRing implements KeyRing {
  #keys = new Map<string, OpenKey>()
  /** The database's clock minus this process's. */
  #skewMs = 0
  #lastUnknownKid = -Infinity
  readonly #listeners: Array<(kids: string[]) => void> = []
  readonly #deps: KeyRingDeps

  constructor(deps: KeyRingDeps) {
    this.#deps = deps
  }

  readonly now = (): number => this.#deps.now() + this.#skewMs

  readonly reload = async (): Promise<void> => {
    await this.#load()
    const { kind, store, vault } = this.#deps
    const due = nextKeyTimes([...this.#keys.values()], new Date(this.now()), kind)
    if (due === null) return
    await store.add(await createSigningKey(vault, kind.alg, due))
    await this.#load()
  }

  readonly signer = (): Signer => {
    const [key] = this.#signing()
    if (key === undefined) throw new NoSigningKeyError()
    return { kid: key.kid, alg: key.alg, key: key.privateKey }
  }

  readonly signers = (): KeyObject[] => this.#signing().map((key) => key.privateKey)

  readonly verifier = async (kid: string): Promise<{ alg: string; key: CryptoKey } | null> => {
    const { now } = this.#deps
    if (!this.#keys.has(kid) && now() - this.#lastUnknownKid >= UNKNOWN_KID_INTERVAL_MS) {
      this.#lastUnknownKid = now()
      await this.#load()
    }
    const key = this.#keys.get(kid)
    return key === undefined || !this.#isPublished(key) ? null : { alg: key.alg, key: key.publicKey }
  }

  readonly jwks = (): { keys: JWK[] } => ({
    keys: [...this.#keys.values()].filter((key) => this.#isPublished(key)).map((key) => key.jwk),
  })

  readonly rotate = async ({ atOnce = false }: { atOnce?: boolean } = {}): Promise<string> => {
    const { kind, store, vault } = this.#deps
    const { now } = await store.list()
    const times = keyTimes(new Date(now.getTime() + (atOnce ? 0 : KEY_LEAD_MS)), kind)
    const key = await createSigningKey(vault, kind.alg, times)
    await store.supersede(key, keyEnd(key.signFrom, kind.overlapMs))
    await this.#load()
    return key.kid
  }

  readonly withdraw = async (kid: string): Promise<boolean> => {
    const wasThere = await this.#deps.store.withdraw(kid)
    await this.reload()
    return wasThere
  }

  readonly onWithdrawn = (listener: (kids: string[]) => void): void => {
    this.#listeners.push(listener)
  }

  #signing(): OpenKey[] {
    return signersAt([...this.#keys.values()], new Date(this.now()))
  }

  #isPublished(key: OpenKey): boolean {
    return key.publishUntil.getTime() > this.now()
  }

  async #load(): Promise<void> {
    const { store, vault, now } = this.#deps
    const listed = await store.list()
    this.#skewMs = listed.now.getTime() - now()
    const keys = new Map<string, OpenKey>()
    for (const row of listed.keys) {
      const known = this.#keys.get(row.kid)
      keys.set(
        row.kid,
        known === undefined ? await openSigningKey(vault, row) : { ...known, ...timesOf(row) },
      )
    }
    const withdrawn = [...this.#keys.keys()].filter((kid) => !keys.has(kid))
    this.#keys = keys
    if (withdrawn.length > 0) for (const listener of this.#listeners) listener(withdrawn)
  }
}
