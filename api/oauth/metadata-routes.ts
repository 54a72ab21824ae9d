/** Public facts for clients: the metadata of RFC 8414 and the public keys (RFC 7517). */
import type { FastifyInstance } from 'fastify'
import Type from 'typebox'
import { resourceUrl } from '../../schemas/oauth/resource.js'
import type { Resource } from '../../schemas/oauth/resource.js'
import { SCOPES } from '../../schemas/oauth/scope.js'
import type { Scope } from '../../schemas/oauth/scope.js'
import { open } from '../operation/access.js'
import { ok, ready } from '../operation/answer.js'
import { operation } from '../operation/declaration.js'
import { openRegistrar } from '../operation/registrar.js'
import type { ClientDocuments } from './clients/client-documents.js'
import type { KeyRing } from './keys/key-ring.js'
import { PUBLIC_ERRORS } from './oauth-responses.js'

interface MetadataDeps {
  keys: KeyRing
  clientDocuments: ClientDocuments | null
  settings: { authUrl: string; baseUrl: string }
}

/** Clients ask the member for all that stand here: for the tools, those that some tool needs. */
const RESOURCE_SCOPES: Readonly<Record<Resource, readonly Scope[]>> = {
  api: SCOPES,
  mcp: ['trips:read', 'trips:write'],
}

/** For less time than a key is published before it signs. */
const headers = { 'cache-control': 'public, max-age=300', 'access-control-allow-origin': '*' }

const getAuthorizationServer = operation(
  {
    route: 'GET /.well-known/oauth-authorization-server',
    id: 'getAuthorizationServer',
    tag: 'OAuth',
    access: open,
    selfContained: true,
    summary: 'Read the metadata of the authorization server',
    description: 'Metadata of RFC 8414: URLs and supported features. It may be cached for five minutes.',
    responses: {
      200: {
        description: 'The metadata.',
        example: {
          issuer: 'https://auth.tripfold.example',
          authorization_endpoint: 'https://auth.tripfold.example/oauth/authenticate',
          token_endpoint: 'https://auth.tripfold.example/oauth/token',
        },
        schema: Type.Object(
          {
            issuer: Type.String({ description: 'The issuer.' }),
            authorization_endpoint: Type.String({ description: 'Where to send the member.' }),
            token_endpoint: Type.String({ description: 'Where to get tokens.' }),
          },
          { description: 'Metadata, with more fields than these.' },
        ),
      },
      ...PUBLIC_ERRORS,
    },
  },
  async (_input, { settings: { authUrl, baseUrl }, clientDocuments }: MetadataDeps) => {
    const methods = [
      'client_secret_post',
      'client_secret_basic',
      ...(clientDocuments === null ? [] : ['none']),
    ]
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
      token_endpoint_auth_methods_supported: methods,
      revocation_endpoint_auth_methods_supported: methods,
      code_challenge_methods_supported: ['S256'],
      authorization_response_iss_parameter_supported: true,
      client_id_metadata_document_supported: clientDocuments !== null,
      service_documentation: `${baseUrl}/docs`,
    }
    return ok(metadata, { headers })
  },
)

const getKeys = operation(
  {
    route: 'GET /oauth/jwks',
    id: 'getKeys',
    tag: 'OAuth',
    access: open,
    selfContained: true,
    produces: 'application/jwk-set+json',
    summary: 'Read the public keys',
    description:
      'The keys that sign access tokens, as a JSON Web Key Set (RFC 7517). It may be cached for five minutes.',
    responses: {
      200: {
        description: 'The keys.',
        type: 'application/jwk-set+json',
        schema: Type.Object(
          {
            keys: Type.Array(
              Type.Object(
                {
                  kid: Type.String({ description: 'Id of the key.' }),
                  kty: Type.String({ description: 'Type of the key.' }),
                  alg: Type.String({ description: 'Algorithm.' }),
                },
                { description: 'A key.' },
              ),
              { description: 'The keys that sign now, or did until lately.' },
            ),
          },
          { description: 'A key set.' },
        ),
        example: { keys: [{ kid: 'k1', kty: 'EC', alg: 'ES256' }] },
      },
      ...PUBLIC_ERRORS,
    },
  },
  async (_input, { keys }: MetadataDeps) =>
    ok(
      ready(() => JSON.stringify(keys.jwks())),
      { headers },
    ),
)

const protectedResource = (resource: Resource, path: '' | '/mcp', texts: { id: string; summary: string }) =>
  operation(
    {
      route: `GET /.well-known/oauth-protected-resource${path}`,
      ...texts,
      tag: 'OAuth',
      access: open,
      selfContained: true,
      description:
        'Metadata of RFC 9728: which authorization server issues tokens for it, with which scopes. ' +
        'WWW-Authenticate of a refused request names it as resource_metadata. It may be cached for five minutes.',
      responses: {
        200: {
          description: 'The metadata.',
          example: {
            resource: `https://api.tripfold.example${path}`,
            authorization_servers: ['https://auth.tripfold.example'],
          },
          schema: Type.Object(
            {
              resource: Type.String({ description: 'Its identifier, the `resource` of a token request.' }),
              authorization_servers: Type.Array(Type.String({ description: 'An issuer.' }), {
                description: 'Who issues tokens for it.',
              }),
            },
            { description: 'Metadata, with more fields than these.' },
          ),
        },
        ...PUBLIC_ERRORS,
      },
    },
    async (_input, { settings: { authUrl, baseUrl } }: MetadataDeps) => {
      const metadata = {
        resource: resourceUrl(baseUrl, resource),
        authorization_servers: [authUrl],
        scopes_supported: RESOURCE_SCOPES[resource],
        bearer_methods_supported: ['header'],
        resource_name: resource === 'mcp' ? 'Tripfold for assistants' : 'Tripfold',
        resource_documentation: `${baseUrl}/docs`,
      }
      return ok(metadata, { headers })
    },
  )

const getApiResource = protectedResource('api', '', {
  id: 'getApiResource',
  summary: 'Read the metadata of the API as a protected resource',
})
const getMcpResource = protectedResource('mcp', '/mcp', {
  id: 'getMcpResource',
  summary: 'Read the metadata of the tools for assistants as a protected resource',
})

/** All may be cached. */
export async function metadataRoutes(app: FastifyInstance, deps: MetadataDeps): Promise<void> {
  openRegistrar(app)([getAuthorizationServer, getApiResource, getMcpResource, getKeys], deps)
}
