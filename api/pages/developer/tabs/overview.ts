/** The first tab of an application: whether it works, what happened last, and what to do next. */
import type { LoggedRequest, RequestQuery } from '../../../../schemas/oauth/logged-request.js'
import type { OauthApp } from '../../../../schemas/oauth/oauth-app.js'
import type { EventLine } from '../../../../schemas/webhooks/event-query.js'
import { instantInput } from '../../lib/form.js'
import { formatDate, formatTimestamp } from '../../lib/format-date.js'
import { noticeOf } from '../../lib/page.js'
import type { PageResult } from '../../lib/page-result.js'
import { ownAuthority } from '../../views/badges.js'
import { copyButton } from '../../views/field.js'
import { html } from '../../views/html.js'
import type { Html } from '../../views/html.js'
import { appView, tabPath } from '../app-view.js'
import type { AppsDeps } from '../apps-deps.js'
import { appPage } from '../own-app.js'
import type { AppPage } from '../own-app.js'
import { statusBadge, requestPath } from '../requests/request-item.js'
import type { AppWebhook } from '../webhooks/webhook-stores.js'
import type { WebhookPagesDeps } from '../webhooks/own-webhook.js'
import { tripNamesFor } from '../webhooks/redacted.js'

type OverviewDeps = AppsDeps & WebhookPagesDeps

const NOTICES: Readonly<Record<string, string>> = {
  received:
    'The application is yours. Its old secrets, tokens and webhooks have ended: create a new secret. ' +
    'Travellers have to connect again.',
}
const NEWEST: RequestQuery = {
  statusClass: null,
  method: null,
  path: null,
  request: null,
  memberId: null,
  since: null,
  until: null,
  before: null,
  limit: 1,
}
/** The share of refused requests is that of so many of the newest. */
const MOST_COUNTED = 50_000
const DAY_MS = 86_400_000
const SUBMITTED: RequestQuery = { ...NEWEST, statusClass: '2xx', method: 'POST' }

export const overviewPage = appPage({ route: 'GET /console/apps/:clientId' }, renderOverview)

async function renderOverview(page: AppPage, deps: OverviewDeps): Promise<PageResult> {
  const { app } = page
  const { clientId } = app
  const [connected, lastDay, webhooks, secrets, requests, counts, isSubmitting, event] = await Promise.all([
    deps.developerApps.countConnections(clientId),
    deps.audit.lastDay(clientId),
    deps.webhooks.list(clientId),
    deps.developerApps.secrets(clientId),
    deps.requestLog.list(clientId, NEWEST),
    deps.requestLog.lastDay(clientId, MOST_COUNTED),
    hasSubmitted(clientId, deps),
    newestEvent(page, deps),
  ])
  const live = webhooks.filter(({ test }) => !test)
  const attempts = live.length === 0 ? null : await attemptsOf(live, deps)
  const steps = [
    { text: 'Register the redirect URL', tab: '/settings#redirect_uri', isDone: app.redirectUri !== null },
    {
      text: 'Get the first token',
      tab: '/credentials',
      isDone: connected.members > 0 || secrets.some((secret) => secret.lastUsed !== null),
    },
    { text: 'Submit the first segment', tab: '#first_segment', isDone: isSubmitting },
    { text: 'Add a webhook', tab: '/webhooks', isDone: webhooks.length > 0 },
  ]
  const isReady = steps.every(({ isDone }) => isDone)
  const problems = problemsOf(app, webhooks)
  return appView(
    page,
    'overview',
    { title: app.name, notice: noticeOf(page, NOTICES) },
    (frame, at) => html`
<h1>Overview</h1>
${problems.length > 0 ? problemList(problems, at) : isReady && html`<p class="lead"><span class="badge good">Working</span> Nothing needs your attention.</p>`}
${!isReady && frame.role !== 'viewer' && nextSteps(steps, at)}
<dl class="tiles">
${lastRequest(clientId, requests[0])}
${requestsToday(clientId, counts, deps.now())}
<div><dt>Last event</dt><dd>${event === null ? 'None in 30 days' : html`<a href="${at}/events/${event.id}">${event.type}</a>${event.trip !== null && html` ${event.trip}`}<br><span class="soft">${formatTimestamp(event.created)}</span>`}</dd></div>
<div><dt>Deliveries in 24 hours</dt><dd>${attempts === null ? 'No webhook' : html`<a href="${at}/webhooks">${attempts.delivered} delivered</a>, ${attempts.failed > 0 ? html`<a class="bad" href="${at}/webhooks${attempts.failedAt}">${attempts.failed} failed</a>` : 'none failed'}`}</dd></div>
<div><dt>Connected travellers</dt><dd>${connectedText(connected)}</dd></div>
<div><dt>Tokens in 24 hours</dt><dd>${lastDay.granted} granted for travellers, ${lastDay.refused === 0 ? 'none refused' : html`<a href="${at}/requests#refused">${lastDay.refused} refused</a>`}</dd></div>
</dl>
<p class="soft">Created on ${formatDate(app.created)}.</p>
${tryIt(app, frame.role === 'viewer', at, deps.settings)}
`,
  )
}

