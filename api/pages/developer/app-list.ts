/** The applications of a developer. */
import type { FastifyInstance, FastifyReply } from 'fastify'
import { formatDate, formatDateTime } from '../lib/format-date.js'
import type { AppsDeps } from './apps-deps.js'
import type { DeveloperGuard, DeveloperPage } from './own-app.js'
import { invitationItem } from './team/team-page.js'

const NOTICES: Readonly<Record<string, string>> = {
  deleted: 'The application is deleted. Its tokens have ended.',
  left: 'You have left the team.',
  declined: 'The invitation is declined.',
}

export function appListRoutes(app: FastifyInstance, guard: DeveloperGuard, deps: AppsDeps): void {
  app.get(
    '/console/apps',
    guard(async (page) => await renderList(page, deps)),
  )
}

async function renderList({ account, query, render }: DeveloperPage, deps: AppsDeps): Promise<FastifyReply> {
  const [own, joined, invitations] = await Promise.all([
    deps.developerApps.list(account.id),
    deps.team.apps(account.id),
    deps.team.invitationsFor(account.email),
  ])
  const apps = [
    ...own.map((app) => ({ ...app, team: null })),
    ...joined.map(({ role, ...app }) => ({ ...app, team: { organisation: app.organisation, role } })),
  ]
  return await render(
    'apps',
    {
      title: 'Applications',
      notice: NOTICES[query.get('m') ?? ''] ?? null,
    },
    {
      organisation: account.organisation,
      invitations: invitations.map(invitationItem),
      apps: apps.map((app) => ({
        clientId: app.clientId,
        name: app.name,
        environment: app.environment,
        disabled: app.disabled,
        created: formatDate(app.created),
        team: app.team,
        lastUsed: app.lastUsed === null ? 'not yet' : formatDateTime(app.lastUsed),
      })),
    },
  )
}
