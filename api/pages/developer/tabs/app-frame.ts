/**
 * The tabs of an application: each has an address of its own, and pages below a tab, such as one event, mark
 * it as current (oauth.md 6.3).
 */
import type { OauthApp } from '../../../../schemas/oauth/oauth-app.js'
import type { TeamRole } from '../../../../schemas/oauth/team.js'
import { appPath } from '../own-app.js'
import type { AppFrame } from './page-data.js'

const TAB_LABELS = {
  overview: 'Overview',
  credentials: 'Credentials',
  webhooks: 'Webhooks',
  events: 'Events',
  requests: 'Requests',
  settings: 'Settings',
  team: 'Team',
  danger: 'Danger',
} as const

/** The role that a tab needs, where it is not viewer. */
export const TAB_ROLES = {
  credentials: 'developer',
  settings: 'developer',
  danger: 'owner',
} as const satisfies Partial<Record<AppTab, TeamRole>>

export type AppTab = keyof typeof TAB_LABELS
const APP_TABS = Object.keys(TAB_LABELS) as AppTab[]

export function appFrame(app: OauthApp, tab: AppTab): AppFrame {
  const { clientId, name, environment, verified, disabled, disabledBy } = app
  return {
    clientId,
    name,
    environment,
    verified,
    disabled,
    disabledByOperator: disabledBy === 'operator',
    path: appPath(clientId),
    tabs: APP_TABS.map((one) => ({
      label: TAB_LABELS[one],
      path: tabPath(clientId, one),
      current: one === tab,
      needs: (TAB_ROLES as Partial<Record<AppTab, TeamRole>>)[one] ?? 'viewer',
    })),
  }
}

/** Path of a tab, with the code of a notice. */
export function tabPath(clientId: string, tab: AppTab, notice?: string): string {
  const path = tab === 'overview' ? appPath(clientId) : `${appPath(clientId)}/${tab}`
  return notice === undefined ? path : `${path}?m=${notice}`
}
