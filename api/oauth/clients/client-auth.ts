/**
 * Client authentication at the token and revocation endpoints: client_secret_post or client_secret_basic
 * (RFC 6749 2.3.1).
 */
import type { FastifyRequest } from 'fastify'
import { networkOf } from '../../../schemas/base/address.js'
import type { AuditStore } from '../../../schemas/oauth/audit.js'
import type { AppSecret, OauthApp } from '../../../schemas/oauth/oauth-app.js'
import type { ThrottleStore } from '../../../schemas/oauth/throttle.js'
import type { CredentialHolder } from '../../http/auth-error.js'
import { invalidClient, OauthError } from '../oauth-error.js'
import { queryText, readParameters } from '../parameters.js'
import type { Parameters } from '../parameters.js'
import type { AppStore, OauthSettings } from '../ports.js'
import { sameHash, tokenHash } from '../random-token.js'
import { readClientCredentials } from './client-credentials.js'

declare module 'fastify' {
  interface FastifyRequest {
    /**
     * The registered client of a request to the token or revocation endpoint, for the request log. Its failures
     * are kept as far as they are counted, so that a stranger who knows its id cannot fill the log.
     */
    tokenClient: CredentialHolder | null
  }
}

/** Compared with the secret of an unknown client, so that it takes as long as a wrong secret. */
const NO_SECRET = Buffer.alloc(32)
const FAILURE_WINDOW_SECONDS = 300
const MAX_KEY_ID = 200
const NEVER_IN_URL = ['client_secret', 'client_id', 'code', 'code_verifier', 'refresh_token', 'token']

export interface ClientAuthDeps {
  apps: AppStore
  throttle: ThrottleStore
  audit: AuditStore
  settings: OauthSettings
}

/**
 * The application that sent the request. Rejects with an OauthError: 400 for credentials in the URL or two
 * methods at once; 401 invalid_client for anything wrong with them, alike for an unknown client and a wrong
 * secret; 429 after too many failures of one client from one network, before the secret is checked
 * (oauth.md 5.2, 28 to 34 and 50).
 */
export async function authenticateClient(
  request: FastifyRequest,
  form: Parameters,
  deps: ClientAuthDeps,
): Promise<OauthApp> {
  const query = readParameters(queryText(request.url))
  if (NEVER_IN_URL.some((name) => query.get(name) !== null))
    throw new OauthError('invalid_request', 'Credentials do not belong in the URL.')
  const { clientId, secret } = readClientCredentials(request.headers.authorization, form)
  const found = await deps.apps.find(clientId)
  const failures = failureThrottle(request, clientId, deps)
  const wait = await failures.secondsBlocked()
  if (wait !== null) throw await refuseThrottled(request, found?.app ?? null, wait, deps)
  const match = findMatchingSecret(found?.secrets ?? [], secret)
  if (found === null || match === null || found.app.disabled) {
    const full = await failures.consume()
    if (full !== null) throw await refuseThrottled(request, found?.app ?? null, full, deps)
    if (found !== null) {
      request.tokenClient = { client: found.app.clientId, member: null }
      await recordFailure(request, found.app, deps)
    }
    throw invalidClient()
  }
  request.tokenClient = { client: found.app.clientId, member: null }
  await deps.apps.recordSecretUse(match.id)
  return found.app
}

/**
 * Failures are counted after the fact: counting before would be two writes to one row per token request.
 * However many requests fail at once, no more failures than the limit are reported as such, and random
 * secrets cannot be guessed.
 */
function failureThrottle(
  request: FastifyRequest,
  clientId: string,
  { settings, throttle }: ClientAuthDeps,
): { secondsBlocked: () => Promise<number | null>; consume: () => Promise<number | null> } {
  const limit = settings.clientFailures
  const key = `client ${clientId.slice(0, MAX_KEY_ID)} ${networkOf(request.ip)}`
  const limits = [{ key, limit }]
  return {
    secondsBlocked: async () => (limit === 0 ? null : await throttle.secondsBlocked(limits)),
    consume: async () => (limit === 0 ? null : await throttle.consume(limits, FAILURE_WINDOW_SECONDS)),
  }
}

/** `app` is null for an unknown client, whose name could be any text of any length and is not stored. */
async function refuseThrottled(
  request: FastifyRequest,
  app: OauthApp | null,
  wait: number,
  deps: ClientAuthDeps,
): Promise<OauthError> {
  const clientId = app?.clientId ?? null
  await deps.audit.record({
    event: 'throttled',
    actor: { kind: app === null ? 'nobody' : 'app', id: clientId },
    clientId,
    address: request.ip,
    request: request.id,
    anonymous: true,
  })
  return new OauthError('rate_limited', 'Too many failed authentications; try again later.', {
    'retry-after': String(wait),
  })
}

async function recordFailure(request: FastifyRequest, app: OauthApp, deps: ClientAuthDeps): Promise<void> {
  await deps.audit.record({
    event: 'token_refused',
    actor: { kind: 'nobody', id: null },
    clientId: app.clientId,
    address: request.ip,
    request: request.id,
    anonymous: true,
    detail: {
      why: app.disabled
        ? 'The application is disabled.'
        : 'The client secret is not a live one of this application.',
    },
  })
}

/**
 * The secret whose hash is that of `value`. Compares all in constant time; an empty list costs one
 * comparison too.
 */
export function findMatchingSecret(
  secrets: readonly AppSecret[],
  value: string,
  same: typeof sameHash = sameHash,
): AppSecret | null {
  const hash = tokenHash(value)
  let match: AppSecret | null = null
  if (secrets.length === 0) same(hash, NO_SECRET)
  for (const secret of secrets) if (same(secret.hash, hash)) match = secret
  return match
}
