/** The authorization server's endpoints in the OpenAPI document (oauth.md 5). */
import Type from 'typebox'
import type { OperationDoc } from '../operation/declaration.js'
import type { ResponseDoc } from '../operation/response-doc.js'
import { FORM_TYPE } from '../http/form/form-fields.js'
import { missingParameter } from './token/token-form.js'
import { OauthErrorBody } from './oauth-error-body.js'
import { OAUTH_STATUS } from './oauth-error.js'

const failure = (
  error: keyof typeof OAUTH_STATUS,
  description: string,
  headers: ResponseDoc['headers'] = [],
): ResponseDoc => ({
  description,
  schema: OauthErrorBody,
  example: { error, error_description: description },
  headers,
})
const busy = failure('temporarily_unavailable', 'The service is temporarily unavailable.', ['retry-after'])
const LONG = failure('invalid_request', 'The address is longer than 8192 characters.')
const page = (description: string, headers: ResponseDoc['headers'] = []): ResponseDoc => ({
  description,
  schema: Type.String({ description: 'HTML.' }),
  type: 'text/html',
  headers,
})
const credentials = {
  client_id: Type.Optional(Type.String({ description: 'Client id; omit it with HTTP Basic.' })),
  client_secret: Type.Optional(Type.String({ description: 'Client secret; omit it with HTTP Basic.' })),
}
const REFUSALS = {
  400: failure('invalid_request', missingParameter('grant_type')),
  401: failure('invalid_client', 'Client authentication failed.', ['www-authenticate']),
  413: failure('payload_too_large', 'The body may have 16384 bytes.'),
  429: failure('rate_limited', 'Too many token requests; an access token lasts a day.', ['retry-after']),
  500: failure('server_error', 'Something went wrong on our side.'),
  503: busy,
}

const Tokens = Type.Object(
  {
    access_token: Type.String({ description: 'Bearer token.' }),
    expires_in: Type.Integer({ description: 'Seconds until it expires: one day.' }),
    token_type: Type.Literal('bearer', { description: 'bearer.' }),
    scope: Type.String({
      description: 'What the access token allows, separated by spaces; empty: everything.',
    }),
    refresh_token: Type.String({ description: 'Valid for a year and for one use, which returns a new one.' }),
  },
  { description: 'Tokens.' },
)

export const TOKEN_OPERATION: OperationDoc = {
  id: 'getTokens',
  tag: 'OAuth',
  summary: 'Get tokens',
  selfContained: true,
  description:
    'The three grants: authorization_code (a code lives for one minute and works once), refresh_token, and ' +
    'client_credentials for the application itself. The client authenticates in the form or by HTTP Basic. ' +
    'Using a code twice revokes the tokens issued for it.',
  repeats: 'Each request makes tokens; a code and a refresh token can be used once.',
  body: {
    schema: Type.Object(
      {
        grant_type: Type.Enum(['authorization_code', 'refresh_token', 'client_credentials'], {
          description: 'The grant.',
        }),
        ...credentials,
        code: Type.Optional(Type.String({ description: 'The authorization code.' })),
        redirect_uri: Type.Optional(
          Type.String({ description: 'The registered redirect URL; needed with a code.' }),
        ),
        code_verifier: Type.Optional(
          Type.String({ description: 'Needed with a code that was requested with a challenge (RFC 7636).' }),
        ),
        refresh_token: Type.Optional(Type.String({ description: 'The refresh token.' })),
        scope: Type.Optional(
          Type.String({
            description:
              'With a refresh token: scopes for the new access token, of those that the member allowed; ' +
              'the refresh token keeps them all. Ignored with other grants.',
          }),
        ),
      },
      { description: 'A token request.' },
    ),
    example: {
      grant_type: 'client_credentials',
      client_id: 'tf_example',
      client_secret: 'secret of the application',
    },
    types: [FORM_TYPE],
  },
  responses: {
    200: {
      description: 'The tokens.',
      schema: Tokens,
      example: {
        access_token: 'header.claims.signature',
        expires_in: 86_400,
        token_type: 'bearer',
        scope: '',
        refresh_token: 'rt_example',
      },
    },
    ...REFUSALS,
  },
}

export const REVOKE_OPERATION: OperationDoc = {
  id: 'revokeToken',
  tag: 'OAuth',
  summary: 'Revoke a token',
  selfContained: true,
  description:
    'Revokes an access token, or a refresh token and everything issued for it, within a second (RFC 7009). ' +
    'A token that is unknown or belongs to another client is answered 200 too.',
  body: {
    schema: Type.Object(
      {
        token: Type.String({ description: 'The token.' }),
        token_type_hint: Type.Optional(Type.String({ description: 'Ignored.' })),
        ...credentials,
      },
      { description: 'A token to revoke.' },
    ),
    example: { token: 'rt_example', client_id: 'tf_example', client_secret: 'secret of the application' },
    types: [FORM_TYPE],
  },
  responses: {
    200: { description: 'The token is revoked.', schema: Type.Object({}), example: {} },
    ...REFUSALS,
  },
}

export const AUTHENTICATE_OPERATION: OperationDoc = {
  id: 'authorize',
  tag: 'OAuth',
  summary: 'Ask the member for access',
  selfContained: true,
  description:
    "Send the member's browser here. The member signs in and decides on pages. " +
    'Then the browser returns to the redirect URL with state and a code, or with error=access_denied. ' +
    'If the redirect URL cannot be trusted, ' +
    'a page says so and nothing is sent there.',
  parameters: [
    'client_id',
    'response_type',
    'redirect_uri',
    'state',
    'code_challenge',
    'code_challenge_method',
    'scope',
  ],
  responses: {
    200: page('A page to sign in or to decide.'),
    303: { description: 'Back to the redirect URL with an error.', headers: ['location'] },
    400: page('A page: the application or the redirect URL is not the registered one.'),
    500: page('A page: something went wrong on our side.'),
    503: page('A page: the service is temporarily unavailable.', ['retry-after']),
  },
}

export const JWKS_OPERATION: OperationDoc = {
  id: 'getKeys',
  tag: 'OAuth',
  summary: 'Read the public keys',
  selfContained: true,
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
    414: LONG,
    503: busy,
  },
}

export const METADATA_OPERATION: OperationDoc = {
  id: 'getAuthorizationServer',
  tag: 'OAuth',
  summary: 'Read the metadata of the authorization server',
  selfContained: true,
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
    414: LONG,
    503: busy,
  },
}
