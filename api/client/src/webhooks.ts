/** Verifies deliveries by the Standard Webhooks scheme; needs no client and no network. */
import type { Event } from './generated/types.js'

export type { Event, ThinEvent } from './generated/types.js'

export interface VerifyOptions {
  /**
   * The signing secret, `whsec_...`; both of them while it is being rotated. Or the public keys of the service,
   * `whpk_...`, for a callback with `signature: v1a`: `whpk` of each key of `GET /.well-known/webhook-keys`.
   */
  secrets: string | readonly string[]
  /** Seconds that the timestamp may differ from now; 300 if omitted. */
  toleranceSeconds?: number
  /** Unix seconds; the clock if omitted. */
  now?: number
}

/** The delivery is not from Tripfold, was changed on its way, or is too old. Answer 400 and do nothing. */
export class WebhookVerificationError extends Error {
  override readonly name = 'WebhookVerificationError'
}

type HeaderValues = Headers | Readonly<Record<string, string | readonly string[] | undefined>>

const ID = 'webhook-id'
const TIMESTAMP = 'webhook-timestamp'
const SIGNATURE = 'webhook-signature'
const TOLERANCE_SECONDS = 300

/**
 * Verifies a delivery and returns its event.
 * @param body the body as it was received: parsed and serialised again it has another signature
 * @throws {WebhookVerificationError}
 */
export async function verifyWebhook<T = Event>(
  body: string | Uint8Array,
  headers: HeaderValues,
  { secrets, toleranceSeconds = TOLERANCE_SECONDS, now = Date.now() / 1_000 }: VerifyOptions,
): Promise<T> {
  const id = headerOf(headers, ID)
  const timestamp = headerOf(headers, TIMESTAMP)
  if (!/^\d{1,12}$/.test(timestamp)) throw new WebhookVerificationError(`${TIMESTAMP} is not a number.`)
  if (Math.abs(now - Number(timestamp)) > toleranceSeconds)
    throw new WebhookVerificationError('The delivery was signed too long ago, or a clock is wrong.')
  const received = typeof body === 'string' ? new TextEncoder().encode(body) : body
  const signed = joined(new TextEncoder().encode(`${id}.${timestamp}.`), received)
  const signatures = signaturesIn(headerOf(headers, SIGNATURE))
  for (const secret of typeof secrets === 'string' ? [secrets] : secrets) {
    const { version, algorithm, key } = await verifyingKey(secret)
    for (const { bytes } of signatures.filter((one) => one.version === version))
      if (await crypto.subtle.verify(algorithm, key, bytes, signed))
        return JSON.parse(new TextDecoder().decode(received)) as T
  }
  throw new WebhookVerificationError('No signature matches any of the secrets.')
}

function headerOf(headers: HeaderValues, name: string): string {
  const value = headers instanceof Headers ? headers.get(name) : headers[name]
  const text = Array.isArray(value) ? (value[0] as string | undefined) : (value as string | null | undefined)
  if (text === undefined || text === null || text === '')
    throw new WebhookVerificationError(`The header ${name} is missing.`)
  return text
}

/** Of `v1,abc= v1a,def=`. */
function signaturesIn(header: string): Array<{ version: string; bytes: Uint8Array<ArrayBuffer> }> {
  return header.split(' ').flatMap((part) => {
    const [version = '', text = ''] = part.split(',', 2)
    const bytes = fromBase64(text)
    return bytes === null ? [] : [{ version, bytes }]
  })
}

/** Which signatures a key verifies, and how: the prefix decides, never the request. */
interface VerifyingKey {
  version: 'v1' | 'v1a'
  algorithm: 'HMAC' | 'Ed25519'
  key: Awaited<ReturnType<typeof crypto.subtle.importKey>>
}

async function verifyingKey(text: string): Promise<VerifyingKey> {
  const isPublic = text.startsWith('whpk_')
  const bytes = fromBase64(text.replace(/^wh(sec|pk)_/, ''))
  if (bytes === null || bytes.length === 0 || (isPublic && bytes.length !== 32))
    throw new TypeError(
      'A signing secret is whsec_ and base64, as POST /v2/callbacks answered it; a public key is whpk_ and base64.',
    )
  const algorithm = isPublic ? 'Ed25519' : 'HMAC'
  const key = await crypto.subtle.importKey('raw', bytes, { name: algorithm, hash: 'SHA-256' }, false, [
    'verify',
  ])
  return { version: isPublic ? 'v1a' : 'v1', algorithm, key }
}

function fromBase64(text: string): Uint8Array<ArrayBuffer> | null {
  try {
    return Uint8Array.from(atob(text), (character) => character.charCodeAt(0))
  } catch {
    return null
  }
}

function joined(head: Uint8Array, body: Uint8Array): Uint8Array<ArrayBuffer> {
  const all = new Uint8Array(head.length + body.length)
  all.set(head)
  all.set(body, head.length)
  return all
}
