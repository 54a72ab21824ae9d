/** The applications of a developer, and creating one. */
import type { FastifyInstance, FastifyReply } from 'fastify'
import { newClientId, newClientSecret } from '../../oauth/clients/new-credentials.js'
import { fieldErrors } from '../lib/form-checks.js'
import { formatDate, formatDateTime } from '../lib/format-date.js'
import { appNameError } from './app-name.js'
import type { AppsDeps } from './apps-deps.js'
import type { DeveloperGuard, DeveloperPage } from './own-app.js'
import { redirectUrlError } from './redirect-url.js'
import { renderSecret } from './secret-page.js'

/** Applications per account. */
export const MAX_APPS = 100

export function appListRoutes(app: FastifyInstance, guard: DeveloperGuard, deps: AppsDeps): void {
  app.get(
    '/console/apps',
    guard(async (page) => await renderList(page, deps)),
  )
  app.get(
    '/console/apps/new',
    guard(
      async ({ render }) =>
        await render(
          'app-new',
          { title: 'New application' },
          { name: '', environment: 'development', redirectUri: '' },
        ),
    ),
  )
  app.post(
    '/console/apps/new',
    guard(async (page) => await createApp(page, deps)),
  )
}

async function renderList({ account, query, render }: DeveloperPage, deps: AppsDeps): Promise<FastifyReply> {
  const apps = await deps.developerApps.list(account.id)
  return await render(
    'apps',
    {
      title: 'Applications',
      notice: query.get('m') === 'deleted' ? 'The application is deleted. Its tokens have ended.' : null,
    },
    {
      organisation: account.organisation,
      apps: apps.map((app) => ({
        clientId: app.clientId,
        name: app.name,
        environment: app.environment,
        disabled: app.disabled,
        created: formatDate(app.created),
        lastUsed: app.lastUsed === null ? 'not yet' : formatDateTime(app.lastUsed),
      })),
    },
  )
}

async function createApp(page: DeveloperPage, deps: AppsDeps): Promise<FastifyReply> {
  const { account, form } = page
  const name = (form.get('name') ?? '').trim().normalize('NFC')
  const environment = form.get('environment') === 'production' ? 'production' : 'development'
  const redirectUri = (form.get('redirect_uri') ?? '').trim()
  const errors = fieldErrors([
    ['name', appNameError(name)],
    ['redirect_uri', redirectUrlError(redirectUri, environment)],
  ])
  if (errors.length === 0 && (await deps.developerApps.list(account.id)).length >= MAX_APPS)
    errors.push({ field: 'name', text: `An account holds at most ${MAX_APPS} applications.` })
  if (errors.length > 0)
    return await page.render(
      'app-new',
      { title: 'New application', errors },
      { name, environment, redirectUri },
    )
  const clientId = newClientId()
  const secret = newClientSecret()
  const developerId = account.id
  // False if the account was closed in the meantime: its session has ended.
  const created = await deps.developerApps.create({
    clientId,
    developerId,
    name,
    environment,
    redirectUri,
    secret,
  })
  if (!created) return await page.redirect('/console/login')
  await page.audit('app_created', { clientId, detail: { name, environment } })
  return await renderSecret(
    page,
    { clientId, name, redirectUri },
    { kind: 'client_secret', value: secret.value, title: `${name} is ready` },
    deps.settings,
  )
}
