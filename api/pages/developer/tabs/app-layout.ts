import { includesRole } from '../../../../schemas/oauth/team.js'
import { html } from '../../views/html.js'
import type { Html } from '../../views/html.js'
import { messages } from '../../views/layout.js'
import type { PageFrame } from '../../views/page-frame.js'
import type { AppFrame } from './page-data.js'

/** Puts the head and the tabs of an application above the content of its pages, and the messages below them. */
export function appLayout(app: AppFrame, frame: PageFrame, body: Html): Html {
  const tabs = app.tabs.filter(({ needs }) => frame.role !== null && includesRole(frame.role, needs))
  return html`<div class="app-head">
<p class="crumbs"><a href="/console/apps">Applications</a> <span aria-hidden="true">/</span> <a href="${app.path}"><strong>${app.name}</strong></a></p>
<p><span class="badge plain">${app.environment}</span> <span class="badge ${app.verified ? 'good' : 'plain'}">${app.verified ? 'Verified' : 'Not verified'}</span>${app.disabled && html` <span class="badge bad">${app.disabledByOperator ? 'Disabled by us' : 'Disabled'}</span>`}</p>
</div>
<nav class="tabs" aria-label="${app.name}">
<ul>
${tabs.map((tab) => html`<li><a href="${tab.path}"${tab.current && (frame.path === tab.path ? html` aria-current="page"` : html` aria-current="true"`)}>${tab.label}</a></li>`)}
</ul>
</nav>
${messages(frame)}
${body}`
}
