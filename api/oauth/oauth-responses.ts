/** What operations of the authorization server have in common (oauth.md 5). */
import Type from 'typebox'
import type { HeaderName, ResponseDoc } from '../operation/response-doc.js'
import { OauthErrorBody } from './oauth-error-body.js'
import type { OAUTH_STATUS } from './oauth-error.js'
import { missingParameter } from './token/token-form.js'

const failure = (
  error: keyof typeof OAUTH_STATUS,
  description: string,
  headers: readonly HeaderName[] = [],
): ResponseDoc<typeof OauthErrorBody> => ({
  description,
  schema: OauthErrorBody,
  example: { error, error_description: description },
  headers,
})

const BUSY = failure('temporarily_unavailable', 'The service is temporarily unavailable.', ['retry-after'])

/** The errors of what anybody may read. */
export const PUBLIC_ERRORS = {
  414: failure('invalid_request', 'The address is longer than 8192 characters.'),
  503: BUSY,
}

/** The errors of requests by which a client authenticates itself. */
export const CLIENT_ERRORS = {
  400: failure('invalid_request', missingParameter('grant_type')),
  401: failure('invalid_client', 'Client authentication failed.', ['www-authenticate']),
  413: failure('payload_too_large', 'The body may have at most 16384 bytes.'),
  429: failure('rate_limited', 'Too many token requests; an access token lasts a day.', ['retry-after']),
  500: failure('server_error', 'Something went wrong on our side; try again later.'),
  503: BUSY,
}

export const CLIENT_CREDENTIALS = {
  client_id: Type.Optional(Type.String({ description: 'Client id; omit it with HTTP Basic.' })),
  client_secret: Type.Optional(Type.String({ description: 'Client secret; omit it with HTTP Basic.' })),
}
