/** The requests of an application: for now, those that the authorization server refused (oauth.md 5.10). */
import type { FastifyReply } from 'fastify'
import type { OauthApp } from '../../../../schemas/oauth/oauth-app.js'
import { auditListItem } from '../../lib/audit-labels.js'
import type { AppsDeps } from '../apps-deps.js'
import type { DeveloperPage } from '../own-app.js'
import { appFrame } from './app-frame.js'

const MAX_REFUSALS = 20

export async function renderRequests(
  page: DeveloperPage,
  app: OauthApp,
  deps: AppsDeps,
): Promise<FastifyReply> {
  const refusals = await deps.audit.refusals(app.clientId, MAX_REFUSALS)
  return await page.render(
    'app/requests',
    { title: `Requests of ${app.name}` },
    { appFrame: appFrame(app, 'requests'), refusals: refusals.map(auditListItem) },
  )
}
