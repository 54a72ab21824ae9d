/** The team of an application: who is in it and invited to it, and what it did lately (oauth.md 6.6). */
import type { AuditReader } from '../../../../schemas/oauth/audit.js'
import type { Invitation, TeamStore } from '../../../../schemas/oauth/team.js'
import { auditListItem } from '../../lib/audit-labels.js'
import { formatDate, formatDateTime } from '../../lib/format-date.js'
import { mailFolderText } from '../../lib/mail-folder.js'
import type { OauthSettings } from '../../../oauth/ports.js'
import { appFrame } from '../tabs/app-frame.js'
import type { InvitationItem } from './page-data.js'
import type { FieldError } from '../../views/page-frame.js'
import { teamView } from './team-view.js'
import type { AppPage } from '../own-app.js'
import type { PageResult } from '../../lib/page-result.js'
import { view } from '../../lib/page-result.js'

const MAX_ACTIVITY = 20
const NOTICES: Readonly<Record<string, string>> = {
  withdrawn: 'The invitation is withdrawn.',
  role: 'The role is changed.',
  removed: 'The member has left the team.',
  joined: 'You are in the team.',
}

type MailSettings = Pick<OauthSettings, 'mailFolder'>

export async function renderTeam(
  page: AppPage,
  { team, audit, settings }: { team: TeamStore; audit: AuditReader; settings: MailSettings },
  errors: FieldError[] = [],
): Promise<PageResult> {
  const { app } = page
  const { clientId } = app
  const [members, invitations, activity] = await Promise.all([
    team.members(clientId),
    team.invitations(clientId),
    audit.byTeam(clientId, MAX_ACTIVITY),
  ])
  const typed = (field: string): string => (errors.length > 0 ? (page.form.get(field) ?? '') : '')
  return view(
    teamView,
    { title: `Team of ${app.name}`, errors, notice: noticeOf(page.query.get('m'), settings) },
    {
      appFrame: appFrame(app, 'team'),
      members: members.map(({ developerId: id, joined, ...member }) => ({
        ...member,
        id,
        joined: joined === null ? null : formatDate(joined),
        isDeveloper: id === app.developerId,
        isSelf: id === page.account.id,
      })),
      invitations: invitations.map(invitationItem),
      typed: { email: typed('invite_email'), role: typed('invite_role') },
      activity: activity.map((row) => ({ ...auditListItem(row), who: row.actorName ?? 'a closed account' })),
    },
  )
}

function noticeOf(code: string | null, { mailFolder }: MailSettings): string | null {
  if (code !== 'invited') return NOTICES[code ?? ''] ?? null
  return mailFolder === null
    ? 'The invitation is on its way. It is valid for 7 days.'
    : `The invitation is written; it is valid for 7 days. ${mailFolderText(mailFolder)}`
}

export function invitationItem(invitation: Invitation): InvitationItem {
  const { id, appName, organisation, email, role, expires } = invitation
  return { id, appName, organisation, email, role, expires: formatDateTime(expires) }
}
