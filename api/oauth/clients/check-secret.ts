/**
 * Checks the secret of an application, at the token endpoint and in headers of API requests. Failures are counted by
 * application and network, and audited (oauth.md 5.2, 50).
 */
import type { AuditStore } from '../../../schemas/oauth/audit.js'
import type { AppSecret, OauthApp } from '../../../schemas/oauth/oauth-app.js'
import type { ThrottleStore } from '../../../schemas/oauth/throttle.js'
import { networkHolders } from '../../limits/budget.js'
import type { AppStore, OauthSettings } from '../ports.js'
import { sameHash, tokenHash } from '../random-token.js'
import type { ClientCredentials } from './client-credentials.js'

export interface CheckSecretDeps {
  apps: AppStore
  throttle: ThrottleStore
  audit: AuditStore
  settings: Pick<OauthSettings, 'clientFailures'>
}

/** Where credentials come from. */
export interface CredentialOrigin {
  address: string
  /** Id of the request. */
  request: string
}

export type SecretCheck =
  | { is: 'right'; app: OauthApp; secret: AppSecret }
  /** Of an unknown or disabled application, or not its secret; `app` is null for an unknown one. */
  | { is: 'wrong'; app: OauthApp | null }
  /** After too many failures, before the secret was checked. */
  | { is: 'throttled'; app: OauthApp | null; waitSeconds: number }

/** Compared with the secret of an unknown client, so that it takes as long as a wrong secret. */
const NO_SECRET = Buffer.alloc(32)
const FAILURE_WINDOW_SECONDS = 300
const MAX_KEY_ID = 200

/**
 * Failures are counted after the fact: counting before would be two writes to one row per token request.
 * However many requests fail at once, no more failures than the limit are reported as such, and random
 * secrets cannot be guessed.
 */
export async function checkSecret(
  { clientId, secret }: ClientCredentials,
  from: CredentialOrigin,
  deps: CheckSecretDeps,
): Promise<SecretCheck> {
  const limit = deps.settings.clientFailures
  const limits = networkHolders(from.address).map(({ key, times }) => ({
    key: `client ${clientId.slice(0, MAX_KEY_ID)} ${key}`,
    limit: limit * times,
  }))
  const found = await deps.apps.find(clientId)
  const app = found?.app ?? null
  const wait = limit === 0 ? null : await deps.throttle.secondsBlocked(limits)
  if (wait !== null) return await throttled(app, wait, from, deps)
  const match = findMatchingSecret(found?.secrets ?? [], secret)
  if (app !== null && match !== null && !app.disabled) {
    await deps.apps.recordSecretUse(match.id)
    return { is: 'right', app, secret: match }
  }
  const full = limit === 0 ? null : await deps.throttle.consume(limits, FAILURE_WINDOW_SECONDS)
  if (full !== null) return await throttled(app, full, from, deps)
  if (app !== null) await recordFailure(app, from, deps)
  return { is: 'wrong', app }
}

/** The name of an unknown client could be any text of any length, and is not stored. */
async function throttled(
  app: OauthApp | null,
  waitSeconds: number,
  from: CredentialOrigin,
  { audit }: CheckSecretDeps,
): Promise<SecretCheck> {
  const clientId = app?.clientId ?? null
  const actor = { kind: app === null ? ('nobody' as const) : ('app' as const), id: clientId }
  await audit.record({ event: 'throttled', actor, clientId, ...from, anonymous: true })
  return { is: 'throttled', app, waitSeconds }
}

async function recordFailure(
  { clientId, disabled }: OauthApp,
  from: CredentialOrigin,
  { audit }: CheckSecretDeps,
): Promise<void> {
  await audit.record({
    event: 'token_refused',
    actor: { kind: 'nobody', id: null },
    clientId,
    ...from,
    anonymous: true,
    detail: {
      why: disabled ? 'The application is disabled.' : 'The client secret is unknown, expired or revoked.',
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
