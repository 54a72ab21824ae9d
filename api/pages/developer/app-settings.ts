/** The settings form of an application. */
import type { OauthApp } from '../../../schemas/oauth/oauth-app.js'
import type { Parameters } from '../../oauth/parameters.js'
import { fieldErrors } from '../lib/form-checks.js'
import { appNameError } from './app-name.js'
import type { AppsDeps } from './apps-deps.js'
import { appPage, confirmOwner } from './own-app.js'
import { linkError, redirectUrlError } from './redirect-url.js'
import { tabPath } from './tabs/app-frame.js'
import { renderSettings } from './tabs/settings.js'
import type { FieldError } from '../views/page-frame.js'
import type { AppPage } from './own-app.js'
import type { PageResult } from '../lib/page-result.js'
import { redirect } from '../lib/page-result.js'

const MAX_DESCRIPTION = 500
const MAX_FAMILY_DAYS = 3_650
const FIELDS = [
  'name',
  'description',
  'redirect_uri',
  'home_url',
  'privacy_url',
  'support_url',
  'family_days',
  'pkce_required',
]

/** The form as it was typed, trimmed. */
interface SettingsForm {
  name: string
  description: string
  redirectUri: string
  homeUrl: string
  privacyUrl: string
  supportUrl: string
  familyDays: string
  pkceRequired: boolean
}

export const saveSettingsPage = appPage({ route: 'POST /console/apps/:clientId/settings' }, saveSettings)

async function saveSettings(page: AppPage, deps: AppsDeps): Promise<PageResult> {
  const { app } = page
  const form = readSettings(page.form)
  const errors = settingsErrors(form, app)
  if (errors.length > 0) return renderSettings(page, { form: withTyped(app, form), errors })
  const { name, description, redirectUri, pkceRequired } = form
  if (redirectUri !== app.redirectUri) {
    const stepUp = { what: 'change the redirect URL of', fields: FIELDS, back: 'settings' }
    const question = await confirmOwner(page, stepUp, deps)
    if (question !== null) return question
  }
  await deps.developerApps.change(app.clientId, {
    name,
    description,
    redirectUri,
    homeUrl: form.homeUrl === '' ? null : form.homeUrl,
    privacyUrl: form.privacyUrl === '' ? null : form.privacyUrl,
    supportUrl: form.supportUrl === '' ? null : form.supportUrl,
    pkceRequired,
    familyDays: readDays(form.familyDays),
  })
  await page.audit('app_changed', {
    clientId: app.clientId,
    detail: { redirect_changed: redirectUri !== app.redirectUri },
  })
  return redirect(tabPath(app.clientId, 'settings', 'saved'))
}

function readSettings(form: Parameters): SettingsForm {
  const text = (field: string): string => (form.get(field) ?? '').trim()
  return {
    name: text('name').normalize('NFC'),
    description: text('description'),
    redirectUri: text('redirect_uri'),
    homeUrl: text('home_url'),
    privacyUrl: text('privacy_url'),
    supportUrl: text('support_url'),
    familyDays: text('family_days'),
    pkceRequired: form.get('pkce_required') !== null,
  }
}

function settingsErrors(form: SettingsForm, app: OauthApp): FieldError[] {
  const isTooLong = [...form.description].length > MAX_DESCRIPTION
  const hasDays = form.familyDays === '' || readDays(form.familyDays) !== null
  return fieldErrors([
    ['name', appNameError(form.name)],
    ['description', isTooLong ? `Use at most ${MAX_DESCRIPTION} characters for the description.` : null],
    ['redirect_uri', redirectUrlError(form.redirectUri, app.environment)],
    ['home_url', linkError(form.homeUrl, 'the home page')],
    ['privacy_url', linkError(form.privacyUrl, 'the privacy policy')],
    ['support_url', linkError(form.supportUrl, 'support')],
    ['family_days', hasDays ? null : `Enter 1 to ${MAX_FAMILY_DAYS} days, or nothing.`],
  ])
}

/** The number of days typed; null if it is none. */
function readDays(text: string): number | null {
  const days = /^\d{1,4}$/.test(text) ? Number(text) : 0
  return days >= 1 && days <= MAX_FAMILY_DAYS ? days : null
}

/** The application as it was typed, so that nothing is lost when the form has an error. */
function withTyped(app: OauthApp, form: SettingsForm): OauthApp {
  const { name, description, redirectUri, homeUrl, privacyUrl, supportUrl, pkceRequired } = form
  const familyDays = readDays(form.familyDays)
  return { ...app, name, description, redirectUri, homeUrl, privacyUrl, supportUrl, pkceRequired, familyDays }
}
