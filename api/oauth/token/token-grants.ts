/** The three grants of POST /oauth/token (oauth.md 3.2). */
import type { AuditEvent } from '../../../schemas/oauth/audit.js'
import type { Granted, Refused } from '../../../schemas/oauth/grant.js'
import type { OauthApp } from '../../../schemas/oauth/oauth-app.js'
import { isClientUrl } from '../../../schemas/oauth/client-document.js'
import { parseResource } from '../../../schemas/oauth/resource.js'
import type { Resource } from '../../../schemas/oauth/resource.js'
import { parseScopes } from '../../../schemas/oauth/scope.js'
import type { GrantedScopes } from '../../../schemas/oauth/scope.js'
import { OauthError } from '../oauth-error.js'
import type { Parameters } from '../parameters.js'
import type { GrantStore } from '../ports.js'
import { randomToken, s256, tokenHash } from '../random-token.js'
import type { Vault } from '../vault.js'

const VERIFIER = /^[A-Za-z0-9._~-]{43,128}$/
const REFRESH_PREFIX = 'rt_'

export interface GrantDeps {
  grants: GrantStore
  vault: Vault
  settings: { baseUrl: string }
}

/** A token request of a client. */
interface Asked {
  app: OauthApp
  form: Parameters
  /** Thumbprint of the key that the client has proven; null: none. */
  jkt: string | null
}

/** The result of a grant: a refresh token to issue with the content of its access token, or the refusal. */
export type GrantOutcome =
  | { is: 'granted'; granted: Granted; refreshToken: string }
  | { is: 'refused'; refusal: Refused; event: AuditEvent }

/**
 * Reads the parameters of a grant and asks the store. Rejects with an OauthError if one is missing or
 * malformed.
 */
export type Grant = (asked: Asked, deps: GrantDeps) => Promise<GrantOutcome>

export const GRANTS: ReadonlyMap<string, Grant> = new Map<string, Grant>([
  ['authorization_code', exchangeCode],
  ['refresh_token', refresh],
  ['client_credentials', grantApp],
])

async function exchangeCode({ app, form, jkt }: Asked, deps: GrantDeps): Promise<GrantOutcome> {
  const code = required(form, 'code')
  const redirectUri = required(form, 'redirect_uri')
  const verifier = form.get('code_verifier')
  if (verifier !== null && !VERIFIER.test(verifier))
    throw new OauthError('invalid_request', 'The code_verifier must have 43 to 128 unreserved characters.')
  const refreshToken = randomToken(REFRESH_PREFIX)
  const result = await deps.grants.exchangeCode({
    hash: tokenHash(code),
    clientId: app.clientId,
    redirectUri,
    challenge: verifier === null ? null : s256(verifier),
    jkt,
    refreshHash: tokenHash(refreshToken),
    resource: readResource(form, deps),
  })
  return outcomeOf(result, refreshToken, 'code_replayed')
}

/**
 * The successor is derived from the presented token, so that retries and parallel requests get the same
 * one.
 */
async function refresh({ app, form, jkt }: Asked, deps: GrantDeps): Promise<GrantOutcome> {
  const { grants, vault } = deps
  const presented = required(form, 'refresh_token')
  const [successor, other] = vault
    .macs('refresh successor', presented)
    .map((mac) => REFRESH_PREFIX + mac.toString('base64url'))
  if (successor === undefined) throw new TypeError('a vault has at least one key')
  const result = await grants.rotateRefresh({
    hash: tokenHash(presented),
    successor: tokenHash(successor),
    otherSuccessor: other === undefined ? null : tokenHash(other),
    clientId: app.clientId,
    jkt,
    scopes: readScopes(form),
    resource: readResource(form, deps),
  })
  const isOther = result.is === 'granted' && result.isOther === true
  return outcomeOf(result, isOther ? (other ?? successor) : successor, 'refresh_reused')
}

/** The scopes that a refresh asks for (RFC 6749 6); null: all of its grant. */
function readScopes(form: Parameters): GrantedScopes {
  const parsed = parseScopes(form.get('scope'))
  if ('problem' in parsed) throw new OauthError('invalid_scope', parsed.problem)
  return parsed.scopes
}

/** What the access token is for (RFC 8707 2.2); null: the form does not say. */
function readResource(form: Parameters, { settings }: GrantDeps): Resource | null {
  const parsed = parseResource(form.get('resource'), settings.baseUrl)
  if ('problem' in parsed) throw new OauthError('invalid_target', parsed.problem)
  return parsed.resource
}

async function grantApp({ app, form }: Asked, deps: GrantDeps): Promise<GrantOutcome> {
  const refreshToken = randomToken(REFRESH_PREFIX)
  if (isClientUrl(app.clientId))
    throw new OauthError(
      'unauthorized_client',
      'A client without a secret cannot use the client_credentials grant.',
    )
  const resource = readResource(form, deps)
  const granted = await deps.grants.grantApp(app.clientId, tokenHash(refreshToken), resource)
  return { is: 'granted', granted, refreshToken }
}

function outcomeOf(result: Granted | Refused, refreshToken: string, replayEvent: AuditEvent): GrantOutcome {
  if (result.is === 'granted') return { is: 'granted', granted: result, refreshToken }
  return { is: 'refused', refusal: result, event: result.replayed ? replayEvent : 'token_refused' }
}

function required(form: Parameters, name: string): string {
  const value = form.get(name)
  if (value === null) throw new OauthError('invalid_request', `The parameter ${name} is required.`)
  return value
}
