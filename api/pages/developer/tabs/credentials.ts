/** The client id and the secrets of an application (oauth.md 5.9, 130 to 132). */
import type { AppSecret } from '../../../../schemas/oauth/oauth-app.js'
import { formatDateTime } from '../../lib/format-date.js'
import type { AppsDeps } from '../apps-deps.js'
import { appFrame } from './app-frame.js'
import type { CredentialsData, SecretItem } from './page-data.js'
import { html } from '../../views/html.js'
import type { Html } from '../../views/html.js'
import { postForm } from '../../views/post-form.js'
import { fieldError, tick, copyButton } from '../../views/field.js'
import { ownAuthority } from '../../views/badges.js'
import { appLayout } from './app-layout.js'
import type { PageFrame, FieldError } from '../../views/page-frame.js'
import type { AppPage } from '../own-app.js'
import type { PageResult } from '../../lib/page-result.js'
import { view } from '../../lib/page-result.js'
import { noticeOf } from '../../lib/page.js'

const NOTICES: Readonly<Record<string, string>> = { revoked: 'The secret has ended.' }

export async function renderCredentials(
  page: AppPage,
  deps: AppsDeps,
  errors: FieldError[] = [],
): Promise<PageResult> {
  const { app } = page
  const stored = await deps.developerApps.secrets(app.clientId)
  const secrets = stored.map((secret) => secretItem(secret, deps.now()))
  return view(
    credentialsView,
    { title: `Credentials of ${app.name}`, errors, notice: noticeOf(page, NOTICES) },
    {
      appFrame: appFrame(app, 'credentials'),
      secrets,
      newest: secrets.find((secret) => secret.live)?.id ?? 'none',
      redirectUri: app.redirectUri ?? '',
      authUrl: deps.settings.authUrl,
    },
  )
}

function secretItem(secret: AppSecret, now: number): SecretItem {
  return {
    id: secret.id,
    last4: secret.last4,
    created: formatDateTime(secret.created),
    lastUsed: secret.lastUsed === null ? 'never' : formatDateTime(secret.lastUsed),
    expires: secret.expires === null ? 'never' : formatDateTime(secret.expires),
    live: secret.expires === null || secret.expires.getTime() > now,
  }
}

function credentialsView(data: CredentialsData, frame: PageFrame): Html {
  const at = data.appFrame.path
  return appLayout(
    data.appFrame,
    frame,
    html`
<h1>Credentials</h1>
<dl class="pairs">
<dt>client_id</dt><dd><code id="client_id" class="id">${data.appFrame.clientId}</code> ${copyButton('client_id', 'the client id')}</dd>
<dt>Redirect URL</dt><dd>${data.redirectUri === '' ? 'none' : html`<code id="redirect_url">${data.redirectUri}</code> ${copyButton('redirect_url', 'the redirect URL')}`} <a href="${at}/settings#redirect_uri">Change</a></dd>
</dl>
<h2>Client secrets</h2>
<p>A secret is shown once, when it is created. At most two work at a time.</p>
<div class="scroll" tabindex="0" role="region" aria-label="Client secrets">
<table class="cards">
<thead><tr><th scope="col">Secret</th><th scope="col">Created</th><th scope="col">Last used</th><th scope="col">Ends</th><th scope="col"><span class="hidden">Action</span></th></tr></thead>
<tbody>
${data.secrets.map(
  (
    secret,
  ) => html`<tr><td>ends in <code>${secret.last4}</code></td><td data-label="Created">${secret.created}</td><td data-label="Last used">${secret.lastUsed}</td><td data-label="Ends">${secret.live ? secret.expires : 'ended'}</td>
<td>${secret.live && html`${postForm(frame, { action: `${at}/secrets/revoke`, hidden: { secret: secret.id } }, html`<button class="quiet">End now<span class="hidden"> the secret ending in ${secret.last4}</span></button>`)}`}</td></tr>
`,
)}
</tbody>
</table>
</div>
${postForm(
  frame,
  { action: `${at}/rotate`, class: 'card' },
  html`<h2>Rotate the secret</h2><input type="hidden" name="newest" value="${data.newest}">
${fieldError(frame.errors, 'overlap')}
<div class="field"><label for="overlap">The old one keeps working for</label>
<select id="overlap" name="overlap"><option value="0">no time at all</option><option value="3600">an hour</option><option value="86400" selected>a day</option><option value="604800">a week</option></select></div>
${tick({ type: 'checkbox', id: 'end_tokens', checked: false }, 'Also end all tokens: every traveller has to connect again')}
<p class="actions"><button class="primary">Create a new secret</button></p>
`,
)}
<h2>Get a token with them</h2>
<pre tabindex="0" id="token_request">curl -s ${data.authUrl}/oauth/token \\
  -d grant_type=client_credentials \\
  -d client_id=${data.appFrame.clientId} \\
  -d client_secret=CLIENT_SECRET</pre>
<p class="after-code">${copyButton('token_request', 'the request')}</p>
${ownAuthority(data.authUrl)}
`,
  )
}