interface AppProblem {
  text: string
  /** Below the application. */
  path: string
  link: string
}

function problemsOf(app: OauthApp, webhooks: AppWebhook[]): AppProblem[] {
  const problems: AppProblem[] = []
  if (app.disabled)
    problems.push({
      text: 'The application is disabled: it gets no tokens.',
      path: 'danger',
      link: 'Enable it',
    })
  for (const { id, url, status, failures } of webhooks) {
    const link = { path: `webhooks/${id}`, link: 'Look at its deliveries' }
    if (status !== 'Active')
      problems.push({ text: `The webhook ${url} is disabled: events are kept, not sent.`, ...link })
    else if (failures > 0)
      problems.push({
        text: `The webhook ${url} is failing: ${failures} ${failures === 1 ? 'attempt' : 'attempts in a row'}.`,
        ...link,
      })
  }
  return problems
}

function problemList(problems: readonly AppProblem[], at: string): Html {
  return html`<section class="alert" aria-labelledby="problems">
<h2 id="problems">Needs your attention</h2>
<ul>
${problems.map(({ text, path, link }) => html`<li>${text} <a href="${at}/${path}">${link}</a></li>`)}</ul>
</section>`
}

/** What a new application still needs, in the order in which a partner does it. */
function nextSteps(steps: ReadonlyArray<{ text: string; tab: string; isDone: boolean }>, at: string): Html {
  const next = steps.find(({ isDone }) => !isDone)
  const item = (step: (typeof steps)[number]): Html =>
    step.isDone
      ? html`<li class="done"><span class="hidden">Done: </span>${step.text}</li>`
      : html`<li class="${step === next ? 'next' : 'open'}"><a href="${at}${step.tab}">${step.text}</a>${step === next && html` <span class="badge plain">next</span>`}</li>`
  return html`<section class="card" aria-labelledby="steps">
<h2 id="steps">Next steps</h2>
<ol class="steps">
${steps.map(item)}</ol>
</section>`
}

function lastRequest(clientId: string, request: LoggedRequest | undefined): Html {
  return html`<div><dt>Last request</dt><dd>${request === undefined ? 'None in 30 days' : html`<a href="${requestPath(clientId, request)}"><code>${request.method} ${request.path}</code></a> ${statusBadge(request.status)}<br><span class="soft">${formatTimestamp(new Date(request.at))}</span>`}</dd></div>`
}

function requestsToday(
  clientId: string,
  { total, refused }: { total: number; refused: number },
  now: number,
): Html {
  const percent = total === 0 ? 0 : (100 * refused) / total
  const share = refused > 0 && percent < 0.1 ? 'under 0.1%' : `${percent.toFixed(percent < 10 ? 1 : 0)}%`
  const since = instantInput(Math.floor((now - DAY_MS) / 60_000) * 60_000)
  const href = `${tabPath(clientId, 'requests')}?${new URLSearchParams({ status: 'refused', since }).toString()}`
  return html`<div><dt>Requests in 24 hours</dt><dd>${total === MOST_COUNTED && 'the newest '}${total.toLocaleString('en')}${refused > 0 ? html`, <a class="bad" href="${href}">${share} refused</a>` : total > 0 && ', none refused'}</dd></div>`
}

