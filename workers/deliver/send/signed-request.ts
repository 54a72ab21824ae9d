/** The request of one attempt: headers, signatures and body (webhooks.md 3). */
import type { KeyObject } from 'node:crypto'
import { parseSecret, signBody } from '../../../actors/delivery/webhook-signature.js'
import type { SigningSecret } from '../../../actors/delivery/webhook-signature.js'
import { THIN_MARK, USER_AGENT } from '../../../schemas/webhooks/delivery.js'
import type { CallbackSettings } from '../../../schemas/webhooks/delivery.js'
import { thinBody } from '../../../schemas/webhooks/thin-payload.js'

/** Opens what the store keeps sealed. */
export type Open = (sealed: Uint8Array) => string

/** The Ed25519 keys of the service that sign now, newest first. */
export type SigningKeys = () => KeyObject[]

/** What requests are made with, whatever the callback. */
export interface RequestDeps {
  open: Open
  signingKeys: SigningKeys
  /** `{base_url}` of the API, without a trailing slash: where thin payloads say that resources are read. */
  baseUrl: string
}

/** What all requests of a callback have in common while it is claimed. */
export interface RequestTemplate {
  secrets: SigningSecret[]
  /** Keys may come and go while the callback is claimed; null: the callback wants no asymmetric signatures. */
  signingKeys: SigningKeys | null
  secondUntil: number | null
  /** Headers next to those of every request, as name, value, name, ...: authorization and custom ones. */
  further: string[]
  /** Where thin payloads say that resources are read; null: the payloads are full. */
  thinBaseUrl: string | null
}

/** Opens the sealed secrets. Throws if they were sealed with another key than the configured one. */
export function requestTemplate(
  settings: CallbackSettings,
  { open, signingKeys, baseUrl }: RequestDeps,
): RequestTemplate {
  const { secrets, secondUntil, isThin, isAsymmetric } = settings
  return {
    signingKeys: isAsymmetric ? signingKeys : null,
    secrets: secrets.map((sealed) => parseSecret(open(sealed))),
    secondUntil,
    further: furtherHeaders(settings, open),
    thinBaseUrl: isThin ? baseUrl : null,
  }
}

/** An Authorization among the custom headers replaces the one from the credentials of the URL (webhooks.md 2.2). */
function furtherHeaders({ credentials, headers }: CallbackSettings, open: Open): string[] {
  const custom = headers === null ? [] : Object.entries(JSON.parse(open(headers)) as Record<string, string>)
  if (credentials === null || custom.some(([name]) => name.toLowerCase() === 'authorization'))
    return custom.flat()
  return ['authorization', `Basic ${Buffer.from(open(credentials)).toString('base64')}`, ...custom.flat()]
}

/** `headers` as name, value, name, ...; `signed` is what the delivery log keeps of them. */
export interface SignedRequest {
  headers: string[]
  body: Uint8Array
  signed: string
}

/** The request of one attempt; `event` is its body as JSON in UTF-8, `now` in epoch milliseconds. */
export function signedRequest(
  template: RequestTemplate,
  id: string,
  type: string,
  event: Buffer,
  now: number,
): SignedRequest {
  const timestamp = Math.floor(now / 1_000)
  const { secrets, signingKeys, secondUntil, further, thinBaseUrl } = template
  const current = secondUntil !== null && now >= secondUntil ? secrets.slice(0, 1) : secrets
  const body = thinBaseUrl === null ? event : Buffer.from(thinBody(event.toString('utf8'), thinBaseUrl))
  const { signature, plain } = signBody(current, id, timestamp, body, signingKeys?.())
  const headers = [
    'content-type',
    'application/json',
    'user-agent',
    USER_AGENT,
    'tripfold-event-type',
    type,
    'webhook-id',
    id,
    'webhook-timestamp',
    String(timestamp),
    'webhook-signature',
    signature,
    'x-signature',
    plain,
  ]
  if (further.length > 0) headers.push(...further)
  const signed = `${timestamp} ${plain} ${signature}`
  return { headers, body, signed: thinBaseUrl === null ? signed : `${signed} ${THIN_MARK}` }
}
