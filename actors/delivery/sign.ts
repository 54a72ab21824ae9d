/** Signatures of a delivery: the Standard Webhooks scheme, and a plain one over the body alone (webhooks.md 3). */
import { createHmac, createSecretKey } from 'node:crypto'
import type { KeyObject } from 'node:crypto'

const PREFIX = 'whsec_'

/** A secret ready to sign with: `key` for webhook-signature, `text` for x-signature. */
export interface SigningSecret { key: KeyObject, text: KeyObject }

/** The secret as partners see it, `whsec_` and base64, of 32 random bytes handed in. */
export function secretText (bytes: Uint8Array): string {
  if (bytes.length !== 32) throw new RangeError('a signing secret has 32 bytes')
  return PREFIX + Buffer.from(bytes).toString('base64')
}

/**
 * Prepares a secret text. webhook-signature is keyed with the decoded bytes, as Standard Webhooks has it; x-signature with
 * the characters of the secret as shown, because receivers that check only that know nothing of the prefix.
 */
export function signingSecret (text: string): SigningSecret {
  if (!text.startsWith(PREFIX)) throw new TypeError('a signing secret begins with whsec_')
  return {
    key: createSecretKey(Buffer.from(text.slice(PREFIX.length), 'base64')),
    text: createSecretKey(Buffer.from(text, 'utf8'))
  }
}

/** Value of `webhook-signature`: one `v1,` signature per secret, newest first. `timestamp` in seconds. */
export function webhookSignature (secrets: readonly SigningSecret[], id: string, timestamp: number, body: string): string {
  const signed = `${id}.${timestamp}.${body}`
  let out = ''
  for (const secret of secrets) out += `${out === '' ? '' : ' '}v1,${createHmac('sha256', secret.key).update(signed).digest('base64')}`
  return out
}

/** Value of `x-signature`: hex HMAC-SHA256 of the raw body under the newest secret. */
export function bodySignature (secrets: readonly SigningSecret[], body: string): string {
  const newest = secrets[0]
  if (newest === undefined) throw new RangeError('nothing to sign with')
  return createHmac('sha256', newest.text).update(body).digest('hex')
}