/** How to begin: a real authorization request of this application, and a first segment. */
function tryIt(
  { clientId, redirectUri }: OauthApp,
  isViewer: boolean,
  at: string,
  { authUrl, baseUrl }: OverviewDeps['settings'],
): Html {
  const consent =
    `${authUrl}/oauth/authenticate?client_id=${encodeURIComponent(clientId)}` +
    `&response_type=code&redirect_uri=${encodeURIComponent(redirectUri ?? '')}&state=try-it`
  const missing = isViewer
    ? html`<p>It has no redirect URL yet.</p>`
    : html`<p>Register a redirect URL in the <a href="${at}/settings#redirect_uri">settings</a> first.</p>`
  return html`<h2>Connect a traveller</h2>
${redirectUri === null ? missing : html`<p><a href="${consent}">Open the consent page</a> as a traveller. It asks for everything; <a href="${consent}&amp;scope=trips:read">with <code>scope=trips:read</code></a> it asks only to read trips. <a href="${baseUrl}/docs">The reference</a> names the scope of each endpoint.</p>`}
<h2 id="first_segment">Submit a segment</h2>
<p>With the traveller's access token:</p>
<pre tabindex="0" id="segment_request">curl -s ${baseUrl}/v2/segments \\
  -H 'Authorization: Bearer ACCESS_TOKEN' -H 'Content-Type: application/json' \\
  -d '{"segments": [{"type": "Air", "source": "manual", "airline": "TP", "flight_num": "1350", "origin": "LIS", "destination": "LHR", "departure_datetime": "2027-03-01T09:20", "arrival_datetime": "2027-03-01T12:05"}]}'</pre>
<p class="after-code">${copyButton('segment_request', 'the request')}</p>
${ownAuthority(authUrl)}`
}

async function hasSubmitted(clientId: string, { requestLog }: OverviewDeps): Promise<boolean> {
  const found = await Promise.all(
    ['/v2/segments', '/v2/feeds'].map(
      async (path) => await requestLog.list(clientId, { ...SUBMITTED, path }),
    ),
  )
  return found.some((rows) => rows.length > 0)
}

async function newestEvent(
  { app: { clientId }, shell }: AppPage,
  { deliveries }: OverviewDeps,
): Promise<(EventLine & { trip: string | null }) | null> {
  const [line] = await deliveries.events(clientId, {
    type: null,
    member: null,
    resource: null,
    since: null,
    until: null,
    limit: 1,
    before: null,
  })
  if (line === undefined) return null
  const [trip = null] = tripNamesFor(shell.role, await deliveries.tripNames(clientId, [line]))
  return { ...line, trip }
}

/** What was tried in the last 24 hours, over all live webhooks; `failedAt`: which one failed, below their list. */
async function attemptsOf(
  webhooks: AppWebhook[],
  { deliveries }: OverviewDeps,
): Promise<{ delivered: number; failed: number; failedAt: string }> {
  const days = await Promise.all(webhooks.map(async ({ id }) => await deliveries.health(id)))
  const hours = days.flat()
  const failing = webhooks.filter((_, no) => days[no]?.some(({ failed }) => failed > 0))
  return {
    delivered: hours.reduce((total, hour) => total + hour.delivered, 0),
    failed: hours.reduce((total, hour) => total + hour.failed, 0),
    failedAt: failing.length === 1 ? `/${failing[0]!.id}#health` : '',
  }
}

/** `7, 2 of them with limited access`. */
function connectedText({ members, limited }: { members: number; limited: number }): string {
  if (limited === 0) return String(members)
  return limited === members
    ? `${members}, with limited access`
    : `${members}, ${limited} of them with limited access`
}
