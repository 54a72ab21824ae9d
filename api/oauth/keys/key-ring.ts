/** The signing keys of this node: loaded from the store, opened, renewed in time, and handed to who signs or verifies. */
import { exportJWK, generateKeyPair, importJWK } from 'jose'
import type { CryptoKey, JWK } from 'jose'
import { randomBytes } from 'node:crypto'
import type { SigningKeyRow } from '../../../schemas/oauth/signing-key.js'
import { KEY_LEAD_MS, keyTimes, nextKeyTimes, signerAt } from './key-schedule.js'
import type { KeyTimes } from './key-schedule.js'
import type { Vault } from '../vault.js'

export const KEY_ALG = 'ES256'
const SEAL = 'signing key'

/** What the ring needs of a store; db/oauth/signing-keys.ts is one. */
export interface SigningKeyStore {
  /** All keys that are still published, and the database's clock. */
  list: () => Promise<{ now: Date; keys: SigningKeyRow[] }>
  /**
   * Adds a key unless another one already signs at or after its `signFrom` (for a key that is to sign at once: unless
   * another one signs already); true when it was added.
   */
  add: (key: SigningKeyRow) => Promise<boolean>
  /** Adds a key and ends the signing time of all others at its `signFrom`, their publishing `tailMs` later. */
  supersede: (key: SigningKeyRow, tailMs: number) => Promise<void>
  /** Takes a key away at once: compromise. True when it was there. */
  withdraw: (kid: string) => Promise<boolean>
}

/** No key may sign just now: the next reload makes one. */
export class NoSigningKeyError extends Error {
  constructor() {
    super('no signing key is in its time')
  }
}

export interface Signer {
  kid: string
  alg: string
  key: CryptoKey
}

interface OpenKey extends KeyTimes {
  kid: string
  alg: string
  jwk: JWK
  publicKey: CryptoKey
  privateKey: CryptoKey
}

export interface KeyRing {
  /** Reads the store again and makes the next key when it is due: one that signs at once when none does. */
  reload: () => Promise<void>
  /** The key to sign with now. Throws NoSigningKey when there is none, which a reload mends. */
  signer: () => Signer
  /** The public key of a kid; an unknown one is looked up in the store once, at most once in `unknownKidEveryMs`. */
  verifier: (kid: string) => Promise<{ alg: string; key: CryptoKey } | null>
  /** Public keys for GET /oauth/jwks. */
  jwks: () => { keys: JWK[] }
  /** The database's clock, in epoch milliseconds, as of the last reload and this process's own clock since. */
  now: () => number
  /** Makes a new key that takes over after the lead (or at once); the kid. */
  rotate: (options?: { atOnce?: boolean }) => Promise<string>
  /**
   * Takes a key away at once, for compromise: its tokens are refused from each node's next reload on. When no other one
   * is in its time, a new one signs at once. False: there is none.
   */
  withdraw: (kid: string) => Promise<boolean>
  /** Called with the kids that are no longer there: whoever keeps verified tokens must forget them. */
  onWithdrawn: (listener: (kids: string[]) => void) => void
}

export interface KeyRingDeps {
  store: SigningKeyStore
  vault: Vault
  /** This process's clock, epoch milliseconds. */
  now: () => number
  unknownKidEveryMs?: number
}

/** Opens the ring: loads the keys, makes the first one on an empty store. Rejects when a key cannot be opened with the secret. */
export async function openKeyRing(deps: KeyRingDeps): Promise<KeyRing> {
  const { store, vault, unknownKidEveryMs = 5_000 } = deps
  let keys = new Map<string, OpenKey>()
  let skew = 0
  let lastUnknown = -Infinity
  const listeners: Array<(kids: string[]) => void> = []
  const now = (): number => deps.now() + skew

  const load = async (): Promise<void> => {
    const listed = await store.list()
    skew = listed.now.getTime() - deps.now()
    const fresh = new Map<string, OpenKey>()
    for (const row of listed.keys)
      fresh.set(
        row.kid,
        keys.get(row.kid) === undefined ? await open(vault, row) : { ...keys.get(row.kid)!, ...timesOf(row) },
      )
    const gone = [...keys.keys()].filter((kid) => !fresh.has(kid))
    keys = fresh
    if (gone.length > 0) for (const listener of listeners) listener(gone)
  }
  const reload = async (): Promise<void> => {
    await load()
    const due = nextKeyTimes([...keys.values()], new Date(now()))
    if (due === null) return
    await store.add(await makeKey(vault, due))
    await load()
  }
  await reload()

  return {
    reload,
    now,
    signer: () => {
      const key = signerAt([...keys.values()], new Date(now()))
      if (key === null) throw new NoSigningKeyError()
      return { kid: key.kid, alg: key.alg, key: key.privateKey }
    },
    verifier: async (kid) => {
      if (!keys.has(kid) && deps.now() - lastUnknown >= unknownKidEveryMs) {
        lastUnknown = deps.now()
        await load()
      }
      const key = keys.get(kid)
      return key === undefined || key.publishUntil.getTime() <= now()
        ? null
        : { alg: key.alg, key: key.publicKey }
    },
    jwks: () => ({
      keys: [...keys.values()].filter((key) => key.publishUntil.getTime() > now()).map((key) => key.jwk),
    }),
    rotate: async (options = {}) => {
      const { now: clock } = await store.list()
      const made = await makeKey(
        vault,
        keyTimes(new Date(clock.getTime() + (options.atOnce === true ? 0 : KEY_LEAD_MS))),
      )
      await store.supersede(made, made.publishUntil.getTime() - made.signUntil.getTime())
      await load()
      return made.kid
    },
    withdraw: async (kid) => {
      const there = await store.withdraw(kid)
      await reload()
      return there
    },
    onWithdrawn: (listener) => {
      listeners.push(listener)
    },
  }
}

/** A new key pair with the private half sealed; never readable outside this process. */
async function makeKey(vault: Vault, times: KeyTimes): Promise<SigningKeyRow> {
  const pair = await generateKeyPair(KEY_ALG, { extractable: true })
  const kid = randomBytes(9).toString('base64url')
  const publicJwk = { ...(await exportJWK(pair.publicKey)), kid, alg: KEY_ALG, use: 'sig' }
  const privateJwk = await exportJWK(pair.privateKey)
  return {
    kid,
    alg: KEY_ALG,
    publicJwk: JSON.stringify(publicJwk),
    sealedPrivateJwk: vault.seal(SEAL, Buffer.from(JSON.stringify(privateJwk))),
    ...times,
  }
}

async function open(vault: Vault, row: SigningKeyRow): Promise<OpenKey> {
  const jwk = JSON.parse(row.publicJwk) as JWK
  const privateJwk = JSON.parse(vault.open(SEAL, row.sealedPrivateJwk).toString()) as JWK
  return {
    kid: row.kid,
    alg: row.alg,
    jwk,
    publicKey: await cryptoKey(jwk, row.alg),
    privateKey: await cryptoKey(privateJwk, row.alg),
    ...timesOf(row),
  }
}

async function cryptoKey(jwk: JWK, alg: string): Promise<CryptoKey> {
  const key = await importJWK(jwk, alg)
  if (key instanceof Uint8Array) throw new TypeError('a signing key is never symmetric')
  return key
}

function timesOf(row: SigningKeyRow): KeyTimes {
  return { signFrom: row.signFrom, signUntil: row.signUntil, publishUntil: row.publishUntil }
}
