/** The client id and the secrets of an application (oauth.md 5.9, 130 to 132). */
import type { FastifyReply } from 'fastify'
import type { AppSecret, OauthApp } from '../../../../schemas/oauth/oauth-app.js'
import { formatDateTime } from '../../lib/format-date.js'
import type { FieldError } from '../../lib/render-page.js'
import type { AppsDeps } from '../apps-deps.js'
import type { DeveloperPage } from '../own-app.js'
import { appFrame } from './app-frame.js'
import type { SecretItem } from './page-data.js'

const NOTICES: Readonly<Record<string, string>> = { revoked: 'The secret has ended.' }

export async function renderCredentials(
  page: DeveloperPage,
  app: OauthApp,
  errors: FieldError[],
  deps: AppsDeps,
): Promise<FastifyReply> {
  const stored = await deps.developerApps.secrets(app.clientId)
  const secrets = stored.map((secret) => secretItem(secret, deps.now()))
  return await page.render(
    'app/credentials',
    { title: `Credentials of ${app.name}`, errors, notice: NOTICES[page.query.get('m') ?? ''] ?? null },
    {
      appFrame: appFrame(app, 'credentials'),
      secrets,
      newest: secrets.find((secret) => secret.live)?.id ?? 'none',
      redirectUri: app.redirectUri ?? '',
      authUrl: deps.settings.authUrl,
    },
  )
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
