/**
 * The event log of an application in the console: what happened, and where each event was delivered
 * (webhooks.md 1).
 */
import { isId } from '../../../../schemas/base/ids.js'
import { isTestMember } from '../../../../schemas/base/test-member.js'
import { isUuid } from '../../../../schemas/base/uuid.js'
import { EVENT_TYPES } from '../../../../schemas/webhooks/event.js'
import type { EventDetails, EventLine, EventPlace } from '../../../../schemas/webhooks/event-query.js'
import { choice, instant, wanted } from '../../lib/form.js'
import { formatDense, formatTimestamp } from '../../lib/format-date.js'
import { noticeOf } from '../../lib/page.js'
import type { Posted } from '../../lib/page.js'
import { problem, redirect } from '../../lib/page-result.js'
import type { PageResult } from '../../lib/page-result.js'
import { about, stateBadge } from '../../views/badges.js'
import { copyButton, shortId } from '../../views/field.js'
import { html } from '../../views/html.js'
import type { Html } from '../../views/html.js'
import { postForm } from '../../views/post-form.js'
import { filterForm, filterWords, foldedFilter, nextPageQuery, table } from '../../views/table.js'
import type { Column } from '../../views/table.js'
import { appView } from '../app-view.js'
import type { AppsDeps } from '../apps-deps.js'
import { appPage, appPath } from '../own-app.js'
import type { AppPage } from '../own-app.js'
import type { WebhookPagesDeps } from './own-webhook.js'
import { bodyFor, tripNamesFor } from './redacted.js'
import type { AppWebhook } from './webhook-stores.js'

const EVENTS_PER_PAGE = 50
const NOBODY = 'No active webhook is set to receive this event.'
const NOTICES: Readonly<Record<string, string>> = { again: 'The event is queued again.', nobody: NOBODY }

const FILTERS = {
  type: choice(EVENT_TYPES, null, { label: 'Event', options: EVENT_TYPES.map((type) => [type, type]) }),
  member: wanted({ label: 'Id of the traveller', inputmode: 'numeric' }, (id) => (isId(id) ? id : null)),
  resource: wanted({ label: 'Id of the trip, segment, ...', inputmode: 'numeric' }),
  since: instant('From (UTC)'),
  until: instant('Before (UTC)'),
}
const EVENT = '/console/apps/:clientId/events/:eventId'

export const eventLogPages = [
  appPage({ route: 'GET /console/apps/:clientId/events', form: FILTERS }, renderEvents),
  appPage(
    { route: `GET ${EVENT}`, params: { eventId: isUuid } },
    async (page, { deliveries, webhooks }: AppsDeps & WebhookPagesDeps) => {
      const event = await deliveries.event(page.app.clientId, page.params['eventId'] ?? '')
      if (event === null) return problem('not_found')
      const names = await deliveries.tripNames(page.app.clientId, [event.line])
      const [trip = null] = tripNamesFor(page.shell.role, names)
      return renderEvent(page, event, trip, await webhooks.list(page.app.clientId))
    },
  ),
  appPage(
    { route: `POST ${EVENT}/redeliver`, params: { eventId: isUuid } },
    async ({ app: { clientId }, params }, { deliveries }: WebhookPagesDeps) => {
      const event = await deliveries.event(clientId, params['eventId'] ?? '')
      if (event === null) return problem('not_found')
      const { id } = event.line
      const count = await deliveries.redeliver(clientId, id, null)
      return redirect(`${appPath(clientId)}/events/${id}?m=${count > 0 ? 'again' : 'nobody'}`)
    },
  ),
]

async function renderEvents(
  page: Posted<AppPage, typeof FILTERS>,
  { deliveries: store, webhooks }: AppsDeps & WebhookPagesDeps,
): Promise<PageResult> {
  const { app, form: filter } = page
  const hooks = await webhooks.list(app.clientId)
  const before = eventCursor(page.query.get('place') ?? '')
  const rows = await store.events(app.clientId, { ...filter, limit: EVENTS_PER_PAGE + 1, before })
  const shown = rows.slice(0, EVENTS_PER_PAGE)
  const trips = tripNamesFor(page.shell.role, await store.tripNames(app.clientId, shown))
  const last = rows.length > EVENTS_PER_PAGE ? rows[EVENTS_PER_PAGE - 1] : undefined
  const words = filterWords(FILTERS, filter)
  return appView(
    page,
    'events',
    { title: 'Events' },
    (_frame, at) => html`
<h1>Events</h1>
<p>What happened to travellers since they connected this application, and notices about its webhooks. The last 30 days, newest first. <code>GET /v2/events</code> pages through the same log.</p>
${foldedFilter(words, filterForm(`${at}/events`, 'events', FILTERS, filter))}
${shown.length === 0 ? html`<p>${words === '' ? 'No events.' : 'No event matches these filters.'}</p>` : eventTable(shown, trips, hooks, at)}
${last !== undefined && html`<p><a href="${at}/events${nextPageQuery(FILTERS, filter, { place: `${last.xid}.${last.sequence}.${last.id}` })}">Older events</a></p>`}
`,
  )
}

