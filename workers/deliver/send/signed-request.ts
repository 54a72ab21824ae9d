/** The request of one attempt (webhooks.md 3): headers and signatures. */
import { signBody, parseSecret } from '../../../actors/delivery/webhook-signature.js'
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

/** Opens what is sealed. Throws when the configured key is not the one it was sealed with. */
export function openCredentials(settings: CallbackSettings, open: Open): Credentials {
  return {
    secrets: settings.secrets.map((sealed) => parseSecret(open(sealed))),
    secondUntil: settings.secondUntil,
    authorization:
      settings.credentials === null
        ? null
        : `Basic ${Buffer.from(open(settings.credentials)).toString('base64')}`,
  }
}

/** `headers` as name, value, name, ...; `signed` is what the delivery log keeps of them. */
export interface SignedRequest {
  headers: string[]
  body: Uint8Array
  signed: string
}

/** The request of one attempt at an event; `body` is the event as JSON in UTF-8. `now` in epoch milliseconds. */
export function signedRequest(
  to: Credentials,
  event: string,
  type: string,
  body: Buffer,
  now: number,
): SignedRequest {
  const timestamp = Math.floor(now / 1_000)
  const secrets = to.secondUntil !== null && now >= to.secondUntil ? to.secrets.slice(0, 1) : to.secrets
  const { signature, plain } = signBody(secrets, event, timestamp, body)
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
  if (to.authorization !== null) headers.push('authorization', to.authorization)
  return { headers, body, signed: `${timestamp} ${plain} ${signature}` }
}
