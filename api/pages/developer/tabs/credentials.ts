/** The client id and the secrets of an application: rotating and revoking them (oauth.md 5.9, 130 to 132). */
import { newClientSecret } from '../../../oauth/clients/new-credentials.js'
import { asSent, choice, flag } from '../../lib/form.js'
import { formatDateTime } from '../../lib/format-date.js'
import { noticeOf } from '../../lib/page.js'
import { redirect } from '../../lib/page-result.js'
import type { PageResult, Refused } from '../../lib/page-result.js'
import { ownAuthority } from '../../views/badges.js'
import { copyButton, fieldError, fieldOf } from '../../views/field.js'
import { html } from '../../views/html.js'
import { postForm } from '../../views/post-form.js'
import { table } from '../../views/table.js'
import { appView, tabPath } from '../app-view.js'
import type { AppsDeps } from '../apps-deps.js'
import { appPage } from '../own-app.js'
import type { AppPage } from '../own-app.js'
import { secretPage } from '../secret-page.js'

const NOTICES: Readonly<Record<string, string>> = { revoked: 'The secret has ended.' }
const SECRET_ID = /^\d{1,18}$/
const NEWER_SECRET =
  'Another secret has been created since you opened this page, and was shown then. If nobody stored it, ' +
  'end it first: the older one keeps working until its own end. Then create a new one.'

const ROTATE = {
  /** How long the old secret stays valid, in seconds. */
  overlap: choice(['0', '3600', '86400', '604800'], '86400', {
    label: 'The old one keeps working for',
    options: [
      ['0', 'no time at all'],
      ['3600', 'an hour'],
      ['86400', 'a day'],
      ['604800', 'a week'],
    ],
  }),
  end_tokens: flag('Also end all tokens: every traveller has to connect again'),
  /** Id of the newest live secret, or `none`: a form that is sent twice must not end the secret that the first created. */
  newest: asSent(),
}

export const credentialPages = [
  appPage(
    { route: 'GET /console/apps/:clientId/credentials', role: 'developer' },
    async (page, deps: AppsDeps) => await renderCredentials(page, deps),
  ),
  appPage(
    {
      route: 'POST /console/apps/:clientId/rotate',
      form: ROTATE,
      stepUp: { what: 'rotate the secret of', back: 'credentials' },
    },
    async (page, deps: AppsDeps) => {
      const { app, form } = page
      const { clientId } = app
      const secret = newClientSecret()
      const options = {
        overlapSeconds: Number(form.overlap),
        endTokens: form.end_tokens,
        newest: form.newest || null,
      }
      if (!(await deps.developerApps.rotate(clientId, secret, options)))
        return await renderCredentials(page, deps, { errors: [{ field: 'overlap', text: NEWER_SECRET }] })
      const detail = { overlap_seconds: options.overlapSeconds, end_tokens: options.endTokens }
      await page.audit('secret_rotated', { clientId, detail })
      return secretPage(app, { kind: 'client_secret', value: secret.value }, deps.settings)
    },
  ),
  appPage(
    {
      route: 'POST /console/apps/:clientId/secrets/revoke',
      form: { secret: asSent() },
      stepUp: { what: 'end a secret of', back: 'credentials' },
    },
    async ({ app: { clientId }, form, audit }, { developerApps }: AppsDeps) => {
      const isEnded = SECRET_ID.test(form.secret) && (await developerApps.revokeSecret(clientId, form.secret))
      if (isEnded) await audit('secret_revoked', { clientId })
      return redirect(tabPath(clientId, 'credentials', isEnded ? 'revoked' : undefined))
    },
  ),
]

async function renderCredentials(page: AppPage, deps: AppsDeps, refused: Refused = {}): Promise<PageResult> {
  const { app } = page
  const { authUrl } = deps.settings
  const secrets = await deps.developerApps.secrets(app.clientId)
  const written = (at: Date | null): string => (at === null ? 'never' : formatDateTime(at))
  return appView(
    page,
    'credentials',
    { title: `Credentials of ${app.name}`, notice: noticeOf(page, NOTICES), ...refused },
    (frame, at) => html`
<h1>Credentials</h1>
<dl class="pairs">
<dt>client_id</dt><dd><code id="client_id" class="id">${app.clientId}</code> ${copyButton('client_id', 'the client id')}</dd>
<dt>Redirect URL</dt><dd>${app.redirectUri === null ? 'none' : html`<code id="redirect_url">${app.redirectUri}</code> ${copyButton('redirect_url', 'the redirect URL')}`} <a href="${at}/settings#redirect_uri">Change</a></dd>
</dl>
<h2>Client secrets</h2>
<p>A secret is shown once, when it is created. At most two work at a time.</p>
${table('Client secrets', secrets, [
  { heading: 'Secret', cell: ({ last4 }) => html`ends in <code>${last4}</code>`, isPlain: true },
  { heading: 'Created', cell: ({ created }) => formatDateTime(created) },
  { heading: 'Last used', cell: ({ lastUsed }) => written(lastUsed) },
  { heading: 'Ends', cell: ({ live, expires }) => (live ? written(expires) : 'ended') },
  {
    heading: html`<span class="hidden">Action</span>`,
    isPlain: true,
    cell: ({ live, id, last4 }) =>
      live &&
      postForm(
        frame,
        { action: `${at}/secrets/revoke`, hidden: { secret: id } },
        html`<button class="quiet">End now<span class="hidden"> the secret ending in ${last4}</span></button>`,
      ),
  },
])}
${postForm(
  frame,
  { action: `${at}/rotate`, class: 'card' },
  html`<h2>Rotate the secret</h2><input type="hidden" name="newest" value="${secrets.find(({ live }) => live)?.id ?? 'none'}">
${fieldError(frame.errors, 'overlap')}
${fieldOf(frame, ROTATE, 'overlap', { values: { overlap: '86400' } })}
${fieldOf(frame, ROTATE, 'end_tokens', { values: {} })}
<p class="actions"><button class="primary">Create a new secret</button></p>
`,
)}
<h2>Get a token</h2>
<pre tabindex="0" id="token_request">curl -s ${authUrl}/oauth/token \\
  -d grant_type=client_credentials \\
  -d client_id=${app.clientId} \\
  -d client_secret=CLIENT_SECRET</pre>
<p class="after-code">${copyButton('token_request', 'the request')}</p>
${ownAuthority(authUrl)}
`,
  )
}
