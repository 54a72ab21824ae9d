/** Verifies deliveries by the Standard Webhooks scheme; needs no client and no network. */
import type { Event } from './generated/types.js'

export type { Event, ThinEvent } from './generated/types.js'

export interface VerifyOptions {
  /** The signing secret, `whsec_...`; both of them while it is being rotated. */
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
    const key = await signingKey(secret)
    for (const signature of signatures)
      if (await crypto.subtle.verify('HMAC', key, signature, signed))
        return JSON.parse(new TextDecoder().decode(received)) as T
  }
  throw new WebhookVerificationError('No signature is of any of the secrets.')
}

function headerOf(headers: HeaderValues, name: string): string {
  const value = headers instanceof Headers ? headers.get(name) : headers[name]
  const text = Array.isArray(value) ? (value[0] as string | undefined) : (value as string | null | undefined)
  if (text === undefined || text === null || text === '')
    throw new WebhookVerificationError(`The header ${name} is missing.`)
  return text
}

/** Of `v1,abc= v1,def=`; other versions are skipped. */
function signaturesIn(header: string): Array<Uint8Array<ArrayBuffer>> {
  return header.split(' ').flatMap((part) => {
    const [version, text = ''] = part.split(',', 2)
    const bytes = version === 'v1' ? fromBase64(text) : null
    return bytes === null ? [] : [bytes]
  })
}

type SigningKey = Awaited<ReturnType<typeof crypto.subtle.importKey>>

async function signingKey(secret: string): Promise<SigningKey> {
  const bytes = fromBase64(secret.replace(/^whsec_/, ''))
  if (bytes === null || bytes.length === 0)
    throw new TypeError('A signing secret is whsec_ and base64, as POST /v2/callbacks answered it.')
  return await crypto.subtle.importKey('raw', bytes, { name: 'HMAC', hash: 'SHA-256' }, false, ['verify'])
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
