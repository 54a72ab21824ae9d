/** The authorization request in a query, with the application that it names (oauth.md 5.1). */
import { clientHost, isClientUrl } from '../../../schemas/oauth/client-document.js'
import type { OauthApp } from '../../../schemas/oauth/oauth-app.js'
import { readAuthorizeRequest, readClient } from '../../oauth/authorize/authorize-request.js'
import type { AuthorizeResult } from '../../oauth/authorize/authorize-request.js'
import { readParameters } from '../../oauth/parameters.js'
import type { OauthDeps } from '../../oauth/ports.js'
import { lookAlikeError } from '../lib/look-alike.js'

export type AuthorizeQueryDeps = Pick<OauthDeps, 'apps' | 'clientDocuments' | 'settings' | 'keys'>

export async function readAuthorizeQuery(query: string, deps: AuthorizeQueryDeps): Promise<AuthorizeResult> {
  const parameters = readParameters(query)
  const client = readClient(parameters)
  if ('error' in client) return { is: 'page', error: client.error, app: null }
  const { clientId } = client
  const found = await deps.apps.find(clientId)
  const app = isClientUrl(clientId)
    ? await selfDescribed(clientId, found?.app ?? null, deps)
    : (found?.app ?? null)
  return readAuthorizeRequest(parameters, app, deps.settings.baseUrl)
}

/**
 * A client by its document, which is read before every consent; null without one. What we know of it, such as that an
 * operator has disabled it, stays.
 */
async function selfDescribed(
  clientId: string,
  known: OauthApp | null,
  { clientDocuments, keys }: AuthorizeQueryDeps,
): Promise<OauthApp | null> {
  const document = (await clientDocuments?.read(clientId)) ?? null
  if (document === null) return null
  const host = clientHost(clientId)
  const { name, ...rest } = document
  return {
    developerId: null,
    description: '',
    environment: 'production',
    redirectUri: null,
    supportUrl: null,
    verified: false,
    familyDays: null,
    feed: false,
    generation: 0,
    disabled: false,
    disabledBy: null,
    created: new Date(keys.now()),
    ...known,
    ...rest,
    clientId,
    organisation: host,
    name: lookAlikeError(name) === null ? name : host,
    pkceRequired: true,
  }
}
