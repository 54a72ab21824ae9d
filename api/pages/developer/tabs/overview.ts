/** The first tab of an application: what it is, who connected it, and how to try it. */
import type { FastifyReply } from 'fastify'
import type { OauthApp } from '../../../../schemas/oauth/oauth-app.js'
import { formatDate } from '../../lib/format-date.js'
import type { AppsDeps } from '../apps-deps.js'
import type { DeveloperPage } from '../own-app.js'
import { appFrame } from './app-frame.js'

const NOTICES: Readonly<Record<string, string>> = {
  received:
    'The application is yours. Its old secrets, tokens and webhooks have ended: create a new secret. ' +
    'Travellers have to connect again.',
}

export async function renderOverview(
  page: DeveloperPage,
  app: OauthApp,
  deps: AppsDeps,
): Promise<FastifyReply> {
  const [connected, lastDay] = await Promise.all([
    deps.developerApps.countConnections(app.clientId),
    deps.audit.lastDay(app.clientId),
  ])
  const { authUrl, baseUrl } = deps.settings
  return await page.render(
    'app/overview',
    { title: app.name, notice: NOTICES[page.query.get('m') ?? ''] ?? null },
    {
      appFrame: appFrame(app, 'overview'),
      created: formatDate(app.created),
      connected,
      lastDay,
      authUrl,
      baseUrl,
      tryIt: tryItUrl(app, authUrl),
    },
  )
}

function tryItUrl(app: OauthApp, authUrl: string): string {
  const redirectUri = encodeURIComponent(app.redirectUri ?? '')
  return (
    `${authUrl}/oauth/authenticate?client_id=${encodeURIComponent(app.clientId)}` +
    `&response_type=code&redirect_uri=${redirectUri}&state=try-it`
  )
}
