/**
 * Client authentication at the token and revocation endpoints: client_secret_post or client_secret_basic
 * (RFC 6749 2.3.1).
 */
import type { FastifyRequest } from 'fastify'
import type { OauthApp } from '../../../schemas/oauth/oauth-app.js'
import type { CredentialHolder } from '../../http/auth-error.js'
import { invalidClient, OauthError } from '../oauth-error.js'
import { queryText, readParameters } from '../parameters.js'
import type { Parameters } from '../parameters.js'
import { isClientUrl } from '../../../schemas/oauth/client-document.js'
import type { OauthDeps } from '../ports.js'
import { checkSecret } from './check-secret.js'
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

const NEVER_IN_URL = ['client_secret', 'client_id', 'code', 'code_verifier', 'refresh_token', 'token']

/**
 * The application that sent the request. Rejects with an OauthError: 400 for credentials in the URL or two
 * methods at once; 401 invalid_client for anything wrong with them, alike for an unknown client and a wrong
 * secret; 429 after too many failures of one client from one network, before the secret is checked
 * (oauth.md 5.2, 28 to 34 and 50). A client that describes itself by a document is public: its id is all it has.
 */
export async function authenticateClient(
  request: FastifyRequest,
  form: Parameters,
  deps: OauthDeps,
): Promise<OauthApp> {
  const query = readParameters(queryText(request.url))
  if (NEVER_IN_URL.some((name) => query.get(name) !== null))
    throw new OauthError('invalid_request', 'Credentials do not belong in the URL.')
  const clientId = form.get('client_id')
  const isAlone = request.headers.authorization === undefined && form.get('client_secret') === null
  if (isAlone && clientId !== null && isClientUrl(clientId))
    return await publicClient(request, clientId, deps)
  const credentials = readClientCredentials(request.headers.authorization, form)
  const check = await checkSecret(credentials, { address: request.ip, request: request.id }, deps)
  if (check.is === 'throttled')
    throw new OauthError('rate_limited', 'Too many failed authentications; try again later.', {
      'retry-after': String(check.waitSeconds),
    })
  if (check.app !== null) request.tokenClient = { client: check.app.clientId, member: null }
  if (check.is === 'wrong') throw invalidClient()
  request.isProven()
  return check.app
}

async function publicClient(
  request: FastifyRequest,
  clientId: string,
  { apps, clientDocuments }: OauthDeps,
): Promise<OauthApp> {
  const found = clientDocuments === null ? null : await apps.find(clientId)
  if (found === null || found.app.disabled) throw invalidClient()
  request.tokenClient = { client: clientId, member: null }
  return found.app
}
