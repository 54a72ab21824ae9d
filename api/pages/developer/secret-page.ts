/** The page that shows a new secret, once (oauth.md 5.9, 130). */
import type { OauthSettings } from '../../oauth/ports.js'
import { view } from '../lib/page-result.js'
import type { PageResult } from '../lib/page-result.js'
import { ownAuthority } from '../views/badges.js'
import { copyButton } from '../views/field.js'
import { html } from '../views/html.js'
import type { Html } from '../views/html.js'
import { tabPath } from './app-view.js'

const TITLES = { client_secret: 'New client secret', signing_secret: 'Webhook signing secret' } as const

interface SecretApp {
  clientId: string
  name: string
  redirectUri: string | null
}

export function secretPage(
  app: SecretApp,
  { kind, value, title = TITLES[kind] }: { kind: keyof typeof TITLES; value: string; title?: string },
  settings: OauthSettings,
): PageResult {
  const next = tabPath(app.clientId, kind === 'signing_secret' ? 'webhooks' : 'overview')
  return view(
    { title },
    () => html`
<h1>${title}</h1>
${kind === 'signing_secret' ? signingSecret(value) : clientSecret(app, value, settings)}
<p><a class="button primary" href="${next}">I have stored it</a></p>
`,
  )
}

function signingSecret(value: string): Html {
  return html`<p class="lead">Each delivery is signed with this secret. It is shown only once: store it safely.</p>
<p>Signing secret <span class="secret" id="secret_value">${value}</span></p>
<p class="after-code">${copyButton('secret_value', 'the signing secret')}</p>
`
}

function clientSecret(app: SecretApp, value: string, { authUrl, baseUrl }: OauthSettings): Html {
  const redirectUri = encodeURIComponent(app.redirectUri ?? '')
  return html`<p class="lead">The secret is shown only once. Store it like a password, on your server only.</p>
<p>client_id <span class="secret" id="client_id_value">${app.clientId}</span></p>
<p class="after-code">${copyButton('client_id_value', 'the client id')}</p>
<p>client_secret <span class="secret" id="secret_value">${value}</span></p>
<p class="after-code">${copyButton('secret_value', 'the client secret')}</p>
<h2>Try it now</h2>
${ownAuthority(authUrl)}
<p>An application token, for requests that need no traveller:</p>
<pre tabindex="0">curl -s ${authUrl}/oauth/token \\
  -d grant_type=client_credentials \\
  -d client_id=${app.clientId} \\
  -d client_secret=${value}</pre>
<p>With it, the airports of a city:</p>
<pre tabindex="0">curl -s '${baseUrl}/v2/locations/airports?q=lisbon' \\
  -H 'Authorization: Bearer ACCESS_TOKEN'</pre>
<p>A traveller gives consent at this link; the code comes back to your redirect URL:</p>
<pre tabindex="0">${authUrl}/oauth/authenticate?client_id=${app.clientId}&amp;response_type=code&amp;redirect_uri=${redirectUri}&amp;state=try-it</pre>
<p>Exchange the code within a minute:</p>
<pre tabindex="0">curl -s ${authUrl}/oauth/token \\
  -d grant_type=authorization_code \\
  -d client_id=${app.clientId} \\
  -d client_secret=${value} \\
  -d redirect_uri=${redirectUri} \\
  -d code=CODE</pre>
`
}
