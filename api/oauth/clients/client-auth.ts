/** Who calls the token and revocation endpoints: client_secret_post or client_secret_basic (RFC 6749 2.3.1). */
import type { FastifyRequest } from 'fastify'
import { networkOf } from '../../../schemas/base/address.js'
import type { AppSecret, OauthApp } from '../../../schemas/oauth/oauth-app.js'
import { invalidClient, OauthError } from '../oauth-error.js'
import { queryText, readParameters } from '../parameters.js'
import type { Parameters } from '../parameters.js'
import type { AppStore, OauthSettings } from '../ports.js'
import type { AuditStore } from '../../../schemas/oauth/audit.js'
import type { ThrottleStore } from '../../../schemas/oauth/throttle.js'
import { sameHash, tokenHash } from '../random-token.js'

/** What an unknown client is compared with, so that it costs the same as a wrong secret. */
const NOBODY = Buffer.alloc(32)
const FAILURE_WINDOW_SECONDS = 300
const NEVER_IN_URL = ['client_secret', 'client_id', 'code', 'code_verifier', 'refresh_token', 'token']

export interface ClientAuthDeps {
  apps: AppStore
  throttle: ThrottleStore
  audit: AuditStore
  settings: OauthSettings
}

/**
 * The application that the request proves to be. Rejects with an OauthError: 400 for credentials in the URL or two methods
 * at once, 401 invalid_client for anything wrong with them (the same for an unknown client and a wrong secret), 429 after
 * too many failures of one client from one address, before the secret is looked at.
 */
export async function authenticateClient(
  request: FastifyRequest,
  form: Parameters,
  deps: ClientAuthDeps,
): Promise<OauthApp> {
  const query = readParameters(queryText(request.url))
  if (NEVER_IN_URL.some((name) => query.get(name) !== null))
    throw new OauthError('invalid_request', 'Credentials do not belong into the URL.')
  const { clientId, secret } = readCredentials(request.headers.authorization, form)

  const key = `client ${clientId.slice(0, 200)} ${networkOf(request.ip)}`
  const limits = deps.settings.clientFailures === 0 ? [] : [{ key, limit: deps.settings.clientFailures }]
  const found = await deps.apps.find(clientId)
  // What a stranger calls itself is any text of any length: only the name of an application that is there is kept.
  const known = found === null ? null : clientId
  const refuse = async (wait: number): Promise<never> => {
    await deps.audit.record({
      event: 'throttled',
      actor: { kind: known === null ? 'nobody' : 'app', id: known },
      clientId: known,
      address: request.ip,
      request: request.id,
    })
    throw new OauthError('rate_limited', 'Too many failed authentications; try again later.', {
      'retry-after': String(wait),
    })
  }
  const wait = limits.length === 0 ? null : await deps.throttle.secondsBlocked(limits)
  if (wait !== null) return await refuse(wait)

  const match = findMatchingSecret(found?.secrets ?? [], secret)
  if (found === null || match === null || found.app.disabled) {
    // Counted when it failed, not before it is tried: that would be two writes to one row for every token an application asks
    // for. No more failures than allowed are told as such, however many come at once; secrets are random and cannot be guessed.
    const full = limits.length === 0 ? null : await deps.throttle.consume(limits, FAILURE_WINDOW_SECONDS)
    if (full !== null) return await refuse(full)
    if (found !== null) {
      const why = found.app.disabled
        ? 'The application is switched off.'
        : 'The client secret is not a live one of this application.'
      await deps.audit.record({
        event: 'token_refused',
        actor: { kind: 'nobody', id: null },
        clientId,
        address: request.ip,
        request: request.id,
        detail: { why },
      })
    }
    throw invalidClient()
  }
  await deps.apps.recordSecretUse(match.id)
  return found.app
}

/** The live secret whose hash is that of `value`; each one is compared in constant time, and an empty list costs one comparison too. */
export function findMatchingSecret(
  secrets: readonly AppSecret[],
  value: string,
  same: typeof sameHash = sameHash,
): AppSecret | null {
  const hash = tokenHash(value)
  let match: AppSecret | null = null
  if (secrets.length === 0) same(hash, NOBODY)
  for (const secret of secrets) if (same(secret.hash, hash)) match = secret
  return match
}

function readCredentials(
  authorization: string | undefined,
  form: Parameters,
): { clientId: string; secret: string } {
  const inBody = { clientId: form.get('client_id'), secret: form.get('client_secret') }
  if (authorization === undefined) {
    if (inBody.clientId === null || inBody.secret === null)
      throw invalidClient('Client authentication is missing.')
    return { clientId: inBody.clientId, secret: inBody.secret }
  }
  const basic = readBasic(authorization)
  if (basic === null) throw invalidClient('The Authorization header is not a Basic credential.')
  if (inBody.secret !== null)
    throw new OauthError('invalid_request', 'Use one method of client authentication, not two.')
  if (inBody.clientId !== null && inBody.clientId !== basic.clientId)
    throw new OauthError('invalid_request', 'The client_id differs from the authenticated one.')
  return basic
}

/** Basic credentials whose two halves are form-encoded (RFC 6749 2.3.1); null when they are not that. */
export function readBasic(authorization: string): { clientId: string; secret: string } | null {
  const match = /^basic +([A-Za-z0-9+/=_-]+)$/i.exec(authorization)
  const text = match?.[1] === undefined ? '' : Buffer.from(match[1], 'base64').toString('utf8')
  const colon = text.indexOf(':')
  if (colon < 1) return null
  const clientId = formDecoded(text.slice(0, colon))
  const secret = formDecoded(text.slice(colon + 1))
  return clientId === null || secret === null ? null : { clientId, secret }
}

function formDecoded(text: string): string | null {
  if (/%(?![0-9A-Fa-f]{2})/.test(text)) return null
  return readParameters(`v=${text.replaceAll('&', '%26')}`).get('v')
}
