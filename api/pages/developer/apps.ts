/** Applications of a developer: the list, making one, its page. */
import type { FastifyInstance, FastifyReply } from 'fastify'
import type { AppSecret, OauthApp } from '../../../schemas/oauth/oauth-app.js'
import { newClientId, newClientSecret } from '../../oauth/clients/new-credentials.js'
import type { AppStore, OauthSettings } from '../../oauth/ports.js'
import type { requireDeveloper, PageContext } from '../lib/require-session.js'
import { auditListItem } from '../lib/audit-labels.js'
import { appNameError } from './app-name.js'
import type { AppPageData } from './app-page.js'
import type { FieldError } from '../lib/render-page.js'
import type { DeveloperAppStore, AppWebhookStore } from '../ports.js'
import type { DeveloperAccount } from '../../../schemas/oauth/account.js'
import type { AuditReader } from '../../../schemas/oauth/audit.js'
import { redirectUrlError } from './redirect-url.js'
import { formatDate, formatDateTime } from '../lib/format-date.js'

export interface AppsDeps {
  developerApps: DeveloperAppStore
  apps: AppStore
  audit: AuditReader
  webhooks: AppWebhookStore
  settings: OauthSettings
  now: () => number
}

export type DeveloperContext = PageContext<DeveloperAccount>

/** Applications that an account holds at most. */
export const MAX_APPS = 100

export function appRoutes(
  app: FastifyInstance,
  scope: ReturnType<typeof requireDeveloper>,
  deps: AppsDeps,
): void {
  app.get(
    '/console/apps',
    scope(async ({ account, query, show }) => {
      const apps = await deps.developerApps.list(account.id)
      return await show(
        'apps',
        {
          title: 'Applications',
          notice: query.get('m') === 'deleted' ? 'The application is deleted. Its tokens have ended.' : null,
        },
        {
          organisation: account.organisation,
          apps: apps.map((one) => ({
            clientId: one.clientId,
            name: one.name,
            environment: one.environment,
            disabled: one.disabled,
            created: formatDate(one.created),
            lastUsed: one.lastUsed === null ? 'not yet' : formatDateTime(one.lastUsed),
          })),
        },
      )
    }),
  )

  app.get(
    '/console/apps/new',
    scope(
      async ({ show }) =>
        await show(
          'app-new',
          { title: 'New application' },
          { name: '', environment: 'development', redirectUri: '' },
        ),
    ),
  )

  app.post(
    '/console/apps/new',
    scope(async ({ account, form, show, go, note }) => {
      const name = (form.get('name') ?? '').trim().normalize('NFC')
      const environment = form.get('environment') === 'production' ? 'production' : 'development'
      const redirectUri = (form.get('redirect_uri') ?? '').trim()
      const faults: Array<[string, string | null]> = [
        ['name', appNameError(name)],
        ['redirect_uri', redirectUrlError(redirectUri, environment)],
      ]
      const errors = fieldErrors(faults)
      if (errors.length === 0 && (await deps.developerApps.list(account.id)).length >= MAX_APPS) {
        errors.push({ field: 'name', text: `An account holds at most ${MAX_APPS} applications.` })
      }
      if (errors.length > 0)
        return await show('app-new', { title: 'New application', errors }, { name, environment, redirectUri })
      const clientId = newClientId()
      const secret = newClientSecret()
      // The account was closed meanwhile: its session is over, as the next page would say.
      if (
        !(await deps.developerApps.create({
          clientId,
          developerId: account.id,
          name,
          environment,
          redirectUri,
          secret,
        }))
      )
        return await go('/console/login')
      await note('app_created', { clientId, detail: { name, environment } })
      return await show(
        'secret',
        { title: `${name} is ready` },
        {
          clientId,
          name,
          redirectUri,
          value: secret.value,
          kind: 'client_secret',
          authUrl: deps.settings.authUrl,
          baseUrl: deps.settings.baseUrl,
        },
      )
    }),
  )

  app.get(
    '/console/apps/:clientId',
    scope(async (page) => {
      const found = await findOwnApp(page, deps)
      if (found === null) return await page.notFound()
      return await renderAppPage(page, found.app, [], deps)
    }),
  )
}

