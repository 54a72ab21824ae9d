/** The applications a member has connected, and how to disconnect them. */
import type { AppSubmissions, SubmissionStore } from '../../../schemas/member-pages/submissions.js'
import { SCOPES } from '../../../schemas/oauth/scope.js'
import type { GrantedScopes } from '../../../schemas/oauth/scope.js'
import { MANUAL } from '../../../schemas/segment/shapes/single-segment.js'
import { NEWS_SCOPES } from '../../../schemas/webhooks/event-scopes.js'
import { formatDate, formatDateTime } from '../lib/format-date.js'
import type { ConnectionStore } from '../ports.js'
import { accessSummary } from './access-summary.js'
import { html } from '../views/html.js'
import type { Html } from '../views/html.js'
import { postForm } from '../views/post-form.js'
import type { PageFrame } from '../views/page-frame.js'
import { page } from '../lib/page.js'
import { member } from '../lib/page-access.js'
import type { MemberPage } from '../lib/page-access.js'
import type { PageResult } from '../lib/page-result.js'
import { problem, redirect, view } from '../lib/page-result.js'

export interface ConnectedAppsDeps {
  connections: ConnectionStore
  submissions: SubmissionStore
}

const NOTICES: Readonly<Record<string, string>> = { disconnected: 'Disconnected. Its access has ended.' }

export const connectedAppPages = [
  page({ route: 'GET /account/apps', access: member }, renderConnected),
  page({ route: 'GET /account/apps/disconnect', access: member }, renderDisconnect),
  page({ route: 'POST /account/apps/disconnect', access: member }, disconnect),
]

async function renderConnected(
  { session, query }: MemberPage,
  { connections, submissions }: ConnectedAppsDeps,
): Promise<PageResult> {
  const [connected, sent, sources] = await Promise.all([
    connections.list(session.accountId),
    submissions.byApp(session.accountId),
    submissions.bySource(session.accountId),
  ])
  const sentBy = new Map(sent.map((one) => [one.clientId, one]))
  const isConnected = new Set(connected.map(({ app }) => app.clientId))
  return view(
    connectedView,
    { title: 'Connected apps', notice: NOTICES[query.get('m') ?? ''] ?? null },
    {
      apps: connected.map(({ app, connected, lastUsed, notified, scopes }) => ({
        clientId: app.clientId,
        name: app.name,
        organisation: app.organisation,
        verified: app.verified,
        connected: formatDate(connected),
        can: accessSummary(scopes),
        lastUsed: lastUsed === null ? 'not yet' : formatDateTime(lastUsed),
        news: canRead(scopes) ? newsText(notified) : null,
        sent: sentText(sentBy.get(app.clientId)),
      })),
      others: sent
        .filter((one) => !isConnected.has(one.clientId))
        .map((one) => ({ name: one.name, sent: sentText(one) })),
      sources: sources.map(({ id, name, segments }) => ({ name: id === MANUAL ? 'You' : name, segments })),
    },
  )
}

/** Whether changes of what it may see reach it. */
function canRead(scopes: GrantedScopes): boolean {
  return (scopes ?? SCOPES).some((scope) => NEWS_SCOPES.has(scope))
}

function newsText(notified: boolean): string {
  return notified
    ? 'Every change is sent to it at once, without it having to look.'
    : 'No change is sent to it: it sees them when it looks.'
}

/** `12 segments, the last on 3 May 2026 at 09:30 UTC`. */
function sentText(sent: AppSubmissions | undefined): string {
  if (sent === undefined) return 'nothing'
  const count = sent.segments === 1 ? '1 segment' : `${sent.segments} segments`
  return `${count}, the last on ${formatDateTime(sent.last)}`
}

/** Asks for confirmation: for the application of the query, or for all. */
async function renderDisconnect(page: MemberPage, { connections }: ConnectedAppsDeps): Promise<PageResult> {
  const { session, query } = page
  const connected = await connections.list(session.accountId)
  const clientId = query.get('app')
  if (clientId === null)
    return view(
      disconnectView,
      { title: 'Disconnect all apps' },
      { clientId: '', name: null, count: connected.length },
    )
  const found = connected.find((entry) => entry.app.clientId === clientId)
  if (found === undefined) return problem('not_found')
  const { name } = found.app
  return view(disconnectView, { title: `Disconnect ${name}` }, { clientId, name, count: 1 })
}

