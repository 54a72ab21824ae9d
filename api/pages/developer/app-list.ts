/** The applications of a developer. */
import { formatDate, formatDateTime } from '../lib/format-date.js'
import { noticeOf, page } from '../lib/page.js'
import { developer } from '../lib/page-access.js'
import { view } from '../lib/page-result.js'
import { html } from '../views/html.js'
import type { AppsDeps } from './apps-deps.js'
import { appPath } from './own-app.js'

const NOTICES: Readonly<Record<string, string>> = {
  deleted: 'The application has been deleted. Its tokens have ended.',
  left: 'You have left the team.',
  declined: 'You have declined the invitation.',
}

export const appListPage = page(
  { route: 'GET /console/apps', access: developer },
  async (page, deps: AppsDeps) => {
    const { account } = page
    const [own, joined, invitations] = await Promise.all([
      deps.developerApps.list(account.id),
      deps.team.apps(account.id),
      deps.team.invitationsFor(account.email),
    ])
    const apps = [...own.map((app) => ({ ...app, role: null })), ...joined]
    return view(
      { title: 'Applications', notice: noticeOf(page, NOTICES) },
      () => html`
<h1>Applications</h1>
<p class="lead">Applications of <strong>${account.organisation}</strong>. Use one for development and another for production: each has its own redirect URL and secrets.</p>
${invitations.map(
  (one) => html`<section class="card">
<h2>Invitation to ${one.appName}</h2>
<p><strong>${one.organisation}</strong> invites you to its team, as ${one.role}. Open until ${formatDateTime(one.expires)}.</p>
<p><a class="button" href="/console/invitations/${one.id}">Look at the invitation</a></p>
</section>
`,
)}
${apps.length === 0 && html`<p>You have none yet. A new application gets a client id and a secret at once, with curl commands to try them.</p>`}
${apps.map(
  (app) => html`<section class="card">
<h2><a href="${appPath(app.clientId)}">${app.name}</a></h2>
<p><span class="badge plain">${app.environment}</span>${app.disabled && html` <span class="badge bad">Disabled</span>`}${app.role !== null && html` <span class="badge plain">${app.role}</span> of ${app.organisation}.`} Created on ${formatDate(app.created)}, last used: ${app.lastUsed === null ? 'never' : formatDateTime(app.lastUsed)}</p>
<p class="soft">client_id <code>${app.clientId}</code></p>
</section>
`,
)}
<p><a class="button primary" href="/console/apps/new">New application</a></p>
`,
    )
  },
)
