/** Public facts for clients: the metadata of RFC 8414 and the public keys (RFC 7517). */
import type { FastifyInstance } from 'fastify'
import { SCOPES } from '../../schemas/oauth/scope.js'
import { JWKS_OPERATION, METADATA_OPERATION } from './openapi-operations.js'
import type { KeyRing } from './keys/key-ring.js'

/** Both may be cached for less time than a key is published before it signs. */
export async function metadataRoutes(
  app: FastifyInstance,
  deps: { keys: KeyRing; settings: { authUrl: string; baseUrl: string } },
): Promise<void> {
  const { authUrl, baseUrl } = deps.settings
  const metadata = {
    issuer: authUrl,
    authorization_endpoint: `${authUrl}/oauth/authenticate`,
    token_endpoint: `${authUrl}/oauth/token`,
    revocation_endpoint: `${authUrl}/oauth/revoke`,
    jwks_uri: `${authUrl}/oauth/jwks`,
    scopes_supported: SCOPES,
    response_types_supported: ['code'],
    response_modes_supported: ['query'],
    grant_types_supported: ['authorization_code', 'refresh_token', 'client_credentials'],
    token_endpoint_auth_methods_supported: ['client_secret_post', 'client_secret_basic'],
    revocation_endpoint_auth_methods_supported: ['client_secret_post', 'client_secret_basic'],
    code_challenge_methods_supported: ['S256'],
    authorization_response_iss_parameter_supported: true,
    service_documentation: `${baseUrl}/docs`,
  }
  app.get(
    '/.well-known/oauth-authorization-server',
    { config: { operation: METADATA_OPERATION } },
    async (_request, reply) =>
      await reply
        .header('cache-control', 'public, max-age=300')
        .header('access-control-allow-origin', '*')
        .send(metadata),
  )
  app.get(
    '/oauth/jwks',
    { config: { operation: JWKS_OPERATION } },
    async (_request, reply) =>
      await reply
        .header('cache-control', 'public, max-age=300')
        .header('access-control-allow-origin', '*')
        .type('application/jwk-set+json; charset=utf-8')
        .send(JSON.stringify(deps.keys.jwks())),
  )
}
