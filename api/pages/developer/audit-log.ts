/** The developer's audit log. */
import type { AuditReader } from '../../../schemas/oauth/audit.js'
import { auditListItem } from '../lib/audit-labels.js'
import { page } from '../lib/page.js'
import { developer } from '../lib/page-access.js'
import { view } from '../lib/page-result.js'
import { auditTable } from '../views/audit-table.js'
import { html } from '../views/html.js'

const MAX_ENTRIES = 200
const COLUMNS = { when: 'When', what: 'What', application: 'Application', address: 'From', detail: 'Detail' }

export const auditLogPage = page(
  { route: 'GET /console/audit', access: developer },
  async ({ account }, { audit }: { audit: AuditReader }) => {
    const rows = await audit.forDeveloper(account.id, MAX_ENTRIES)
    return view(
      { title: 'Audit log' },
      () => html`
<h1>Audit log</h1>
<p class="lead">Your actions, and what happened to your applications. Newest first.</p>
${auditTable('Audit log', COLUMNS, rows.map(auditListItem))}
`,
    )
  },
)
