/**
 * Accepting or declining an invitation, signed in with the address that it was sent to: its owner confirmed
 * the address at sign-up, so the link of the mail need not be secret (oauth.md 6.6).
 */
import type { Invitation, TeamStore } from '../../../../schemas/oauth/team.js'
import { teamJoinedMail } from '../../mails.js'
import type { DeveloperAccountStore, Mailer } from '../../ports.js'
import type { AppStore } from '../../../oauth/ports.js'
import { tabPath } from '../tabs/app-frame.js'
import { ROLE_MAY } from './role-text.js'
import { invitationItem } from './team-page.js'
import { html } from '../../views/html.js'
import type { Html } from '../../views/html.js'
import { postForm } from '../../views/post-form.js'
import type { PageFrame } from '../../views/page-frame.js'
import type { InvitationData } from './page-data.js'
import { page } from '../../lib/page.js'
import { developer } from '../../lib/page-access.js'
import { problem, redirect, view } from '../../lib/page-result.js'
import type { PageResult } from '../../lib/page-result.js'
import type { DeveloperPage } from '../../lib/page-access.js'

interface InvitationDeps {
  team: TeamStore
  apps: AppStore
  developers: DeveloperAccountStore
  mailer: Mailer
}

const PATH = '/console/invitations'
const ID = /^\d{1,18}$/

export function invitationPath(id: string): string {
  return `${PATH}/${id}`
}

export const invitationPages = [
  page({ route: `GET ${PATH}/:id`, access: developer }, async (page, { team }: InvitationDeps) => {
    const id = idOf(page)
    const open = await team.invitationsFor(page.account.email)
    const invitation = open.find((one) => one.id === id)
    return invitation === undefined ? problem('invitation_gone') : renderInvitation(invitation)
  }),
  page({ route: `POST ${PATH}/:id/accept`, access: developer }, accept),
  page({ route: `POST ${PATH}/:id/decline`, access: developer }, async (page, { team }: InvitationDeps) => {
    const declined = await team.decline(idOf(page), page.account.email)
    if (declined === null) return problem('invitation_gone')
    await page.audit('team_invitation_ended', { clientId: declined.clientId, detail: { why: 'declined' } })
    return redirect('/console/apps?m=declined')
  }),
]

/** The id in the path; of a nonsensical one an id that no invitation has. */
function idOf({ request }: DeveloperPage): string {
  const { id } = request.params as { id: string }
  return ID.test(id) ? id : '0'
}

function renderInvitation(invitation: Invitation): PageResult {
  return view(
    invitationView,
    { title: `Join ${invitation.appName}` },
    { invitation: invitationItem(invitation), may: ROLE_MAY[invitation.role] },
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

function invitationView(data: InvitationData, frame: PageFrame): Html {
  return html`
<h1>Join ${data.invitation.appName}</h1>
<p class="lead"><strong>${data.invitation.organisation}</strong> invites you to the team of the application <strong>${data.invitation.appName}</strong>, as ${data.invitation.role}.</p>
<p>You may ${data.may}. The invitation is open until ${data.invitation.expires}. You can leave the team at any time.</p>
<div class="actions">
${postForm(frame, { action: `/console/invitations/${data.invitation.id}/accept` }, html`<button class="primary">Join the team</button>`)}
${postForm(frame, { action: `/console/invitations/${data.invitation.id}/decline` }, html`<button>Decline</button>`)}
</div>
`
}
