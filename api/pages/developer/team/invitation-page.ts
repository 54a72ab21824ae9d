/**
 * Accepting or declining an invitation, signed in with the address that it was sent to: its owner confirmed
 * the address at sign-up, so the link of the mail need not be secret (oauth.md 6.6).
 */
import type { TeamRole, TeamStore } from '../../../../schemas/oauth/team.js'
import type { AppStore } from '../../../oauth/ports.js'
import { formatDateTime } from '../../lib/format-date.js'
import { page } from '../../lib/page.js'
import { developer } from '../../lib/page-access.js'
import type { DeveloperPage } from '../../lib/page-access.js'
import { problem, redirect, view } from '../../lib/page-result.js'
import type { PageResult } from '../../lib/page-result.js'
import { teamJoinedMail } from '../../mails.js'
import type { DeveloperAccountStore, Mailer } from '../../ports.js'
import { html } from '../../views/html.js'
import { postForm } from '../../views/post-form.js'
import { tabPath } from '../app-view.js'

interface InvitationDeps {
  team: TeamStore
  apps: AppStore
  developers: DeveloperAccountStore
  mailer: Mailer
}

const PATH = '/console/invitations'
const ID = /^\d{1,18}$/

/** What a role may do, as it follows "may" (oauth.md 6.6). */
const ROLE_MAY: Readonly<Record<TeamRole, string>> = {
  owner: 'do everything, and manage the team, transfer and delete the application',
  developer: 'change settings, webhooks and credentials',
  viewer: 'see everything but credentials, settings and what events say about travellers, and change nothing',
}

export function invitationPath(id: string): string {
  return `${PATH}/${id}`
}

export const invitationPages = [
  page({ route: `GET ${PATH}/:id`, access: developer }, renderInvitation),
  page({ route: `POST ${PATH}/:id/accept`, access: developer }, accept),
  page({ route: `POST ${PATH}/:id/decline`, access: developer }, async (page, { team }: InvitationDeps) => {
    const declined = await team.decline(idOf(page), page.account.email)
    if (declined === null) return problem('invitation_gone')
    await page.audit('team_invitation_ended', { clientId: declined.clientId, detail: { why: 'declined' } })
    return redirect('/console/apps?m=declined')
  }),
]

/** The id in the path; of a nonsensical one an id that no invitation has. */
function idOf({ params: { id = '' } }: DeveloperPage): string {
  return ID.test(id) ? id : '0'
}

async function renderInvitation(page: DeveloperPage, { team }: InvitationDeps): Promise<PageResult> {
  const open = await team.invitationsFor(page.account.email)
  const invitation = open.find(({ id }) => id === idOf(page))
  if (invitation === undefined) return problem('invitation_gone')
  const { id, appName, organisation, role, expires } = invitation
  return view(
    { title: `Join ${appName}` },
    (frame) => html`
<h1>Join ${appName}</h1>
<p class="lead"><strong>${organisation}</strong> invites you to the team of the application <strong>${appName}</strong>, as ${role}.</p>
<p>You may ${ROLE_MAY[role]}. The invitation is open until ${formatDateTime(expires)}. You can leave the team at any time.</p>
<div class="actions">
${postForm(frame, { action: `${invitationPath(id)}/accept` }, html`<button class="primary">Join the team</button>`)}
${postForm(frame, { action: `${invitationPath(id)}/decline` }, html`<button>Decline</button>`)}
</div>
`,
  )
}

async function accept(page: DeveloperPage, deps: InvitationDeps): Promise<PageResult> {
  const { account } = page
  const joined = await deps.team.accept(idOf(page), account)
  if (joined === null) return problem('invitation_gone')
  const { clientId, appName, role } = joined
  await page.audit('team_joined', { clientId, detail: { why: `as ${role}` } })
  const developerId = (await deps.apps.find(clientId))?.app.developerId ?? null
  const owner = developerId === null ? null : await deps.developers.byId(developerId)
  if (owner !== null)
    deps.mailer.send(teamJoinedMail(owner.email, { app: appName, who: account.email, role }))
  return redirect(tabPath(clientId, 'team', 'joined'))
}
