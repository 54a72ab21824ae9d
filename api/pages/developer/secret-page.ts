/** The page that shows a new secret, once (oauth.md 5.9, 130). */
import type { OauthSettings } from '../../oauth/ports.js'
import { html } from '../views/html.js'
import type { Html } from '../views/html.js'
import { copyButton } from '../views/field.js'
import { ownAuthority } from '../views/badges.js'
import type { PageFrame } from '../views/page-frame.js'
import type { PageResult } from '../lib/page-result.js'
import { view } from '../lib/page-result.js'

const TITLES = { client_secret: 'New client secret', signing_secret: 'Webhook signing secret' } as const

export function secretPage(
  app: { clientId: string; name: string; redirectUri: string | null },
  secret: { kind: keyof typeof TITLES; value: string; title?: string },
  { authUrl, baseUrl }: OauthSettings,
): PageResult {
  return view(
    secretView,
    { title: secret.title ?? TITLES[secret.kind] },
    {
      clientId: app.clientId,
      name: app.name,
      redirectUri: app.redirectUri ?? '',
      value: secret.value,
      kind: secret.kind,
      authUrl,
      baseUrl,
    },
  )
}

interface SecretViewData {
  clientId: string
  name: string
  redirectUri: string
  value: string
  kind: 'client_secret' | 'signing_secret'
  authUrl: string
  baseUrl: string
}

function secretView(data: SecretViewData, frame: PageFrame): Html {
  return html`
<h1>${frame.title}</h1>
${
  data.kind === 'signing_secret'
    ? html`<p class="lead">Each delivery is signed with this secret. It is shown only now: store it safely.</p>
<p>Signing secret <span class="secret" id="secret_value">${data.value}</span></p>
<p class="after-code">${copyButton('secret_value', 'the signing secret')}</p>
`
    : html`<p class="lead">The secret is shown only now. Store it like a password, on your server only.</p>
<p>client_id <span class="secret" id="client_id_value">${data.clientId}</span></p>
<p class="after-code">${copyButton('client_id_value', 'the client id')}</p>
<p>client_secret <span class="secret" id="secret_value">${data.value}</span></p>
<p class="after-code">${copyButton('secret_value', 'the client secret')}</p>
<h2>Try it now</h2>
${ownAuthority(data.authUrl)}
<p>An application token, for requests that need no traveller:</p>
<pre tabindex="0">curl -s ${data.authUrl}/oauth/token \\
  -d grant_type=client_credentials \\
  -d client_id=${data.clientId} \\
  -d client_secret=${data.value}</pre>
<p>With it, the airports of a city:</p>
<pre tabindex="0">curl -s '${data.baseUrl}/v2/locations/airports?q=lisbon' \\
  -H 'Authorization: Bearer ACCESS_TOKEN'</pre>
<p>A traveller's consent starts at this link; the code comes back to your redirect URL:</p>
<pre tabindex="0">${data.authUrl}/oauth/authenticate?client_id=${data.clientId}&amp;response_type=code&amp;redirect_uri=${encodeURIComponent(data.redirectUri)}&amp;state=try-it</pre>
<p>Exchange the code within a minute:</p>
<pre tabindex="0">curl -s ${data.authUrl}/oauth/token \\
  -d grant_type=authorization_code \\
  -d client_id=${data.clientId} \\
  -d client_secret=${data.value} \\
  -d redirect_uri=${encodeURIComponent(data.redirectUri)} \\
  -d code=CODE</pre>
`
}
<p><a class="button" href="/console/apps/${encodeURIComponent(data.clientId)}${data.kind === 'signing_secret' ? '/webhooks' : ''}">I have stored it</a></p>
`
}
