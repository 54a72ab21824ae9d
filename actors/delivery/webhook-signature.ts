/** Signatures of a delivery: Standard Webhooks, and a plain one over the body alone (webhooks.md 3). */
import { createHmac, sign } from 'node:crypto'
import type { KeyObject } from 'node:crypto'

const PREFIX = 'whsec_'
const SECRET_BYTES = 32

/** A secret ready to sign with. */
export interface SigningSecret {
  /** For `webhook-signature`: the decoded bytes. */
  bytes: Uint8Array
  /** For `x-signature`: the secret as shown. */
  text: string
}

/** A secret as partners see it: `whsec_` and base64. `bytes` are 32 random bytes. */
export function encodeSecret(bytes: Uint8Array): string {
  if (bytes.length !== SECRET_BYTES) throw new RangeError(`a signing secret has ${SECRET_BYTES} bytes`)
  return PREFIX + Buffer.from(bytes).toString('base64')
}

/**
 * The secret that `encodeSecret` wrote. `webhook-signature` uses the decoded bytes, as Standard Webhooks
 * requires; `x-signature` the characters as shown, because receivers that check only that one do not know the
 * prefix.
 */
export function parseSecret(text: string): SigningSecret {
  if (!text.startsWith(PREFIX)) throw new TypeError(`a signing secret starts with ${PREFIX}`)
  return { bytes: Buffer.from(text.slice(PREFIX.length), 'base64'), text }
}

export interface Signatures {
  /** The value of `webhook-signature`. */
  signature: string
  /** The value of `x-signature`. */
  plain: string
}

/**
 * Signs the body of one attempt: a `v1,` signature per secret and a `v1a,` signature per Ed25519 key, newest
 * first, over `id.timestamp.body`, and the hex HMAC-SHA256 of the body under the newest secret. `timestamp` is in
 * seconds.
 * @throws {RangeError} without a secret
 */
export function signBody(
  secrets: readonly SigningSecret[],
  id: string,
  timestamp: number,
  body: Uint8Array,
  keys: readonly KeyObject[] = [],
): Signatures {
  const newest = secrets[0]
  if (newest === undefined) throw new RangeError('a delivery needs at least one signing secret')
  const signedHead = `${id}.${timestamp}.`
  const macs = secrets.map(
    ({ bytes }) => `v1,${createHmac('sha256', bytes).update(signedHead).update(body).digest('base64')}`,
  )
  const signatures =
    keys.length === 0
      ? macs
      : [...macs, ...asymmetricSignatures(keys, Buffer.concat([Buffer.from(signedHead), body]))]
  return {
    signature: signatures.join(' '),
    plain: createHmac('sha256', newest.text).update(body).digest('hex'),
  }
}

function asymmetricSignatures(keys: readonly KeyObject[], signed: Buffer): string[] {
  return keys.map((key) => `v1a,${sign(null, signed, key).toString('base64')}`)
}
