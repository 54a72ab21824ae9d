/** The applications a member has connected, and how to disconnect them. */
import type {
  AppSubmissions,
  SourceShare,
  SubmissionStore,
} from '../../../schemas/member-pages/submissions.js'
import type { ConnectedApp } from '../../../schemas/oauth/connected-app.js'
import { SCOPES } from '../../../schemas/oauth/scope.js'
import { MANUAL } from '../../../schemas/segment/shapes/single-segment.js'
import { NEWS_SCOPES } from '../../../schemas/webhooks/event-scopes.js'
import { asSent } from '../lib/form.js'
import { formatDate, formatDateTime } from '../lib/format-date.js'
import { noticeOf, page } from '../lib/page.js'
import { member } from '../lib/page-access.js'
import type { MemberPage } from '../lib/page-access.js'
import { problem, redirect, view } from '../lib/page-result.js'
import type { PageResult } from '../lib/page-result.js'
import { verifiedBadge } from '../views/badges.js'
import { html } from '../views/html.js'
import type { Html } from '../views/html.js'
import { postForm } from '../views/post-form.js'
import { accessSummary } from './access-summary.js'
import type { ConnectionStore } from './ports.js'

export interface ConnectedAppsDeps {
  connections: ConnectionStore
  submissions: SubmissionStore
}

const NOTICES: Readonly<Record<string, string>> = { disconnected: 'Disconnected. Its access has ended.' }
const DISCONNECT = '/account/apps/disconnect'
const FORM = { app: asSent() }

export const connectedAppPages = [
  page({ route: 'GET /account/apps', access: member }, renderConnected),
  page({ route: `GET ${DISCONNECT}`, access: member, form: FORM }, async (page, deps: ConnectedAppsDeps) => {
    const connected = await deps.connections.list(page.account.id)
    const { app: clientId } = page.form
    if (clientId === '') return renderDisconnect('Disconnect all', 'all apps', {}, allEnd(connected.length))
    const found = connected.find(({ app }) => app.clientId === clientId)
    return found === undefined
      ? problem('not_found')
      : renderDisconnect(
          'Disconnect',
          found.app.name,
          { app: clientId },
          'It loses access to your account at once.',
        )
  }),
  page({ route: `POST ${DISCONNECT}`, access: member, form: FORM }, async (page, deps: ConnectedAppsDeps) => {
    const memberId = page.account.id
    const { app: clientId } = page.form
    const chosen =
      clientId === '' ? (await deps.connections.list(memberId)).map(({ app }) => app.clientId) : [clientId]
    for (const one of chosen) {
      if (await deps.connections.disconnect(memberId, one))
        await page.audit('app_disconnected', { clientId: one, memberId })
    }
    return redirect('/account/apps?m=disconnected')
  }),
]

async function renderConnected(
  page: MemberPage,
  { connections, submissions }: ConnectedAppsDeps,
): Promise<PageResult> {
  const memberId = page.account.id
  const [connected, sent, sources] = await Promise.all([
    connections.list(memberId),
    submissions.byApp(memberId),
    submissions.bySource(memberId),
  ])
  const sentBy = new Map(sent.map((one) => [one.clientId, one]))
  const others = sent.filter((one) => !connected.some(({ app }) => app.clientId === one.clientId))
  return view(
    { title: 'Connected apps', notice: noticeOf(page, NOTICES) },
    () => html`
<h1>Connected apps</h1>
${
  connected.length === 0
    ? html`<p class="lead">No application is connected to your account.</p>
<p>When you allow one, it appears here, and you can end its access at any time.</p>
`
    : html`<p class="lead">These applications have access to your account. Disconnecting takes effect within a second.</p>
${connected.map((one) => appCard(one, sentBy.get(one.app.clientId)))}
<p class="soft">The time at which an application last looked is updated once an hour.</p>
${connected.length > 1 && html`<p><a href="${DISCONNECT}">Disconnect all</a></p>`}
`
}
${
  others.length > 0 &&
  html`<h2>Also reported your travel</h2>
<p>These have no access to your account now: you have disconnected them, or they report travel for <a href="/account/loyalty">your loyalty accounts</a>.</p>
<ul>${others.map((other) => html`<li>${other.name}: ${sentText(other)}</li>`)}</ul>
`
}
${sources.length > 0 && sourceTable(sources)}
`,
  )
}

function appCard({ app, connected, lastUsed, notified, scopes }: ConnectedApp, sent?: AppSubmissions): Html {
  const mayRead = (scopes ?? SCOPES).some((scope) => NEWS_SCOPES.has(scope))
  const id = encodeURIComponent(app.clientId)
  return html`<section class="card" aria-labelledby="app-${app.clientId}">
<h2 id="app-${app.clientId}">${app.name}</h2>
<p>by ${app.organisation} ${verifiedBadge(app, 'Not verified by us')}</p>
<dl class="pairs">
<dt>Connected on</dt><dd>${formatDate(connected)}</dd>
<dt>Last looked</dt><dd>${lastUsed === null ? 'Never' : formatDateTime(lastUsed)}</dd>
${mayRead && html`<dt>Changes</dt><dd>${notified ? 'Every change is sent to it at once, without it having to look.' : 'Changes are not sent to it: it sees them when it looks.'}</dd>`}
<dt>Has sent</dt><dd>${sent === undefined ? 'Nothing' : sentText(sent)}</dd>
<dt>It can</dt><dd><ul>
${accessSummary(scopes).map((sentence) => html`<li>${sentence}</li>\n`)}
</ul></dd>
</dl>
<p class="actions"><a class="button" href="${DISCONNECT}?app=${id}">Disconnect<span class="hidden"> ${app.name}</span></a> <a href="/account/report?app=${id}">Report<span class="hidden"> ${app.name}</span></a></p>
</section>
`
}

/** `12 segments, the last on 3 May 2026 at 09:30 UTC`. */
function sentText({ segments, last }: AppSubmissions): string {
  return `${segments === 1 ? '1 segment' : `${segments} segments`}, the last on ${formatDateTime(last)}`
}

function sourceTable(sources: readonly SourceShare[]): Html {
  return html`<h2>Where your itinerary comes from</h2>
<p>Airlines, hotels, agencies and others report your travel. What several of them report is counted once, for the one whose report takes precedence. <a href="/account/trips">The page of a trip</a> shows everyone who reported an item.</p>
<table class="small">
<thead><tr><th scope="col">Source</th><th scope="col">Items</th></tr></thead>
<tbody>${sources.map(({ id, name, segments }) => html`<tr><td>${id === MANUAL ? 'You' : name}</td><td>${segments}</td></tr>`)}</tbody>
</table>
`
}

/** Asks for confirmation. */
function renderDisconnect(
  button: string,
  what: string,
  hidden: Record<string, string>,
  consequence: string,
): PageResult {
  const who = 'app' in hidden ? 'it' : 'they'
  return view(
    { title: `Disconnect ${what}` },
    (frame) => html`
<h1>Disconnect ${what}</h1>
<p class="lead">${consequence}</p>
<p>What ${who} added to your itinerary stays there. Calendar addresses that ${who} created stop working. You can connect again later.</p>
${postForm(frame, { action: DISCONNECT, hidden }, html`<p class="actions"><button class="danger">${button}</button> <a href="/account/apps">Back</a></p>`)}
`,
  )
}

function allEnd(count: number): string {
  if (count === 1) return 'The application you have connected loses access to your account at once.'
  return `${count === 2 ? 'Both' : `All ${count}`} applications lose access to your account at once.`
}
