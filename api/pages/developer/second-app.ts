/**
 * A second application from the first one. Credentials are tied to one redirect URL (the interface
 * specification 5.1), so a partner that needs another one, usually for development, needs another application:
 * it asks for the URL only (oauth.md 6.3).
 */
import type { OauthApp } from '../../../schemas/oauth/oauth-app.js'
import { MAX_NAME_LENGTH } from './app-name.js'
import type { AppsDeps } from './apps-deps.js'
import { createApp, newAppErrors } from './new-app.js'
import type { NewApp } from './new-app.js'
import { appFrame } from './tabs/app-frame.js'
import { html } from '../views/html.js'
import type { Html } from '../views/html.js'
import { postForm } from '../views/post-form.js'
import { field } from '../views/field.js'
import { appLayout } from './tabs/app-layout.js'
import type { PageFrame, FieldError } from '../views/page-frame.js'
import type { SecondAppData } from './tabs/page-data.js'
import { appPage } from './own-app.js'
import type { PageResult } from '../lib/page-result.js'
import { view } from '../lib/page-result.js'

const ENVIRONMENT_SUFFIX = / \((?:development|production)\)$/

export const secondAppPages = [
  appPage({ route: 'GET /console/apps/:clientId/second', role: 'developer' }, ({ app }) =>
    renderForm(app, secondApp(app, ''), []),
  ),
  appPage({ route: 'POST /console/apps/:clientId/second' }, async (page, deps: AppsDeps) => {
    const { app: first, form } = page
    const second = secondApp(first, (form.get('redirect_uri') ?? '').trim())
    const errors = await newAppErrors(page, second, deps)
    if (errors.length > 0) return renderForm(first, second, errors)
    const { description, homeUrl, privacyUrl, supportUrl, pkceRequired, familyDays } = first
    const copied = { description, homeUrl, privacyUrl, supportUrl, pkceRequired, familyDays }
    return await createApp(page, second, deps, copied)
  }),
]

/** The other environment, under a name that says so. */
function secondApp({ name, environment }: OauthApp, redirectUri: string): NewApp {
  const other = environment === 'production' ? 'development' : 'production'
  const suffix = ` (${other})`
  const base = [...name.replace(ENVIRONMENT_SUFFIX, '')].slice(0, MAX_NAME_LENGTH - suffix.length).join('')
  return { name: `${base.trimEnd()}${suffix}`, environment: other, redirectUri }
}

function renderForm(app: OauthApp, second: NewApp, errors: FieldError[]): PageResult {
  return view(
    secondView,
    { title: 'Second application', errors },
    { appFrame: appFrame(app, 'settings'), ...second },
  )
}

function secondView(data: SecondAppData, frame: PageFrame): Html {
  const at = data.appFrame.path
  return appLayout(
    data.appFrame,
    frame,
    html`
<p class="crumbs"><a href="${at}/settings">Settings</a></p>
<h1>Second application</h1>
<p>Credentials belong to one redirect URL. A second application has its own, so that a mistake in development cannot reach your travellers.</p>
${postForm(
  frame,
  { action: `${at}/second`, novalidate: true },
  html`<dl class="pairs"><dt>Name</dt><dd id="name">${data.name}</dd><dt>Environment</dt><dd>${data.environment}${data.environment === 'development' ? ': may return to http://localhost' : ': https only'}</dd><dt>Copied</dt><dd>description, links, PKCE, days until a traveller has to connect again</dd></dl>
${field(frame.errors, { id: 'redirect_uri', label: 'Redirect URL', value: data.redirectUri, plain: true, hint: data.environment === 'development' ? 'For example http://localhost:3000/callback' : 'For example https://example.com/callback' })}
<p class="actions"><button class="primary">Create the application</button> <a href="${at}/settings">Back</a></p>
`,
)}
`,
  )
}
