/** Renders the page of an application, also with the errors of one of its forms. */
import type { FastifyReply } from 'fastify'
import type { AuditReader } from '../../../schemas/oauth/audit.js'
import type { AppSecret, OauthApp } from '../../../schemas/oauth/oauth-app.js'
import type { AppStore, OauthSettings } from '../../oauth/ports.js'
import { auditListItem } from '../lib/audit-labels.js'
import { formatDate, formatDateTime } from '../lib/format-date.js'
import type { FieldError } from '../lib/render-page.js'
import type { AppWebhook, AppWebhookStore, DeveloperAppStore } from '../ports.js'
import type { SecondFactorDeps } from '../sign-in/second-factor.js'
import type { AppPageData, SecretItem, WebhookItem } from './app-page.js'
import type { DeveloperPage } from './own-app.js'

export type AppsDeps = SecondFactorDeps & {
  developerApps: DeveloperAppStore
  apps: AppStore
  audit: AuditReader
  webhooks: AppWebhookStore
}

const MAX_REFUSALS = 20
const NOTICES: Readonly<Record<string, string>> = {
  saved: 'Saved.',
  revoked: 'The secret has ended.',
  ended: 'All tokens have ended.',
  disabled: 'The application is disabled. Its tokens have ended.',
  enabled: 'The application is enabled again.',
  webhook_removed: 'The webhook URL is removed.',
  offered:
    'If a developer account has this address, the application has been offered to it by mail. ' +
    'It is yours until the offer is accepted, which is possible within a day.',
  received:
    'The application is yours. Its old secrets, tokens and webhooks have ended: create a new secret. ' +
    'Travellers have to connect again.',
}

/** What a developer can do about an application that an operator disabled. */
export function disabledByOperatorText({ operatorEmail }: Pick<OauthSettings, 'operatorEmail'>): string {
  return `We disabled this application. Write to ${operatorEmail} to have it enabled again.`
}

/** Fields that have an error keep what was typed; the others show what is stored in `app`. */
export async function renderAppPage(
  page: DeveloperPage,
  app: OauthApp,
  errors: FieldError[],
  deps: AppsDeps,
): Promise<FastifyReply> {
  const { clientId } = app
  const [secrets, connected, webhooks, refusals, lastDay] = await Promise.all([
    deps.developerApps.secrets(clientId),
    deps.developerApps.countConnections(clientId),
    deps.webhooks.list(clientId),
    deps.audit.refusals(clientId, MAX_REFUSALS),
    deps.audit.lastDay(clientId),
  ])
  const typed = (field: string, otherwise = ''): string =>
    errors.some((error) => error.field === field) ? (page.form.get(field) ?? '') : otherwise
  const secretItems = secrets.map((secret) => secretItem(secret, deps.now()))
  const { authUrl, baseUrl } = deps.settings
  return await page.render(
    'app',
    { title: app.name, errors, notice: NOTICES[page.query.get('m') ?? ''] ?? null },
    {
      app: { ...appFields(app, deps), familyDays: typed('family_days', String(app.familyDays ?? '')) },
      secrets: secretItems,
      newest: secretItems.find((secret) => secret.live)?.id ?? 'none',
      typed: {
        webhookUrl: typed('webhook_url'),
        disableName: typed('disable_name'),
        transferEmail: typed('transfer_email'),
        deleteName: typed('delete_name'),
      },
      connected,
      lastDay,
      webhooks: webhooks.map(webhookItem),
      refusals: refusals.map(auditListItem),
      authUrl,
      baseUrl,
      tryIt: tryItUrl(app, authUrl),
    },
  )
}

function appFields(app: OauthApp, deps: AppsDeps): Omit<AppPageData['app'], 'familyDays'> {
  return {
    clientId: app.clientId,
    name: app.name,
    description: app.description,
    environment: app.environment,
    redirectUri: app.redirectUri ?? '',
    homeUrl: app.homeUrl ?? '',
    privacyUrl: app.privacyUrl ?? '',
    supportUrl: app.supportUrl ?? '',
    pkceRequired: app.pkceRequired,
    disabled: app.disabled,
    disabledByOperator: app.disabledBy === 'operator' ? disabledByOperatorText(deps.settings) : null,
    verified: app.verified,
    created: formatDate(app.created),
  }
}

function secretItem(secret: AppSecret, now: number): SecretItem {
  return {
    id: secret.id,
    last4: secret.last4,
    created: formatDateTime(secret.created),
    lastUsed: secret.lastUsed === null ? 'never' : formatDateTime(secret.lastUsed),
    expires: secret.expires === null ? 'never' : formatDateTime(secret.expires),
    live: secret.expires === null || secret.expires.getTime() > now,
  }
}

function webhookItem({ oldUntil, ...webhook }: AppWebhook): WebhookItem {
  return { ...webhook, oldUntil: oldUntil === null ? null : formatDateTime(oldUntil) }
}

function tryItUrl(app: OauthApp, authUrl: string): string {
  const redirectUri = encodeURIComponent(app.redirectUri ?? '')
  return (
    `${authUrl}/oauth/authenticate?client_id=${encodeURIComponent(app.clientId)}` +
    `&response_type=code&redirect_uri=${redirectUri}&state=try-it`
  )
}
