/** Public facts for clients: the metadata of RFC 8414 and the public keys (RFC 7517). */
import type { FastifyInstance } from 'fastify'
import Type from 'typebox'
import type { TSchema } from 'typebox'
import { resourceUrl } from '../../schemas/oauth/resource.js'
import type { Resource } from '../../schemas/oauth/resource.js'
import { SCOPES } from '../../schemas/oauth/scope.js'
import type { Scope } from '../../schemas/oauth/scope.js'
import { PROOF_ALGORITHMS } from '../http/auth-error.js'
import { open } from '../operation/access.js'
import { ok, ready } from '../operation/answer.js'
import { operation } from '../operation/declaration.js'
import type { OperationDoc } from '../operation/declaration.js'
import { openRegistrar } from '../operation/registrar.js'
import type { ClientDocuments } from './clients/client-documents.js'
import type { KeyRing } from './keys/key-ring.js'
import { webhookKeySet } from './keys/webhook-key-set.js'
import { PUBLIC_ERRORS } from './oauth-responses.js'

export interface MetadataDeps {
  keys: Pick<KeyRing, 'jwks'>
  webhookKeys: Pick<KeyRing, 'jwks'>
  clientDocuments: ClientDocuments | null
  settings: { authUrl: string; baseUrl: string }
}

/** Clients ask the member for all of these. `mcp` has only the scopes that some tool needs. */
const RESOURCE_SCOPES: Readonly<Record<Resource, readonly Scope[]>> = {
  api: SCOPES,
  mcp: ['trips:read', 'trips:write'],
}

/** For less time than a key is published before it signs. */
const headers = { 'cache-control': 'public, max-age=300', 'access-control-allow-origin': '*' }

interface Metadata extends Pick<OperationDoc, 'id' | 'tag' | 'summary' | 'description' | 'produces'> {
  path: `/${string}`
  response: { description: string; example: object; schema: TSchema }
  read: (deps: MetadataDeps) => object
}

/** A public operation whose answer may be cached. */
const metadata = ({ path, response, read, produces = 'application/json', ...texts }: Metadata) =>
  operation(
    {
      ...texts,
      route: `GET ${path}`,
      access: open,
      selfContained: true,
      produces,
      responses: { 200: { ...response, type: produces }, ...PUBLIC_ERRORS },
    },
    async (_input, deps: MetadataDeps) =>
      ok(
        ready(() => JSON.stringify(read(deps))),
        { headers },
      ),
  )

const getAuthorizationServer = metadata({
  path: '/.well-known/oauth-authorization-server',
  id: 'getAuthorizationServer',
  tag: 'OAuth',
  summary: 'Read the metadata of the authorization server',
  description: 'Metadata of RFC 8414: URLs and supported features. It may be cached for five minutes.',
  response: {
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
  read: ({ settings: { authUrl, baseUrl }, clientDocuments }) => {
    const methods = [
      'client_secret_post',
      'client_secret_basic',
      ...(clientDocuments === null ? [] : ['none']),
    ]
    return {
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
      dpop_signing_alg_values_supported: PROOF_ALGORITHMS,
      client_id_metadata_document_supported: clientDocuments !== null,
      service_documentation: `${baseUrl}/docs`,
    }
  },
})

/** @param texts descriptions of a key, of the list and of the set; `more`: fields that not every key has */
const keySet = (
  example: Record<string, string>,
  texts: { key: string; keys: string; set: string },
  more: Record<string, TSchema> = {},
): Metadata['response'] => {
  const key = {
    kid: Type.String({ description: 'Id of the key.' }),
    kty: Type.String({ description: 'Type of the key.' }),
    alg: Type.String({ description: 'Algorithm.' }),
    ...more,
  }
  const keys = Type.Array(Type.Object(key, { description: texts.key }), { description: texts.keys })
  const schema = Type.Object({ keys }, { description: texts.set })
  return { description: 'The keys.', schema, example: { keys: [example] } }
}

const getKeys = metadata({
  path: '/oauth/jwks',
  id: 'getKeys',
  tag: 'OAuth',
  produces: 'application/jwk-set+json',
  summary: 'Read the public keys',
  description:
    'The keys that sign access tokens, as a JSON Web Key Set (RFC 7517). It may be cached for five minutes.',
  response: keySet(
    { kid: 'k1', kty: 'EC', alg: 'ES256' },
    { key: 'A key.', keys: 'The keys that sign now, or did until lately.', set: 'A key set.' },
  ),
  read: ({ keys }) => keys.jwks(),
})

const getWebhookKeys = metadata({
  path: '/.well-known/webhook-keys',
  id: 'getWebhookKeys',
  tag: 'Callbacks',
  produces: 'application/jwk-set+json',
  summary: 'Read the public keys of webhooks',
  description:
    'The Ed25519 keys that verify `v1a` signatures, as a JSON Web Key Set (RFC 7517). Accept a request that any ' +
    'of them verifies. The set may be cached for five minutes: a new key is in it for ten minutes before it signs, ' +
    'and the old one also signs for 30 days more.',
  response: keySet(
    {
      ...{ kid: 'nKd9T3vVqL0z', kty: 'OKP', alg: 'EdDSA', crv: 'Ed25519' },
      x: '11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo',
      whpk: 'whpk_11qYAYKxCrfVS/7TyWQHOg7hcvPapiMlrwIaaPcHURo=',
    },
    {
      key: 'A public key of webhooks.',
      keys: 'The keys that sign now, are about to, or did until lately.',
      set: 'The key set of webhooks.',
    },
    {
      crv: Type.String({ description: 'Curve.' }),
      x: Type.String({ description: 'The public key: 32 bytes in base64url.' }),
      whpk: Type.String({
        description: 'The public key as Standard Webhooks writes it: `whpk_` and base64.',
      }),
    },
  ),
  read: ({ webhookKeys }) => webhookKeySet(webhookKeys),
})

const protectedResource = (resource: Resource, path: '' | '/mcp', texts: { id: string; summary: string }) =>
  metadata({
    path: `/.well-known/oauth-protected-resource${path}`,
    ...texts,
    tag: 'OAuth',
    description:
      'Metadata of RFC 9728: which authorization server issues tokens for it, with which scopes. ' +
      'WWW-Authenticate of a refused request names it as resource_metadata. It may be cached for five minutes.',
    response: {
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
    read: ({ settings: { authUrl, baseUrl } }) => ({
      resource: resourceUrl(baseUrl, resource),
      authorization_servers: [authUrl],
      scopes_supported: RESOURCE_SCOPES[resource],
      bearer_methods_supported: ['header'],
      dpop_signing_alg_values_supported: PROOF_ALGORITHMS,
      dpop_bound_access_tokens_required: false,
      resource_name: resource === 'mcp' ? 'Tripfold for assistants' : 'Tripfold',
      resource_documentation: `${baseUrl}/docs`,
    }),
  })

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
  openRegistrar(app)([getAuthorizationServer, getApiResource, getMcpResource, getKeys, getWebhookKeys], deps)
}
