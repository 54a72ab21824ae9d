/**
 * Reading an authorization request (interface.txt 5.2, RFC 6749 4.1.1, RFC 7636). A doubt about who asks or where to go
 * back ends on a page of ours; every other fault goes back to the client at once.
 */
import type { OauthApp } from '../../../schemas/oauth/oauth-app.js'
import { REPLACEMENT } from '../parameters.js'
import type { Parameters } from '../parameters.js'

export interface AuthorizeRequest {
  app: OauthApp
  redirectUri: string
  state: string
  challenge: string | null
}

export type AuthorizeResult =
  | { is: 'request'; request: AuthorizeRequest }
  | { is: 'page'; problem: PageErrorCode; app: OauthApp | null }
  | {
      is: 'back'
      app: OauthApp
      redirectUri: string
      error: 'invalid_request' | 'unsupported_response_type'
      description: string
      state: string | null
    }

export type PageErrorCode =
  | 'client_missing'
  | 'client_repeated'
  | 'client_unknown'
  | 'redirect_missing'
  | 'redirect_repeated'
  | 'redirect_mismatch'

const CHALLENGE = /^[A-Za-z0-9_-]{43}$/

/** The client named by the request, or why it cannot be looked for. */
export function readClient(query: Parameters): { clientId: string } | { problem: PageErrorCode } {
  if (query.repeated('client_id')) return { problem: 'client_repeated' }
  const clientId = query.get('client_id')
  return clientId === null ? { problem: 'client_missing' } : { clientId }
}

/** Reads the rest of the request of a client that was looked up; null: there is none of that name. */
export function readAuthorizeRequest(query: Parameters, app: OauthApp | null): AuthorizeResult {
  if (app === null || app.disabled) return { is: 'page', problem: 'client_unknown', app: null }
  if (query.repeated('redirect_uri')) return { is: 'page', problem: 'redirect_repeated', app }
  const redirectUri = query.get('redirect_uri')
  if (redirectUri === null) return { is: 'page', problem: 'redirect_missing', app }
  if (redirectUri !== app.redirectUri) return { is: 'page', problem: 'redirect_mismatch', app }

  const sent = query.repeated('state') ? null : query.get('state')
  // What could not be decoded could not come back unchanged either (RFC 6749 A.5 has printable ASCII alone).
  const unreadable = sent?.includes(REPLACEMENT) === true
  const state = unreadable ? null : sent
  const back = (
    error: 'invalid_request' | 'unsupported_response_type',
    description: string,
  ): AuthorizeResult => ({
    is: 'back',
    app,
    redirectUri,
    error,
    description,
    state,
  })
  const repeated = query.firstRepeated([
    'state',
    'response_type',
    'code_challenge',
    'code_challenge_method',
    'scope',
  ])
  if (repeated !== null) return back('invalid_request', `The parameter ${repeated} is repeated.`)
  if (unreadable)
    return back('invalid_request', 'The parameter state holds characters that cannot be returned unchanged.')
  if (state === null) return back('invalid_request', 'The parameter state is required.')
  const type = query.get('response_type')
  if (type === null) return back('invalid_request', 'The parameter response_type is required.')
  if (type !== 'code') return back('unsupported_response_type', 'The only response_type is code.')
  const challenge = query.get('code_challenge')
  const method = query.get('code_challenge_method')
  if (challenge === null) {
    if (method !== null)
      return back('invalid_request', 'The parameter code_challenge_method comes with a code_challenge.')
    if (app.pkceRequired) return back('invalid_request', 'This application requires a code_challenge.')
  } else {
    if (method !== 'S256') return back('invalid_request', 'The only code_challenge_method is S256.')
    if (!CHALLENGE.test(challenge))
      return back('invalid_request', 'A code_challenge is 43 base64url characters.')
  }
  return { is: 'request', request: { app, redirectUri, state, challenge } }
}
