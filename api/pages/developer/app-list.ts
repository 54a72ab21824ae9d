/** The applications of a developer. */
import type { FastifyInstance, FastifyReply } from 'fastify'
import { formatDate, formatDateTime } from '../lib/format-date.js'
import type { AppsDeps } from './apps-deps.js'
import type { DeveloperGuard, DeveloperPage } from './own-app.js'

export function appListRoutes(app: FastifyInstance, guard: DeveloperGuard, deps: AppsDeps): void {
  app.get(
    '/console/apps',
    guard(async (page) => await renderList(page, deps)),
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
