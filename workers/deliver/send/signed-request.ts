/** The request of one attempt: headers and signatures (webhooks.md 3). */
import { parseSecret, signBody } from '../../../actors/delivery/webhook-signature.js'
import type { SigningSecret } from '../../../actors/delivery/webhook-signature.js'
import { USER_AGENT } from '../../../schemas/webhooks/delivery.js'
import type { CallbackSettings } from '../../../schemas/webhooks/delivery.js'
import type { Open } from '../ports.js'

/** What signs and authorizes the requests of a callback while it is claimed. */
export interface Credentials {
  secrets: SigningSecret[]
  secondUntil: number | null
  authorization: string | null
}

/** Opens the sealed secrets. Throws if they were sealed with another key than the configured one. */
export function openCredentials(settings: CallbackSettings, open: Open): Credentials {
  const { credentials, secrets, secondUntil } = settings
  return {
    secrets: secrets.map((sealed) => parseSecret(open(sealed))),
    secondUntil,
    authorization: credentials === null ? null : `Basic ${Buffer.from(open(credentials)).toString('base64')}`,
  }
}

/** `headers` as name, value, name, ...; `signed` is what the delivery log keeps of them. */
export interface SignedRequest {
  headers: string[]
  body: Uint8Array
  signed: string
}

/** The request of one attempt; `body` is the event as JSON in UTF-8, `now` in epoch milliseconds. */
export function signedRequest(
  credentials: Credentials,
  event: string,
  type: string,
  body: Buffer,
  now: number,
): SignedRequest {
  const timestamp = Math.floor(now / 1_000)
  const { secrets, secondUntil, authorization } = credentials
  const current = secondUntil !== null && now >= secondUntil ? secrets.slice(0, 1) : secrets
  const { signature, plain } = signBody(current, event, timestamp, body)
  const headers = [
    'content-type',
    'application/json',
    'user-agent',
    USER_AGENT,
    'tripfold-event-type',
    type,
    'webhook-id',
    event,
    'webhook-timestamp',
    String(timestamp),
    'webhook-signature',
    signature,
    'x-signature',
    plain,
  ]
  if (authorization !== null) headers.push('authorization', authorization)
  return { headers, body, signed: `${timestamp} ${plain} ${signature}` }
}
