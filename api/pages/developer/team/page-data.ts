/** What the pages of a team show. */
import type { TeamRole } from '../../../../schemas/oauth/team.js'
import type { AuditListItem } from '../../lib/audit-labels.js'
import type { AppFrame } from '../tabs/page-data.js'

export interface InvitationItem {
  id: string
  appName: string
  organisation: string
  email: string
  role: TeamRole
  expires: string
}

export interface TeamData {
  appFrame: AppFrame
  members: Array<{
    id: string
    name: string
    email: string
    role: TeamRole
    joined: string | null
    /** The developer of the application: always an owner, until it is transferred. */
    isDeveloper: boolean
    isSelf: boolean
  }>
  invitations: InvitationItem[]
  /** What was typed into the form to invite, where it was refused. */
  typed: { email: string; role: string }
  activity: Array<AuditListItem & { who: string }>
}

export interface InvitationData {
  invitation: InvitationItem
  may: string
}
