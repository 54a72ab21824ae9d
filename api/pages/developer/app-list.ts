/** The applications of a developer. */
import { formatDate, formatDateTime } from '../lib/format-date.js'
import type { AppsDeps } from './apps-deps.js'
import { invitationItem } from './team/team-page.js'
import { html } from '../views/html.js'
import type { Html } from '../views/html.js'
import type { InvitationItem } from './team/page-data.js'
import { page } from '../lib/page.js'
import { developer } from '../lib/page-access.js'
import type { PageResult } from '../lib/page-result.js'
import { view } from '../lib/page-result.js'
import type { DeveloperPage } from '../lib/page-access.js'

const NOTICES: Readonly<Record<string, string>> = {
  deleted: 'The application is deleted. Its tokens have ended.',
  left: 'You have left the team.',
  declined: 'The invitation is declined.',
}

export const appListPage = page({ route: 'GET /console/apps', access: developer }, renderList)

async function renderList({ account, query }: DeveloperPage, deps: AppsDeps): Promise<PageResult> {
  const [own, joined, invitations] = await Promise.all([
    deps.developerApps.list(account.id),
    deps.team.apps(account.id),
    deps.team.invitationsFor(account.email),
  ])
  const apps = [
    ...own.map((app) => ({ ...app, team: null })),
    ...joined.map(({ role, ...app }) => ({ ...app, team: { organisation: app.organisation, role } })),
  ]
  return view(
    appsView,
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

interface AppsViewData {
  organisation: string
  /** Open invitations to the teams of others. */
  invitations: InvitationItem[]
  apps: Array<{
    clientId: string
    name: string
    environment: string
    disabled: boolean
    created: string
    lastUsed: string
    /** Organisation of another developer whose application it is, and the role there; null for an own one. */
    team: { organisation: string; role: string } | null
  }>
}

function appsView(data: AppsViewData): Html {
  return html`
<h1>Applications</h1>
<p class="lead">Applications of <strong>${data.organisation}</strong>. Use one for development and another for production: each has its own redirect URL and secrets.</p>
${data.invitations.map(
  (one) => html`<section class="card">
<h2>Invitation to ${one.appName}</h2>
<p><strong>${one.organisation}</strong> invites you to its team, as ${one.role}. Open until ${one.expires}.</p>
<p><a class="button" href="/console/invitations/${one.id}">Look at the invitation</a></p>
</section>
`,
)}
${data.apps.length === 0 && html`<p>You have none yet. A new application gets a client id and a secret at once, with curl commands to try them.</p>`}
${data.apps.map(
  (app) => html`<section class="card">
<h2><a href="/console/apps/${encodeURIComponent(app.clientId)}">${app.name}</a></h2>
<p><span class="badge plain">${app.environment}</span>${app.disabled && html` <span class="badge bad">Disabled</span>`}${app.team !== null && html` <span class="badge plain">${app.team.role}</span> of ${app.team.organisation}.`} Created on ${app.created}, last used: ${app.lastUsed}</p>
<p class="soft">client_id <code>${app.clientId}</code></p>
</section>
`,
)}
<p><a class="button primary" href="/console/apps/new">New application</a></p>
`
}
