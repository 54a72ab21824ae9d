/** Reads client credentials from the form or the Authorization header (RFC 6749 2.3.1). */
import { invalidClient, OauthError } from '../oauth-error.js'
import { readParameters } from '../parameters.js'
import type { Parameters } from '../parameters.js'

export interface ClientCredentials {
  clientId: string
  secret: string
}

/** Throws an OauthError if there are none, if they are malformed, or if two methods are used at once. */
export function readClientCredentials(
  authorization: string | undefined,
  form: Parameters,
): ClientCredentials {
  const clientId = form.get('client_id')
  const secret = form.get('client_secret')
  if (authorization === undefined) {
    if (clientId === null || secret === null)
      throw invalidClient(
        'Client authentication is missing; send client_id and client_secret in the form or by HTTP Basic.',
      )
    return { clientId, secret }
  }
  const basic = readBasic(authorization)
  if (basic === null)
    throw invalidClient('The Authorization header must be HTTP Basic with the client id and secret.')
  if (secret !== null)
    throw new OauthError('invalid_request', 'Use one method of client authentication, not two.')
  if (clientId !== null && clientId !== basic.clientId)
    throw new OauthError('invalid_request', 'The client_id differs from the one in the Authorization header.')
  return basic
}

/** Basic credentials, whose two halves are form-encoded; null if they are malformed. */
function readBasic(authorization: string): ClientCredentials | null {
  const match = /^basic +([A-Za-z0-9+/=_-]+)$/i.exec(authorization)
  const text = match?.[1] === undefined ? '' : Buffer.from(match[1], 'base64').toString('utf8')
  const colon = text.indexOf(':')
  if (colon < 1) return null
  const clientId = formDecoded(text.slice(0, colon))
  const secret = formDecoded(text.slice(colon + 1))
  return clientId === null || secret === null ? null : { clientId, secret }
}

function formDecoded(text: string): string | null {
  if (/%(?![0-9A-Fa-f]{2})/.test(text)) return null
  return readParameters(`v=${text.replaceAll('&', '%26')}`).get('v')
}
