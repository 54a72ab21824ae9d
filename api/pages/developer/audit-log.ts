/** The developer's audit log. */
import type { FastifyInstance } from 'fastify'
import type { AuditReader } from '../../../schemas/oauth/audit.js'
import { auditListItem } from '../lib/audit-labels.js'
import type { DeveloperGuard } from './own-app.js'

const MAX_ENTRIES = 200

export function auditLogRoute(
  app: FastifyInstance,
  guard: DeveloperGuard,
  deps: { audit: AuditReader },
): void {
  app.get(
    '/console/audit',
    guard(async ({ account, render }) => {
      const rows = await deps.audit.forDeveloper(account.id, MAX_ENTRIES)
      return await render('audit', { title: 'Audit log' }, { lines: rows.map(auditListItem) })
    }),
  )
}
