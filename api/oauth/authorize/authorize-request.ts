/**
 * Parses an authorization request (RFC 6749 4.1.1, RFC 7636; oauth.md 5.1). Doubt about the client or the
 * redirect URL ends on a page of ours; every other error goes back to the client.
 */
import type { OauthApp } from '../../../schemas/oauth/oauth-app.js'
import { parseResource } from '../../../schemas/oauth/resource.js'
import type { Resource } from '../../../schemas/oauth/resource.js'
import { parseScopes } from '../../../schemas/oauth/scope.js'
import type { GrantedScopes } from '../../../schemas/oauth/scope.js'
import { REPLACEMENT } from '../parameters.js'
import type { Parameters } from '../parameters.js'

export interface AuthorizeRequest {
  app: OauthApp
  redirectUri: string
  state: string
  /** PKCE challenge, or null. */
  challenge: string | null
  /** Thumbprint of the key that the code is bound to (RFC 9449 10); null: none. */
  jkt: string | null
  scopes: GrantedScopes
  /** What the tokens are for; null: the request does not say. */
  resource: Resource | null
}

export type AuthorizeResult =
  | { is: 'request'; request: AuthorizeRequest }
  /** Show an error page. */
  | { is: 'page'; error: PageErrorCode; app: OauthApp | null }
  /** Redirect back with an error. */
  | ({ is: 'redirect'; app: OauthApp; redirectUri: string; state: string | null } & RedirectError)

export type PageErrorCode =
  | 'client_missing'
  | 'client_repeated'
  | 'client_unknown'
  | 'redirect_missing'
  | 'redirect_repeated'
  | 'redirect_mismatch'

interface RedirectError {
  error: 'invalid_request' | 'unsupported_response_type' | 'invalid_scope' | 'invalid_target'
  description: string
}

/** SHA-256 in base64url. */
const DIGEST = /^[A-Za-z0-9_-]{43}$/
const SINGLE_PARAMETERS = [
  'state',
  'response_type',
  'code_challenge',
  'code_challenge_method',
  'scope',
  'resource',
  'dpop_jkt',
]

const STATE_MISSING = invalid('The parameter state is required.')

/** The client named by the request, or why there is none to look up. */
export function readClient(query: Parameters): { clientId: string } | { error: PageErrorCode } {
  if (query.repeated('client_id')) return { error: 'client_repeated' }
  const clientId = query.get('client_id')
  return clientId === null ? { error: 'client_missing' } : { clientId }
}

/**
 * Parses the rest of the request. `app` is the client that was looked up, or null if there is none of that
 * id.
 * @param baseUrl `{base_url}`, which the resources are below
 */
export function readAuthorizeRequest(
  query: Parameters,
  app: OauthApp | null,
  baseUrl: string,
): AuthorizeResult {
  if (app === null || app.disabled) return { is: 'page', error: 'client_unknown', app: null }
  if (query.repeated('redirect_uri')) return { is: 'page', error: 'redirect_repeated', app }
  const redirectUri = query.get('redirect_uri')
  if (redirectUri === null) return { is: 'page', error: 'redirect_missing', app }
  if (!(app.redirectUris ?? [app.redirectUri]).includes(redirectUri))
    return { is: 'page', error: 'redirect_mismatch', app }

  const { state, error: stateError } = readState(query)
  const error =
    repeatedError(query) ??
    stateError ??
    responseTypeError(query) ??
    challengeError(query, app) ??
    keyError(query)
  if (error !== null || state === null)
    return { is: 'redirect', app, redirectUri, state, ...(error ?? STATE_MISSING) }
  const scope = parseScopes(query.get('scope'))
  if ('problem' in scope)
    return { is: 'redirect', app, redirectUri, state, error: 'invalid_scope', description: scope.problem }
  const target = parseResource(query.get('resource'), baseUrl)
  if ('problem' in target)
    return { is: 'redirect', app, redirectUri, state, error: 'invalid_target', description: target.problem }
  const challenge = query.get('code_challenge')
  const jkt = query.get('dpop_jkt')
  const { resource } = target
  const { scopes } = scope
  return { is: 'request', request: { app, redirectUri, state, challenge, jkt, scopes, resource } }
}

/** A state that did not decode could not be returned unchanged (RFC 6749 A.5 allows printable ASCII only). */
function readState(query: Parameters): { state: string | null; error: RedirectError | null } {
  const state = query.repeated('state') ? null : query.get('state')
  if (state?.includes(REPLACEMENT) === true)
    return {
      state: null,
      error: invalid('The parameter state must have printable ASCII characters only.'),
    }
  return { state, error: state === null ? STATE_MISSING : null }
}

function repeatedError(query: Parameters): RedirectError | null {
  const repeated = query.firstRepeated(SINGLE_PARAMETERS)
  return repeated === null ? null : invalid(`The parameter ${repeated} is repeated; send it once.`)
}

function responseTypeError(query: Parameters): RedirectError | null {
  const type = query.get('response_type')
  if (type === null) return invalid('The parameter response_type is required.')
  if (type === 'code') return null
  return { error: 'unsupported_response_type', description: 'The response_type must be code.' }
}

function challengeError(query: Parameters, { pkceRequired }: OauthApp): RedirectError | null {
  const challenge = query.get('code_challenge')
  const method = query.get('code_challenge_method')
  if (challenge === null) {
    if (method !== null) return invalid('The parameter code_challenge_method needs a code_challenge.')
    return pkceRequired ? invalid('This application requires a code_challenge.') : null
  }
  if (method !== 'S256') return invalid('The code_challenge_method must be S256.')
  return DIGEST.test(challenge) ? null : invalid('The code_challenge must have 43 base64url characters.')
}

function keyError(query: Parameters): RedirectError | null {
  const jkt = query.get('dpop_jkt')
  if (jkt === null || DIGEST.test(jkt)) return null
  return invalid('The dpop_jkt must be the SHA-256 thumbprint of a key (RFC 7638): 43 base64url characters.')
}

function invalid(description: string): RedirectError {
  return { error: 'invalid_request', description }
}
