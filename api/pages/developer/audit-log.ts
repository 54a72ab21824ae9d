/** The developer's audit log. */
import type { FastifyInstance } from 'fastify'
import type { AuditReader } from '../../../schemas/oauth/audit.js'
import { auditListItem } from '../lib/audit-labels.js'
import type { AuditListItem } from '../lib/audit-labels.js'
import type { DeveloperGuard } from './own-app.js'
import { html } from '../views/html.js'
import type { Html } from '../views/html.js'
import { auditTable } from '../views/audit-table.js'

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
      return await render(auditView, { title: 'Audit log' }, { lines: rows.map(auditListItem) })
    }),
  )
}

export interface AuditViewData {
  lines: AuditListItem[]
}

function auditView(data: AuditViewData): Html {
  return html`
<h1>Audit log</h1>
<p class="lead">Your actions, and what happened to your applications. Newest first.</p>
${auditTable('Audit log', { when: 'When', what: 'What', application: 'Application', address: 'From', detail: 'Detail' }, data.lines)}
`
}
