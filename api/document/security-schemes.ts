/** The credentials of contract.md 2 as security schemes of the OpenAPI document. */
import type { Json } from './json-schema.js'

/** The security requirement of each kind of credential: member token, app token, header credentials. */
export const SECURITY = {
  M: { memberToken: [] },
  A: { appToken: [] },
  C: { clientId: [], clientSecret: [] },
} as const

/** @param authUrl address of the authorization server, without a trailing slash */
export function securitySchemes(authUrl: string): Json {
  return {
    memberToken: {
      type: 'oauth2',
      description: 'Access token of a member, from the authorization code grant.',
      flows: {
        authorizationCode: {
          authorizationUrl: `${authUrl}/oauth/authenticate`,
          tokenUrl: `${authUrl}/oauth/token`,
          refreshUrl: `${authUrl}/oauth/token`,
          scopes: {},
        },
      },
    },
    appToken: {
      type: 'oauth2',
      description: 'Access token of the application itself, from the client credentials grant.',
      flows: { clientCredentials: { tokenUrl: `${authUrl}/oauth/token`, scopes: {} } },
    },
    clientId: {
      type: 'apiKey',
      in: 'header',
      name: 'client_id',
      description: 'Client id in a header, with client_secret. Less secure than a token, and deprecated.',
    },
    clientSecret: {
      type: 'apiKey',
      in: 'header',
      name: 'client_secret',
      description: 'Client secret in a header, with client_id.',
    },
    calendarAddress: {
      type: 'apiKey',
      in: 'query',
      name: 'feed',
      description: 'Secret of a calendar address, instead of a token.',
    },
  }
}
