/** Creating an application (oauth.md 5.9). */
import { newClientId, newClientSecret } from '../../oauth/clients/new-credentials.js'
import { fieldErrors } from '../lib/form-checks.js'
import { choice, name, text } from '../lib/form.js'
import { page } from '../lib/page.js'
import { developer } from '../lib/page-access.js'
import type { DeveloperPage } from '../lib/page-access.js'
import { redirect, view } from '../lib/page-result.js'
import type { PageResult, Refused } from '../lib/page-result.js'
import { fieldOf, radios } from '../views/field.js'
import { html } from '../views/html.js'
import type { FieldError } from '../views/page-frame.js'
import { postForm } from '../views/post-form.js'
import { appNameError } from './app-name.js'
import type { AppChange } from '../../../schemas/oauth/oauth-app.js'
import type { AppsDeps } from './apps-deps.js'
import { redirectUrlError } from './redirect-url.js'
import { secretPage } from './secret-page.js'

/** Applications per account. */
export const MAX_APPS = 100

export interface NewApp {
  name: string
  environment: 'development' | 'production'
  redirect_uri: string
}

const NEW = {
  name: name({ label: 'Name', hint: 'Travellers see it on the consent page.' }, () => null),
  environment: choice(['development', 'production'], 'development'),
  redirect_uri: text({
    label: 'Redirect URL',
    plain: true,
    hint: 'One exact address. It is compared character for character.',
  }),
}

export const newAppPages = [
  page({ route: 'GET /console/apps/new', access: developer }, () => renderNew('development')),
  page({ route: 'POST /console/apps/new', access: developer, form: NEW }, async (page, deps: AppsDeps) => {
    const errors = await newAppErrors(page, page.form, deps)
    return errors.length === 0
      ? await createApp(page, page.form, deps)
      : renderNew(page.form.environment, { errors })
  }),
]

export async function newAppErrors(
  { account }: DeveloperPage,
  app: NewApp,
  { developerApps }: AppsDeps,
): Promise<FieldError[]> {
  const errors = fieldErrors([
    ['name', appNameError(app.name)],
    ['redirect_uri', redirectUrlError(app.redirect_uri, app.environment)],
  ])
  if (errors.length === 0 && (await developerApps.list(account.id)).length >= MAX_APPS)
    errors.push({
      field: 'name',
      text: `An account can have at most ${MAX_APPS} applications. Delete or transfer one first.`,
    })
  return errors
}

/** Creates the application, with further settings if there are any, and shows its secret. */
export async function createApp(
  page: DeveloperPage,
  { name, environment, redirect_uri: redirectUri }: NewApp,
  deps: AppsDeps,
  more?: AppChange,
): Promise<PageResult> {
  const clientId = newClientId()
  const secret = newClientSecret()
  const developerId = page.account.id
  const app = { clientId, developerId, name, environment, redirectUri, secret }
  // False if the account was closed in the meantime: its session has ended.
  if (!(await deps.developerApps.create(app))) return redirect('/console/login')
  if (more !== undefined) await deps.developerApps.change(clientId, more)
  await page.audit('app_created', { clientId, detail: { name, environment } })
  return secretPage(
    app,
    { kind: 'client_secret', value: secret.value, title: `${name} is ready` },
    deps.settings,
  )
}

function renderNew(environment: NewApp['environment'], refused: Refused = {}): PageResult {
  return view(
    { title: 'New application', ...refused },
    (frame) => html`
<h1>New application</h1>
${postForm(
  frame,
  { action: '/console/apps/new', novalidate: true },
  html`${fieldOf(frame, NEW, 'name')}
<fieldset>
<legend>Environment</legend>
${radios('environment', environment, [
  ['development', 'Development: http://localhost is allowed'],
  ['production', 'Production: https only'],
])}</fieldset>
${fieldOf(frame, NEW, 'redirect_uri')}
<p class="actions"><button class="primary">Create the application</button> <a href="/console/apps">Back</a></p>
`,
)}
`,
  )
}
