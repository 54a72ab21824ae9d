/** Creating an application (oauth.md 5.9). */
import { newClientId, newClientSecret } from '../../oauth/clients/new-credentials.js'
import { fieldErrors } from '../lib/form-checks.js'
import type { AppChange } from '../ports.js'
import { appNameError } from './app-name.js'
import type { AppsDeps } from './apps-deps.js'
import { redirectUrlError } from './redirect-url.js'
import { html } from '../views/html.js'
import type { Html } from '../views/html.js'
import { postForm } from '../views/post-form.js'
import { field, tick } from '../views/field.js'
import type { PageFrame, FieldError } from '../views/page-frame.js'
import { page } from '../lib/page.js'
import { developer } from '../lib/page-access.js'
import { redirect, view } from '../lib/page-result.js'
import type { PageResult } from '../lib/page-result.js'
import { secretPage } from './secret-page.js'
import type { DeveloperPage } from '../lib/page-access.js'

/** Applications per account. */
export const MAX_APPS = 100

export interface NewApp {
  name: string
  environment: 'development' | 'production'
  redirectUri: string
}

export const newAppPages = [
  page({ route: 'GET /console/apps/new', access: developer }, () =>
    view(appNewView, { title: 'New application' }, { name: '', environment: 'development', redirectUri: '' }),
  ),
  page({ route: 'POST /console/apps/new', access: developer }, async (page, deps: AppsDeps) => {
    const form: NewApp = {
      name: (page.form.get('name') ?? '').trim().normalize('NFC'),
      environment: page.form.get('environment') === 'production' ? 'production' : 'development',
      redirectUri: (page.form.get('redirect_uri') ?? '').trim(),
    }
    const errors = await newAppErrors(page, form, deps)
    return errors.length === 0
      ? await createApp(page, form, deps)
      : view(appNewView, { title: 'New application', errors }, form)
  }),
]

export async function newAppErrors(
  { account }: DeveloperPage,
  { name, redirectUri, environment }: NewApp,
  { developerApps }: AppsDeps,
): Promise<FieldError[]> {
  const errors = fieldErrors([
    ['name', appNameError(name)],
    ['redirect_uri', redirectUrlError(redirectUri, environment)],
  ])
  if (errors.length === 0 && (await developerApps.list(account.id)).length >= MAX_APPS)
    errors.push({ field: 'name', text: `An account holds at most ${MAX_APPS} applications.` })
  return errors
}

/** Creates the application, with further settings if there are any, and shows its secret. */
export async function createApp(
  page: DeveloperPage,
  { name, environment, redirectUri }: NewApp,
  deps: AppsDeps,
  more?: AppChange,
): Promise<PageResult> {
  const clientId = newClientId()
  const secret = newClientSecret()
  const developerId = page.account.id
  // False if the account was closed in the meantime: its session has ended.
  const created = await deps.developerApps.create({
    clientId,
    developerId,
    name,
    environment,
    redirectUri,
    secret,
  })
  if (!created) return redirect('/console/login')
  if (more !== undefined) await deps.developerApps.change(clientId, more)
  await page.audit('app_created', { clientId, detail: { name, environment } })
  return secretPage(
    { clientId, name, redirectUri },
    { kind: 'client_secret', value: secret.value, title: `${name} is ready` },
    deps.settings,
  )
}

interface AppNewViewData {
  name: string
  environment: 'development' | 'production'
  redirectUri: string
}

function appNewView(data: AppNewViewData, frame: PageFrame): Html {
  return html`
<h1>New application</h1>
${postForm(
  frame,
  { action: '/console/apps/new', novalidate: true },
  html`${field(frame.errors, { id: 'name', label: 'Name', value: data.name, hint: 'Travellers see it on the consent page.' })}
<fieldset>
<legend>Environment</legend>
${tick({ type: 'radio', id: 'development', name: 'environment', value: 'development', checked: data.environment === 'development' }, 'Development: may return to http://localhost')}
${tick({ type: 'radio', id: 'production', name: 'environment', value: 'production', checked: data.environment === 'production' }, 'Production: https only')}
</fieldset>
${field(frame.errors, { id: 'redirect_uri', label: 'Redirect URL', value: data.redirectUri, plain: true, hint: 'One exact address. It is compared character for character.' })}
<p class="actions"><button class="primary">Create the application</button> <a href="/console/apps">Back</a></p>
`,
)}
`
}
