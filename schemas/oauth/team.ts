/** The team of an application (oauth.md 6.6). Its developer is always an owner; others join by invitation. */
import type { OauthApp } from './oauth-app.js'

/** From the least to the most that one may do. */
export const TEAM_ROLES = ['viewer', 'developer', 'owner'] as const
export type TeamRole = (typeof TEAM_ROLES)[number]

/** Whether a role includes what `needed` may do. */
export function includesRole(role: TeamRole, needed: TeamRole): boolean {
  return TEAM_ROLES.indexOf(role) >= TEAM_ROLES.indexOf(needed)
}

export interface TeamMember {
  developerId: string
  name: string
  email: string
  role: TeamRole
  /** Null for the developer of the application. */
  joined: Date | null
}

export interface Invitation {
  id: string
  clientId: string
  appName: string
  /** Of the developer of the application. */
  organisation: string
  email: string
  role: TeamRole
  expires: Date
}

export interface NewInvitation {
  clientId: string
  email: string
  role: TeamRole
  /** The owner who invites. */
  by: string
  days: number
  /** Most members and open invitations that the team may have together. */
  max: number
}

export interface TeamStore {
  /** The role of somebody who joined; null for everybody else, also for the application's developer. */
  role: (clientId: string, developerId: string) => Promise<TeamRole | null>
  /** The application's developer first, then by name. */
  members: (clientId: string) => Promise<TeamMember[]>
  /** The applications whose teams somebody joined, by name. */
  apps: (developerId: string) => Promise<Array<OauthApp & { lastUsed: Date | null; role: TeamRole }>>
  /**
   * Invites an address, in place of an open invitation of it; the id, or why not: it is on the team, or the
   * team is full.
   */
  invite: (invitation: NewInvitation) => Promise<{ id: string } | 'member' | 'full'>
  /** Open invitations of an application. */
  invitations: (clientId: string) => Promise<Invitation[]>
  /** Open invitations of an address. */
  invitationsFor: (email: string) => Promise<Invitation[]>
  withdraw: (clientId: string, id: string) => Promise<boolean>
  /** Joins the team; null if the invitation is not open, or was made to another address. */
  accept: (id: string, developer: { id: string; email: string }) => Promise<Invitation | null>
  decline: (id: string, email: string) => Promise<Invitation | null>
  changeRole: (clientId: string, developerId: string, role: TeamRole) => Promise<boolean>
  remove: (clientId: string, developerId: string) => Promise<boolean>
}
