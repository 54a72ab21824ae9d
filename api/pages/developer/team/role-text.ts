import type { TeamRole } from '../../../../schemas/oauth/team.js'

/** What a role may do, as it follows "may" (oauth.md 6.6). */
export const ROLE_MAY: Readonly<Record<TeamRole, string>> = {
  owner: 'do everything, and manage the team, transfer and delete the application',
  developer: 'change settings, webhooks and credentials',
  viewer: 'see everything but credentials and settings, and change nothing',
}
