/** Signatures of a delivery: the Standard Webhooks scheme, and a plain one over the body alone (webhooks.md 3). */
import { SIGNATURE_PREFIX_BYTES } from '../../schemas/webhooks/webhook-body.js'
import { HMAC_ROOM, hmac, hmacKey } from './hmac.js'
import type { HmacKey } from './hmac.js'

const PREFIX = 'whsec_'

/** A secret ready to sign with: `key` for webhook-signature, `text` for x-signature. */
export interface SigningSecret {
  key: HmacKey
  text: HmacKey
}

/** The secret as partners see it, `whsec_` and base64, of 32 random bytes handed in. */
export function encodeSecret(bytes: Uint8Array): string {
  if (bytes.length !== 32) throw new RangeError('a signing secret has 32 bytes')
  return PREFIX + Buffer.from(bytes).toString('base64')
}

/**
 * Prepares a secret text. webhook-signature is keyed with the decoded bytes, as Standard Webhooks has it; x-signature with
 * the characters of the secret as shown, because receivers that check only that know nothing of the prefix.
 */
export function parseSecret(text: string): SigningSecret {
  if (!text.startsWith(PREFIX)) throw new TypeError('a signing secret begins with whsec_')
  return {
    key: hmacKey(Buffer.from(text.slice(PREFIX.length), 'base64')),
    text: hmacKey(Buffer.from(text, 'utf8')),
  }
}

/** A signed payload: `body` is what is sent, `signature` the value of `webhook-signature`, `plain` that of `x-signature`. */
export interface SignedBody {
  body: Uint8Array
  signature: string
  plain: string
}

/**
 * Signs a payload (schemas/webhooks/webhook-body.ts) for one attempt: a `v1,` signature per secret, newest first, over
 * `id.timestamp.body`, and the hex HMAC-SHA256 of the raw body under the newest secret. `id` is ASCII and at most 50
 * characters, `timestamp` in seconds. The room in front is written over, the body never: it may be on its way already.
 * Throws without a secret, and for an id that is too long.
 */
export function signBody(
  secrets: readonly SigningSecret[],
  id: string,
  timestamp: number,
  payload: Buffer,
): SignedBody {
  const newest = secrets[0]
  if (newest === undefined) throw new RangeError('nothing to sign with')
  const named = `${id}.${timestamp}.`
  const start = SIGNATURE_PREFIX_BYTES - named.length
  if (start < HMAC_ROOM) throw new RangeError('the id is too long')
  const message = payload.subarray(start - HMAC_ROOM)
  let signature = ''
  for (const secret of secrets) {
    message.write(named, HMAC_ROOM, 'latin1')
    signature += `${signature === '' ? '' : ' '}v1,${hmac(secret.key, message, 'base64')}`
  }
  return {
    body: payload.subarray(SIGNATURE_PREFIX_BYTES),
    signature,
    plain: hmac(newest.text, payload.subarray(SIGNATURE_PREFIX_BYTES - HMAC_ROOM), 'hex'),
  }
}
