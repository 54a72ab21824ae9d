/** The settings of an application. */
import type { OauthApp } from '../../../../schemas/oauth/oauth-app.js'
import { appFrame } from './app-frame.js'
import { html } from '../../views/html.js'
import type { Html } from '../../views/html.js'
import { postForm } from '../../views/post-form.js'
import { field, tick } from '../../views/field.js'
import { appLayout } from './app-layout.js'
import type { PageFrame, FieldError } from '../../views/page-frame.js'
import type { SettingsData } from './page-data.js'
import type { AppPage } from '../own-app.js'
import type { PageResult } from '../../lib/page-result.js'
import { view } from '../../lib/page-result.js'
import { noticeOf } from '../../lib/page.js'

const NOTICES: Readonly<Record<string, string>> = { saved: 'Saved.' }

/** Shows `form`, which is the application as it was typed where the form has errors, else `app`. */
export function renderSettings(
  page: AppPage,
  { form = page.app, errors = [] }: { form?: OauthApp; errors?: FieldError[] } = {},
): PageResult {
  const { app } = page
  const hasDaysError = errors.some(({ field }) => field === 'family_days')
  return view(
    settingsView,
    { title: `Settings of ${app.name}`, errors, notice: noticeOf(page, NOTICES) },
    {
      appFrame: appFrame(app, 'settings'),
      name: form.name,
      description: form.description,
      redirectUri: form.redirectUri ?? '',
      homeUrl: form.homeUrl ?? '',
      privacyUrl: form.privacyUrl ?? '',
      supportUrl: form.supportUrl ?? '',
      familyDays: hasDaysError ? (page.form.get('family_days') ?? '') : String(form.familyDays ?? ''),
      pkceRequired: form.pkceRequired,
    },
  )
}

function settingsView(data: SettingsData, frame: PageFrame): Html {
  const at = data.appFrame.path
  return appLayout(
    data.appFrame,
    frame,
    html`
<h1>Settings</h1>
${postForm(
  frame,
  { action: `${at}/settings`, novalidate: true },
  html`${
    data.appFrame.verified &&
    html`<p>We verified this application. If you change its name, redirect URL or links, the consent page shows "not verified by us" until we have checked it again.</p>
`
  }${field(frame.errors, { id: 'name', label: 'Name', value: data.name })}
${field(frame.errors, { id: 'description', label: 'Description', value: data.description, required: false, hint: 'For your own use; travellers do not see it.' })}
${field(frame.errors, { id: 'redirect_uri', label: 'Redirect URL', value: data.redirectUri, plain: true, hint: 'Compared character for character. A change takes effect at once, and codes for the old URL stop working.' })}
<p class="aside">An application has one redirect URL. For another one, such as that of your own machine, <a href="${at}/second">create a second application</a>: it copies this one and asks for the URL only.</p>
${field(frame.errors, { id: 'home_url', label: 'Home page', value: data.homeUrl, plain: true, required: false, hint: 'This address and the next two are links on the consent page.' })}
${field(frame.errors, { id: 'privacy_url', label: 'Privacy policy', value: data.privacyUrl, plain: true, required: false })}
${field(frame.errors, { id: 'support_url', label: 'Support', value: data.supportUrl, plain: true, required: false })}
${field(frame.errors, { id: 'family_days', label: 'Days until a traveller has to connect again', value: data.familyDays, inputmode: 'numeric', required: false, hint: 'Connections end after that, with their tokens and calendar addresses; a lower number also ends older ones. Leave empty for no limit, as long as tokens are refreshed within a year.' })}
${tick({ type: 'checkbox', id: 'pkce_required', checked: data.pkceRequired }, 'Require PKCE (S256) on each authorization request')}
<p class="actions"><button class="primary">Save</button></p>
`,
)}
`,
  )
}
