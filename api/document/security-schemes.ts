/** The credentials of contract.md 2 as security schemes of the OpenAPI document. */
import ENUMERATIONS from '../../schemas/data/enumerations.json' with { type: 'json' }
import type { Json } from './json-schema.js'
import type { DescribedOperation } from '../operation/described.js'

/** The security requirement of each kind of credential of the application: its token, header credentials. */
const OF_APPLICATION = { A: { appToken: [] }, C: { clientId: [], clientSecret: [] } } as const

/** The alternative security requirements of an endpoint; one for each scope that is enough. */
export function securityRequirements({
  access,
  scopes,
}: Pick<DescribedOperation, 'access' | 'scopes'>): Json[] {
  return access.flatMap((credential): Json[] => {
    if (credential !== 'M') return [OF_APPLICATION[credential]]
    return scopes.length === 0 ? [{ memberToken: [] }] : scopes.map((scope) => ({ memberToken: [scope] }))
  })
}

/** @param authUrl address of the authorization server, without a trailing slash */
export function securitySchemes(authUrl: string): Json {
  return {
    memberToken: {
      type: 'oauth2',
      description:
        'Access token of a member, from the authorization code grant. Without a scope in the authorization ' +
        'request it allows everything. Sent as Bearer; bound to a key (RFC 9449), as DPoP.',
      flows: {
        authorizationCode: {
          authorizationUrl: `${authUrl}/oauth/authenticate`,
          tokenUrl: `${authUrl}/oauth/token`,
          refreshUrl: `${authUrl}/oauth/token`,
          scopes: ENUMERATIONS.scope.meanings,
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