/** Where the next page of a list of events starts. */
function eventCursor(place: string): EventPlace | null {
  const [xid = '', sequence = '', id = ''] = place.split('.')
  return /^\d{1,19}$/.test(xid) && /^\d{1,16}$/.test(sequence) && isUuid(id)
    ? { xid, sequence: Number(sequence), id }
    : null
}

function eventTable(
  rows: readonly EventLine[],
  trips: ReadonlyArray<string | null>,
  hooks: readonly AppWebhook[],
  at: string,
): Html {
  const lines = rows.map((row, no) => ({ ...row, trip: trips[no] ?? null }))
  const columns: ReadonlyArray<Column<(typeof lines)[number]>> = [
    { heading: 'Event', cell: ({ id, type }) => html`<a href="${at}/events/${id}">${type}</a>` },
    { heading: 'Id', cell: ({ id }) => shortId(id, 'the event id'), class: 'minor' },
    { heading: 'About', cell: (line) => aboutEvent(line, hooks, at, 'id'), class: 'short' },
    { heading: 'Traveller', cell: (line) => travellerLink(line, at), class: 'minor' },
    { heading: 'When, UTC', cell: ({ created }) => formatDense(created) },
  ]
  return table('Events', lines, columns, 'dense')
}

/** The webhook that it is about, by what `name` says, unless it was removed; otherwise the resource. */
function aboutEvent(
  { type, trip, resourceId }: EventLine & { trip: string | null },
  hooks: readonly AppWebhook[],
  at: string,
  name: 'id' | 'url',
): Html {
  const hook = type.startsWith('callback.') ? hooks.find(({ id }) => id === resourceId) : undefined
  return hook === undefined
    ? about({ trip, resource: resourceId ?? '' })
    : html`<a href="${at}/webhooks/${hook.id}">${hook[name]}</a>`
}

function travellerLink({ memberId }: EventLine, at: string): Html | null {
  return memberId === null ? null : html`<a href="${at}/events?member=${memberId}">${memberId}</a>`
}

function renderEvent(
  page: AppPage,
  { line, body, deliveries }: EventDetails,
  trip: string | null,
  hooks: readonly AppWebhook[],
): PageResult {
  const isWanted = hooks.some(
    ({ status, test, events }) =>
      status === 'Active' &&
      test === isTestMember(line.memberId) &&
      (events.includes('*') || events.includes(line.type)),
  )
  return appView(
    page,
    'events',
    { title: line.type, notice: noticeOf(page, NOTICES) },
    (frame, at) => html`
<h1>${line.type}</h1>
<p>From <a href="${at}/events">the event log</a>, ${formatTimestamp(line.created)}. Event <code id="event_id">${line.id}</code> ${copyButton('event_id', 'the event id')}</p>
<dl class="pairs">${line.resourceId !== null && html`<dt>About</dt><dd>${aboutEvent({ ...line, trip }, hooks, at, 'url')}</dd>`}${line.memberId !== null && html`<dt>Traveller</dt><dd>${travellerLink(line, at)}</dd>`}</dl>
<h2>Deliveries</h2>
${
  deliveries.length === 0
    ? html`<p>No webhook was set to receive it.</p>`
    : html`<ul>${deliveries.map(({ callback, url, state }) => html`<li><a href="${at}/webhooks/${callback}/deliveries/${line.id}">${url}</a> ${stateBadge(state)}</li>`)}</ul>
${isWanted ? postForm(frame, { action: `${at}/events/${line.id}/redeliver` }, html`<p class="actions"><button>Send it again to every active webhook</button></p>`) : html`<p>${NOBODY}</p>`}
`
}
<h2>Body</h2>
<pre tabindex="0" id="event_body">${bodyFor(frame.role, body)}</pre>
<p class="after-code">${copyButton('event_body', 'the body')}</p>
`,
  )
}
