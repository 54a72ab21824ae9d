/** An authorization request that is not valid, of an application that nobody has verified (oauth.md 5.1). */
import type { OauthApp } from '../../../schemas/oauth/oauth-app.js'
import { verifiedBadge } from '../views/badges.js'
import { html } from '../views/html.js'
import type { Html } from '../views/html.js'

/**
 * The browser returns to the application only if the person wants to: a link to a name that people trust, ours, must not
 * lead somewhere else by itself (RFC 9700 4.11.2).
 * @param address the redirect URL with the error in its query
 */
export function refusedRequestView(app: OauthApp, description: string, address: string): Html {
  const { host } = new URL(address)
  return html`
<h1>This link does not work</h1>
<p class="lead"><strong>${app.name}</strong> by <strong>${app.organisation}</strong> sent you here with a request that is not valid. ${description}</p>
<p class="facts">${verifiedBadge(app, 'Not verified by us')}</p>
<p>Nothing was shared. You can close this page, or return to <strong class="host">${host}</strong>, which we have not checked.</p>
<p class="actions"><a class="button" href="${address}" rel="noreferrer">Return to ${host}</a></p>
`
}
