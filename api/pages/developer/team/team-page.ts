/** The team of an application: who is in it and invited to it, and what it did lately (oauth.md 6.6). */
import type { AuditReader } from '../../../../schemas/oauth/audit.js'
import { TEAM_ROLES } from '../../../../schemas/oauth/team.js'
import type { Invitation, TeamMember, TeamRole, TeamStore } from '../../../../schemas/oauth/team.js'
import type { OauthSettings } from '../../../oauth/ports.js'
import { auditListItem } from '../../lib/audit-labels.js'
import { asSent, choice, email } from '../../lib/form.js'
import { formatDate, formatDateTime } from '../../lib/format-date.js'
import { mailFolderText } from '../../lib/mail-folder.js'
import { noticeOf } from '../../lib/page.js'
import type { PageResult, Refused } from '../../lib/page-result.js'
import { auditTable } from '../../views/audit-table.js'
import { choice as select, fields } from '../../views/field.js'
import { html } from '../../views/html.js'
import type { Html } from '../../views/html.js'
import type { PageFrame } from '../../views/page-frame.js'
import { postForm } from '../../views/post-form.js'
import { appView } from '../app-view.js'
import type { AppPage } from '../own-app.js'

const MAX_ACTIVITY = 20
const ACTIVITY = { when: 'When', who: 'Who', what: 'What', detail: 'Detail' }
const ROLES: ReadonlyArray<readonly [TeamRole, string]> = [
  ['viewer', 'Viewer'],
  ['developer', 'Developer'],
  ['owner', 'Owner'],
]

export const INVITE = {
  invite_email: email({
    label: 'Email address',
    hint: 'We email a link that is valid for 7 days. The recipient joins by signing in, or by signing up first.',
  }),
  invite_role: choice(TEAM_ROLES, null, { label: 'Role', options: ROLES }),
}
export const CHANGE_ROLE = { developer: asSent(), role: choice(TEAM_ROLES, null) }

export interface TeamPageDeps {
  team: TeamStore
  audit: AuditReader
  settings: Pick<OauthSettings, 'mailFolder'>
}

export async function renderTeam(
  page: AppPage,
  deps: TeamPageDeps,
  refused: Refused = {},
): Promise<PageResult> {
  const { app } = page
  const { clientId } = app
  const [members, invitations, activity] = await Promise.all([
    deps.team.members(clientId),
    deps.team.invitations(clientId),
    deps.audit.byTeam(clientId, MAX_ACTIVITY),
  ])
  const lines = activity.map((row) => ({ ...auditListItem(row), who: row.actorName ?? 'a closed account' }))
  return appView(
    page,
    'team',
    { title: `Team of ${app.name}`, notice: noticeOf(page, noticesOf(deps.settings)), ...refused },
    (frame, at) => html`
<h1>Team</h1>
<p>A viewer sees everything but credentials, settings and what events say about travellers. A developer also changes settings, webhooks and credentials. An owner does everything: the team, transfer and deletion too.</p>
${members.map((one) => memberCard(one, page, frame, at))}
${invitations.length > 0 && html`<h2>Invitations</h2>\n${invitations.map((one) => invitationCard(one, frame, at))}`}
${frame.role === 'owner' && inviteForm(frame, at)}
<h2>What the team did</h2>
${lines.length === 0 ? html`<p>Nothing yet.</p>` : auditTable('What the team did', ACTIVITY, lines)}
`,
  )
}

function noticesOf({ mailFolder }: TeamPageDeps['settings']): Readonly<Record<string, string>> {
  return {
    withdrawn: 'The invitation has been withdrawn.',
    role: 'The role has been changed.',
    removed: 'The member has left the team.',
    joined: 'You are in the team.',
    invited:
      mailFolder === null
        ? 'The invitation is on its way. It is valid for 7 days.'
        : `The invitation is ready; it is valid for 7 days. ${mailFolderText(mailFolder)}`,
  }
}

const roleBadge = (role: TeamRole): Html =>
  html`<span class="badge plain">${new Map(ROLES).get(role) ?? role}</span>`

function memberCard(one: TeamMember, { app, account }: AppPage, frame: PageFrame, at: string): Html {
  const isDeveloper = one.developerId === app.developerId
  const isSelf = one.developerId === account.id
  return html`<div class="card">
<p><strong>${one.name}</strong> ${roleBadge(one.role)}${isSelf && html` <span class="badge good">You</span>`}</p>
<p class="soft">${one.email}${isDeveloper || one.joined === null ? ', whose account the application belongs to' : html`, joined on ${formatDate(one.joined)}`}</p>
${frame.role === 'owner' && !isDeveloper && memberForms(one, isSelf, frame, at)}
${isSelf && !isDeveloper && postForm(frame, { action: `${at}/team/leave`, needs: 'viewer', class: 'leave' }, html`<button class="danger">Leave the team</button>`)}
</div>
`
}

/** For owners: another role for somebody, or none. */
function memberForms(one: TeamMember, isSelf: boolean, frame: PageFrame, at: string): Html {
  const hidden = { developer: one.developerId }
  return html`<div class="actions">
${postForm(
  frame,
  { action: `${at}/team/role`, needs: 'owner', class: 'row', hidden },
  html`${select({ id: `role_${one.developerId}`, name: 'role', label: `Role of ${one.name}`, value: one.role, options: ROLES })}
<button>Change the role</button>`,
)}
${!isSelf && postForm(frame, { action: `${at}/team/remove`, needs: 'owner', hidden }, html`<button class="danger">Remove<span class="hidden"> ${one.name}</span></button>`)}
</div>
`
}

function invitationCard(one: Invitation, frame: PageFrame, at: string): Html {
  return html`<div class="card">
<p><strong>${one.email}</strong> ${roleBadge(one.role)}</p>
<p class="soft">Open until ${formatDateTime(one.expires)}</p>
${postForm(frame, { action: `${at}/team/withdraw`, needs: 'owner', hidden: { invitation: one.id } }, html`<button>Withdraw<span class="hidden"> the invitation of ${one.email}</span></button>`)}
</div>
`
}

function inviteForm(frame: PageFrame, at: string): Html {
  return html`<h2 id="invite">Invite somebody</h2>
${postForm(
  frame,
  { action: `${at}/team/invite`, needs: 'owner', novalidate: true },
  html`${fields(frame, INVITE, { ...frame.form, invite_role: frame.form['invite_role'] ?? 'developer' })}
<p class="actions"><button class="primary">Send the invitation</button></p>
`,
)}
`
}
