/** The settings of an application. */
import type { OauthApp } from '../../../../schemas/oauth/oauth-app.js'
import { fieldErrors } from '../../lib/form-checks.js'
import { flag, name, text } from '../../lib/form.js'
import type { FormOf } from '../../lib/form.js'
import { noticeOf } from '../../lib/page.js'
import type { Posted } from '../../lib/page.js'
import { redirect } from '../../lib/page-result.js'
import type { PageResult, Refused } from '../../lib/page-result.js'
import { fields } from '../../views/field.js'
import { html } from '../../views/html.js'
import { postForm } from '../../views/post-form.js'
import { appNameError } from '../app-name.js'
import { appView, tabPath } from '../app-view.js'
import type { AppsDeps } from '../apps-deps.js'
import { appPage, confirmOwner } from '../own-app.js'
import type { AppPage } from '../own-app.js'
import { linkError, redirectUrlError } from '../redirect-url.js'

const NOTICES: Readonly<Record<string, string>> = { saved: 'Saved.' }
const MAX_DESCRIPTION = 500
const MAX_FAMILY_DAYS = 3_650

const link = (label: string, what: string, hint: string | null = null) =>
  text({ label, hint, plain: true, required: false }, (value) => linkError(value, what))

const ABOUT = {
  name: name({ label: 'Name' }, appNameError),
  description: text(
    { label: 'Description', required: false, hint: 'For your own use; travellers do not see it.' },
    (value) =>
      [...value].length > MAX_DESCRIPTION
        ? `Use at most ${MAX_DESCRIPTION} characters for the description.`
        : null,
  ),
  redirect_uri: text({
    label: 'Redirect URL',
    plain: true,
    hint: 'Compared character for character. A change takes effect at once, and codes for the old URL stop working.',
  }),
}
const MORE = {
  home_url: link(
    'Home page',
    'the home page',
    'This address and the next two are links on the consent page.',
  ),
  privacy_url: link('Privacy policy', 'the privacy policy'),
  support_url: link('Support', 'support'),
  family_days: text(
    {
      label: 'Days until a traveller has to connect again',
      inputmode: 'numeric',
      required: false,
      hint: 'Connections end after that, with their tokens and calendar addresses; a lower number also ends those that are already older. Without a number they last as long as tokens are refreshed within a year.',
    },
    (value) =>
      value === '' || readDays(value) !== null
        ? null
        : `Enter 1 to ${MAX_FAMILY_DAYS} days, or leave the field empty.`,
  ),
  pkce_required: flag('Require PKCE (S256) on each authorization request'),
  dpop_bound: flag('Issue only access tokens that are bound to a key of the application (DPoP)'),
}
const SETTINGS = { ...ABOUT, ...MORE }

export const settingsPages = [
  appPage({ route: 'GET /console/apps/:clientId/settings', role: 'developer' }, (page) =>
    renderSettings(page, storedSettings(page.app)),
  ),
  appPage({ route: 'POST /console/apps/:clientId/settings', form: SETTINGS }, saveSettings),
]

async function saveSettings(page: Posted<AppPage, typeof SETTINGS>, deps: AppsDeps): Promise<PageResult> {
  const { app, form } = page
  const wrongUrl = fieldErrors([['redirect_uri', redirectUrlError(form.redirect_uri, app.environment)]])
  const order = Object.keys(SETTINGS)
  const errors = [...page.errors, ...wrongUrl].toSorted(
    (a, b) => order.indexOf(a.field) - order.indexOf(b.field),
  )
  if (errors.length > 0) return renderSettings(page, form, { errors })
  const isMoved = form.redirect_uri !== app.redirectUri
  const losesPkce = app.pkceRequired && !form.pkce_required
  const losesDpop = app.dpopBound && !form.dpop_bound
  const stops = `stop requiring ${losesPkce ? 'PKCE' : 'DPoP'} of`
  const what = isMoved ? 'change the redirect URL of' : stops
  const asks = isMoved || losesPkce || losesDpop
  const question = asks ? await confirmOwner(page, { what, back: 'settings' }, deps) : null
  if (question !== null) return question
  await deps.developerApps.change(app.clientId, {
    name: form.name,
    description: form.description,
    redirectUri: form.redirect_uri,
    homeUrl: form.home_url || null,
    privacyUrl: form.privacy_url || null,
    supportUrl: form.support_url || null,
    pkceRequired: form.pkce_required,
    dpopBound: form.dpop_bound,
    familyDays: readDays(form.family_days),
  })
  await page.audit('app_changed', {
    clientId: app.clientId,
    detail: { redirect_changed: isMoved, pkce_ended: losesPkce, dpop_ended: losesDpop },
  })
  return redirect(tabPath(app.clientId, 'settings', 'saved'))
}

/** The number of days typed; null if it is none. */
function readDays(text: string): number | null {
  const days = /^\d{1,4}$/.test(text) ? Number(text) : 0
  return days >= 1 && days <= MAX_FAMILY_DAYS ? days : null
}

function storedSettings(app: OauthApp): FormOf<typeof SETTINGS> {
  return {
    name: app.name,
    description: app.description,
    redirect_uri: app.redirectUri ?? '',
    home_url: app.homeUrl ?? '',
    privacy_url: app.privacyUrl ?? '',
    support_url: app.supportUrl ?? '',
    family_days: String(app.familyDays ?? ''),
    pkce_required: app.pkceRequired,
    dpop_bound: app.dpopBound,
  }
}

/** @param shown what is stored, or what was typed where it has errors */
function renderSettings(page: AppPage, shown: FormOf<typeof SETTINGS>, refused: Refused = {}): PageResult {
  const { app } = page
  return appView(
    page,
    'settings',
    { title: `Settings of ${app.name}`, notice: noticeOf(page, NOTICES), ...refused },
    (frame, at) => html`
<h1>Settings</h1>
${postForm(
  frame,
  { action: `${at}/settings`, novalidate: true },
  html`${
    app.verified &&
    html`<p>We verified this application. If you change its name, redirect URL or links, the consent page shows "not verified by us" until we have checked it again.</p>
`
  }${fields(frame, ABOUT, shown)}
<p class="aside">An application has one redirect URL. For another one, such as that of your own machine, <a href="${at}/second">create a second application</a>: it copies this one and asks only for the URL.</p>
${fields(frame, MORE, shown)}
<p class="actions"><button class="primary">Save</button></p>
`,
)}
`,
  )
}
