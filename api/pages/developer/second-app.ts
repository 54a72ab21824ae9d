/**
 * A second application from the first one. Credentials are tied to one redirect URL (the interface
 * specification 5.1), so a partner that needs another one, usually for development, needs another application:
 * it asks for the URL only (oauth.md 6.3).
 */
import type { OauthApp } from '../../../schemas/oauth/oauth-app.js'
import { text } from '../lib/form.js'
import type { PageResult, Refused } from '../lib/page-result.js'
import { fieldOf } from '../views/field.js'
import { html } from '../views/html.js'
import { postForm } from '../views/post-form.js'
import { MAX_NAME_LENGTH } from './app-name.js'
import { appView } from './app-view.js'
import type { AppsDeps } from './apps-deps.js'
import { createApp, newAppErrors } from './new-app.js'
import type { NewApp } from './new-app.js'
import { appPage } from './own-app.js'
import type { AppPage } from './own-app.js'

const ENVIRONMENT_SUFFIX = / \((?:development|production)\)$/
const SECOND = { redirect_uri: text({ label: 'Redirect URL', plain: true }) }

export const secondAppPages = [
  appPage({ route: 'GET /console/apps/:clientId/second', role: 'developer' }, (page) => renderSecond(page)),
  appPage({ route: 'POST /console/apps/:clientId/second', form: SECOND }, async (page, deps: AppsDeps) => {
    const second = { ...secondApp(page.app), ...page.form }
    const errors = await newAppErrors(page, second, deps)
    if (errors.length > 0) return renderSecond(page, { errors })
    const { description, homeUrl, privacyUrl, supportUrl, pkceRequired, dpopBound, familyDays } = page.app
    const copied = { description, homeUrl, privacyUrl, supportUrl, pkceRequired, dpopBound, familyDays }
    return await createApp(page, second, deps, copied)
  }),
]

/** The other environment, under a name that says so. */
function secondApp({ name, environment }: OauthApp): Omit<NewApp, 'redirect_uri'> {
  const other = environment === 'production' ? 'development' : 'production'
  const suffix = ` (${other})`
  const base = [...name.replace(ENVIRONMENT_SUFFIX, '')].slice(0, MAX_NAME_LENGTH - suffix.length).join('')
  return { name: `${base.trimEnd()}${suffix}`, environment: other }
}

function renderSecond(page: AppPage, refused: Refused = {}): PageResult {
  const { name, environment } = secondApp(page.app)
  const isOpen = environment === 'development'
  const hint = `For example ${isOpen ? 'http://localhost:3000' : 'https://example.com'}/callback`
  return appView(
    page,
    'settings',
    { title: 'Second application', ...refused },
    (frame, at) => html`
<p class="crumbs"><a href="${at}/settings">Settings</a></p>
<h1>Second application</h1>
<p>Credentials belong to one redirect URL. A second application has its own, so that a mistake in development cannot reach your travellers.</p>
${postForm(
  frame,
  { action: `${at}/second`, novalidate: true },
  html`<dl class="pairs"><dt>Name</dt><dd id="name">${name}</dd><dt>Environment</dt><dd>${environment}${isOpen ? ': http://localhost is allowed' : ': https only'}</dd><dt>Copied</dt><dd>description, links, PKCE, DPoP, days until a traveller has to connect again</dd></dl>
${fieldOf(frame, SECOND, 'redirect_uri', { hint })}
<p class="actions"><button class="primary">Create the application</button> <a href="${at}/settings">Back</a></p>
`,
)}
`,
  )
}