/** The application of the address when it belongs to the developer, else null: nobody learns of those of others. */
export async function findOwnApp(
  page: DeveloperContext,
  deps: Pick<AppsDeps, 'apps'>,
): Promise<{ app: OauthApp; secrets: AppSecret[] } | null> {
  const { clientId } = page.request.params as { clientId: string }
  // Postgres keeps no NUL, and there is no application of such a name.
  const found = clientId.includes('\0') ? null : await deps.apps.find(clientId)
  return found === null || found.app.developerId !== page.account.id ? null : found
}

/** Faults as a page shows them. */
export function fieldErrors(checks: Array<[field: string, fault: string | null]>): FieldError[] {
  const errors: FieldError[] = []
  for (const [field, text] of checks) if (text !== null) errors.push({ field, text })
  return errors
}

const NOTICES: Record<string, string> = {
  saved: 'Saved.',
  revoked: 'The secret has ended.',
  ended: 'All tokens have ended.',
  disabled: 'The application is switched off. Its tokens have ended.',
  enabled: 'The application is switched on again.',
  webhook_removed: 'The webhook URL is removed.',
  offered:
    'If a developer account has this address, the application has been offered to it by mail. It is yours until the offer is accepted, which it can be within a day.',
  received: 'The application is yours. Its old secrets have ended: make a new one.',
}

/** What a developer can do about an application that an operator switched off. */
export function disabledByOperatorText({ operatorEmail }: Pick<OauthSettings, 'operatorEmail'>): string {
  return `We switched this application off. Write to ${operatorEmail} to have it switched on again.`
}

/** Shows the application's page, with the faults of a form of it. */
export async function renderAppPage(
  page: DeveloperContext,
  app: OauthApp,
  errors: FieldError[],
  deps: AppsDeps,
): Promise<FastifyReply> {
  const { clientId } = app
  const [secrets, connected, webhooks, refusals, lastDay] = await Promise.all([
    deps.developerApps.secrets(clientId),
    deps.developerApps.countConnections(clientId),
    deps.webhooks.list(clientId),
    deps.audit.refusals(clientId, 20),
    deps.audit.lastDay(clientId),
  ])
  const now = deps.now()
  const typed = (field: string, otherwise = ''): string =>
    errors.some((error) => error.field === field) ? (page.form.get(field) ?? '') : otherwise
  const live = secrets.filter((secret) => secret.expires === null || secret.expires.getTime() > now)
  const data: AppPageData = {
    app: {
      clientId,
      name: app.name,
      description: app.description,
      environment: app.environment,
      redirectUri: app.redirectUri ?? '',
      homeUrl: app.homeUrl ?? '',
      privacyUrl: app.privacyUrl ?? '',
      supportUrl: app.supportUrl ?? '',
      pkceRequired: app.pkceRequired,
      familyDays: typed('family_days', app.familyDays === null ? '' : String(app.familyDays)),
      disabled: app.disabled,
      held: app.disabledBy === 'operator' ? disabledByOperatorText(deps.settings) : null,
      verified: app.verified,
      created: formatDate(app.created),
    },
    secrets: secrets.map((secret) => ({
      id: secret.id,
      last4: secret.last4,
      created: formatDateTime(secret.created),
      lastUsed: secret.lastUsed === null ? 'never' : formatDateTime(secret.lastUsed),
      expires: secret.expires === null ? 'never' : formatDateTime(secret.expires),
      live: live.includes(secret),
    })),
    newest: live[0]?.id ?? 'none',
    typed: {
      webhookUrl: typed('webhook_url'),
      disableName: typed('disable_name'),
      transferEmail: typed('transfer_email'),
      deleteName: typed('delete_name'),
    },
    connected,
    lastDay,
    webhooks: webhooks.map(({ oldUntil, ...hook }) => ({
      ...hook,
      oldUntil: oldUntil === null ? null : formatDateTime(oldUntil),
    })),
    refusals: refusals.map(auditListItem),
    authUrl: deps.settings.authUrl,
    baseUrl: deps.settings.baseUrl,
    tryIt: `${deps.settings.authUrl}/oauth/authenticate?client_id=${encodeURIComponent(clientId)}&response_type=code&redirect_uri=${encodeURIComponent(app.redirectUri ?? '')}&state=try-it`,
  }
  return await page.show(
    'app',
    { title: app.name, errors, notice: NOTICES[page.query.get('m') ?? ''] ?? null },
    data,
  )
}
