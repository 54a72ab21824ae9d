/**
 * The pages of an application: its head and its tabs above, the messages below them. Each tab has an address of its own,
 * and pages below a tab, such as one event, mark it as current (oauth.md 6.3).
 */
import type { OauthApp } from '../../../schemas/oauth/oauth-app.js'
import { includesRole } from '../../../schemas/oauth/team.js'
import type { TeamRole } from '../../../schemas/oauth/team.js'
import { view } from '../lib/page-result.js'
import type { PageResult, ViewOptions } from '../lib/page-result.js'
import { verifiedBadge } from '../views/badges.js'
import { html } from '../views/html.js'
import type { Html } from '../views/html.js'
import { messages } from '../views/layout.js'
import type { PageFrame } from '../views/page-frame.js'
import { appPath } from './own-app.js'
import type { AppPage } from './own-app.js'

/** The tabs, and the role that each needs. */
const TABS = {
  overview: ['Overview', 'viewer'],
  credentials: ['Credentials', 'developer'],
  webhooks: ['Webhooks', 'viewer'],
  events: ['Events', 'viewer'],
  requests: ['Requests', 'viewer'],
  feeds: ['Feeds', 'viewer'],
  test: ['Test', 'developer'],
  settings: ['Settings', 'developer'],
  team: ['Team', 'viewer'],
  danger: ['Danger', 'owner'],
} as const satisfies Record<string, [label: string, needs: TeamRole]>
export type AppTab = keyof typeof TABS

/** Shows a page below a tab; `body` gets the path of the application. */
export function appView(
  { app }: AppPage,
  tab: AppTab,
  options: ViewOptions,
  body: (frame: PageFrame, at: string) => Html,
): PageResult {
  return view({ ...options, around: (frame, inner) => withTabs(app, tab, frame, inner) }, (frame) =>
    body(frame, appPath(app.clientId)),
  )
}

/** Path of a tab, with the code of a notice. */
export function tabPath(clientId: string, tab: AppTab, notice?: string): string {
  const path = tab === 'overview' ? appPath(clientId) : `${appPath(clientId)}/${tab}`
  return notice === undefined ? path : `${path}?m=${notice}`
}

function withTabs(app: OauthApp, current: AppTab, frame: PageFrame, body: Html): Html {
  const tabs = (Object.keys(TABS) as AppTab[]).filter(
    (tab) => frame.role !== null && includesRole(frame.role, TABS[tab][1]),
  )
  return html`<div class="app-head">
<p class="crumbs"><a href="/console/apps">Applications</a> <span aria-hidden="true">/</span> <a href="${appPath(app.clientId)}"><strong>${app.name}</strong></a></p>
<p><span class="badge plain">${app.environment}</span> ${verifiedBadge(app)}${app.disabled && html` <span class="badge bad">${app.disabledBy === 'operator' ? 'Disabled by us' : 'Disabled'}</span>`}</p>
</div>
<nav class="tabs" aria-label="${app.name}">
<ul>
${tabs.map((tab) => html`<li><a href="${tabPath(app.clientId, tab)}"${tab === current && (frame.path === tabPath(app.clientId, tab) ? html` aria-current="page"` : html` aria-current="true"`)}>${TABS[tab][0]}</a></li>`)}
</ul>
</nav>
${messages(frame)}
${body}`
}
