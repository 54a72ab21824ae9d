/** The authorization endpoint in the OpenAPI document (oauth.md 5.1); its pages are in api/pages/member. */
import Type from 'typebox'
import type { OperationDoc } from '../../operation/declaration.js'
import type { ResponseDoc } from '../../operation/response-doc.js'

const page = (description: string, headers: ResponseDoc['headers'] = []): ResponseDoc => ({
  description,
  schema: Type.String({ description: 'HTML.' }),
  type: 'text/html',
  headers,
})

export const AUTHENTICATE_OPERATION: OperationDoc = {
  id: 'authorize',
  tag: 'OAuth',
  summary: 'Ask the member for access',
  selfContained: true,
  description:
    "Send the member's browser here. The member signs in and decides on pages. " +
    'Then the browser returns to the redirect URL with state and a code, or with error=access_denied. ' +
    'If the redirect URL cannot be trusted, a page says so and nothing is sent there. A request that is not valid ' +
    'returns at once with its error for an application that the operator has verified; for others a page asks first.',
  parameters: [
    'client_id',
    'response_type',
    'redirect_uri',
    'state',
    'code_challenge',
    'code_challenge_method',
    'scope',
    'resource',
    'dpop_jkt',
  ],
  responses: {
    200: page('A page to sign in or to decide.'),
    303: { description: 'Back to the redirect URL with an error.', headers: ['location'] },
    400: page(
      'A page: the application or the redirect URL is not the registered one, or the request is not valid.',
    ),
    500: page('A page: something went wrong on our side.'),
    503: page('A page: the service is temporarily unavailable.', ['retry-after']),
  },
}