async function disconnect(page: MemberPage, { connections }: ConnectedAppsDeps): Promise<PageResult> {
  const { session, form } = page
  const memberId = session.accountId
  const clientId = form.get('app')
  const chosen =
    clientId === null ? (await connections.list(memberId)).map((entry) => entry.app.clientId) : [clientId]
  for (const one of chosen) {
    if (await connections.disconnect(memberId, one))
      await page.audit('app_disconnected', { clientId: one, memberId })
  }
  return redirect('/account/apps?m=disconnected')
}

interface ConnectedViewData {
  apps: Array<{
    clientId: string
    name: string
    organisation: string
    verified: boolean
    connected: string
    lastUsed: string
    /** Whether changes are sent to it; null if it may not see any. */
    news: string | null
    sent: string
    /** What it may do, in sentences. */
    can: string[]
  }>
  others: Array<{ name: string; sent: string }>
  sources: Array<{ name: string; segments: number }>
}

function connectedView(data: ConnectedViewData): Html {
  return html`
<h1>Connected apps</h1>
${
  data.apps.length === 0
    ? html`<p class="lead">No application is connected to your account.</p>
<p>When you allow one, it appears here, and you can end its access at any time.</p>
`
    : html`<p class="lead">These applications have access to your account. Disconnecting takes effect within a second.</p>
${data.apps.map(
  (app) => html`<section class="card" aria-labelledby="app-${app.clientId}">
<h2 id="app-${app.clientId}">${app.name}</h2>
<p>by ${app.organisation} <span class="badge ${app.verified ? 'good' : 'plain'}">${app.verified ? 'Verified' : 'Not verified by us'}</span></p>
<dl class="pairs">
<dt>Connected on</dt><dd>${app.connected}</dd>
<dt>Last looked</dt><dd>${app.lastUsed}</dd>
${app.news !== null && html`<dt>Changes</dt><dd>${app.news}</dd>`}
<dt>Has sent</dt><dd>${app.sent}</dd>
<dt>It is able to</dt><dd><ul>
${app.can.map(
  (sentence) => html`<li>${sentence}</li>
`,
)}
</ul></dd>
</dl>
<p class="actions"><a class="button" href="/account/apps/disconnect?app=${encodeURIComponent(app.clientId)}">Disconnect<span class="hidden"> ${app.name}</span></a> <a href="/account/report?app=${encodeURIComponent(app.clientId)}">Report<span class="hidden"> ${app.name}</span></a></p>
</section>
`,
)}
<p class="soft">When an application last looked is noted once an hour.</p>
${data.apps.length > 1 && html`<p><a href="/account/apps/disconnect">Disconnect all</a></p>`}
`
}
${
  data.others.length > 0 &&
  html`<h2>Also sent travel of yours</h2>
<p>These have no access to your account now: you have disconnected them, or they send for <a href="/account/loyalty">your loyalty accounts</a>.</p>
<ul>${data.others.map((other) => html`<li>${other.name}: ${other.sent}</li>`)}</ul>
`
}
${
  data.sources.length > 0 &&
  html`<h2>Where your itinerary comes from</h2>
<p>Airlines, hotels, agencies and others report your travel. What several of them report is counted once, for the one whose word counts first. <a href="/account/trips">The page of a trip</a> shows everyone who reported an item.</p>
<table class="small">
<thead><tr><th scope="col">Source</th><th scope="col">Items</th></tr></thead>
<tbody>${data.sources.map((source) => html`<tr><td>${source.name}</td><td>${source.segments}</td></tr>`)}</tbody>
</table>
`
}
`
}

interface DisconnectViewData {
  clientId: string
  name: string | null
  count: number
}

function disconnectView(data: DisconnectViewData, frame: PageFrame): Html {
  return html`
<h1>${data.name === null ? 'Disconnect all apps' : 'Disconnect ' + data.name}</h1>
<p class="lead">${whatEnds(data)}</p>
<p>What it added to your itinerary stays there. Calendar addresses created through it stop working. You can connect again later.</p>
${postForm(
  frame,
  { action: '/account/apps/disconnect' },
  html`${data.name !== null && html`<input type="hidden" name="app" value="${data.clientId}">`}
<p class="actions"><button class="danger">${data.name === null ? 'Disconnect all' : 'Disconnect'}</button> <a href="/account/apps">Back</a></p>
`,
)}
`
}

function whatEnds({ name, count }: DisconnectViewData): string {
  if (name !== null) return 'It loses access to your account at once.'
  if (count === 1) return 'The one application you have connected loses access to your account at once.'
  return `${count === 2 ? 'Both' : `All ${count}`} applications lose access to your account at once.`
}
