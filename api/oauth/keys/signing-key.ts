/** One signing key: creating it with its private half sealed, and opening it. */
import { exportJWK, generateKeyPair, importJWK } from 'jose'
import type { CryptoKey, JWK } from 'jose'
import { createPrivateKey, randomBytes } from 'node:crypto'
import type { KeyObject } from 'node:crypto'
import type { SigningKeyRow } from '../../../schemas/oauth/signing-key.js'
import type { Vault } from '../vault.js'
import type { KeyTimes } from './key-schedule.js'

/** Label of sealed private keys. */
export const SIGNING_KEY_SEAL = 'signing key'

export interface OpenKey extends KeyTimes {
  kid: string
  alg: string
  /** The public key as published. */
  jwk: JWK
  publicKey: CryptoKey
  privateKey: KeyObject
}

/** The private half leaves this process only sealed. */
export async function createSigningKey(vault: Vault, alg: string, times: KeyTimes): Promise<SigningKeyRow> {
  const pair = await generateKeyPair(alg, { extractable: true })
  const kid = randomBytes(9).toString('base64url')
  const publicJwk = { ...(await exportJWK(pair.publicKey)), kid, alg, use: 'sig' }
  const privateJwk = await exportJWK(pair.privateKey)
  return {
    kid,
    alg,
    publicJwk: JSON.stringify(publicJwk),
    sealedPrivateJwk: vault.seal(SIGNING_KEY_SEAL, Buffer.from(JSON.stringify(privateJwk))),
    ...times,
  }
}

/** Throws if the key was sealed with another secret. */
export async function openSigningKey(vault: Vault, row: SigningKeyRow): Promise<OpenKey> {
  const jwk = JSON.parse(row.publicJwk) as JWK
  const privateJwk = JSON.parse(vault.open(SIGNING_KEY_SEAL, row.sealedPrivateJwk).toString()) as JWK
  return {
    kid: row.kid,
    alg: row.alg,
    jwk,
    publicKey: await importKey(jwk, row.alg),
    privateKey: createPrivateKey({ key: privateJwk, format: 'jwk' }),
    ...timesOf(row),
  }
}

export function timesOf({ signFrom, signUntil, publishUntil }: SigningKeyRow): KeyTimes {
  return { signFrom, signUntil, publishUntil }
}

async function importKey(jwk: JWK, alg: string): Promise<CryptoKey> {
  const key = await importJWK(jwk, alg)
  if (key instanceof Uint8Array) throw new TypeError('a signing key is never symmetric')
  return key
}
