/**
 * The event log of an application in the console: what happened, and where each event was delivered
 * (webhooks.md 1).
 */
import { isId } from '../../../../schemas/base/ids.js'
import { isUuid } from '../../../../schemas/base/uuid.js'
import { EVENT_TYPES } from '../../../../schemas/webhooks/event.js'
import type { EventLine } from '../../../../schemas/webhooks/event-query.js'
import type { Parameters } from '../../../oauth/parameters.js'
import { formatTimestamp } from '../../lib/format-date.js'
import { appPage, appPath } from '../own-app.js'
import { appFrame } from '../tabs/app-frame.js'
import type { DeliveryStore, EventDetails } from './delivery-store.js'
import { choiceOf, dateTimeInputValue, dateTimeOf, eventCursorOf, nextPageUrl, textOf } from './list-query.js'
import type { EventListItem, EventPageData, EventsPageData } from './page-data.js'
import type { WebhookPagesDeps } from './own-webhook.js'
import { html } from '../../views/html.js'
import type { Html } from '../../views/html.js'
import { postForm } from '../../views/post-form.js'
import { field, choice, copyButton } from '../../views/field.js'
import { stateBadge, about } from '../../views/badges.js'
import { appLayout } from '../tabs/app-layout.js'
import type { PageFrame } from '../../views/page-frame.js'
import { problem, redirect, view } from '../../lib/page-result.js'
import type { AppPage } from '../own-app.js'
import type { PageResult } from '../../lib/page-result.js'
import { noticeOf } from '../../lib/page.js'

const EVENTS_PER_PAGE = 50
const NOTICES: Readonly<Record<string, string>> = {
  again: 'The event is queued again.',
  nobody: 'No active webhook wants this event.',
}

export const eventLogPages = [
  appPage({ route: 'GET /console/apps/:clientId/events' }, renderEvents),
  appPage(
    { route: 'GET /console/apps/:clientId/events/:eventId' },
    async (page, { deliveries }: WebhookPagesDeps) => {
      const event = await findEvent(page, deliveries)
      return event === null ? problem('not_found') : await renderEvent(page, event, deliveries)
    },
  ),
  appPage(
    { route: 'POST /console/apps/:clientId/events/:eventId/redeliver' },
    async (page, { deliveries }: WebhookPagesDeps) => {
      const event = await findEvent(page, deliveries)
      if (event === null) return problem('not_found')
      const { clientId } = page.app
      const { id } = event.line
      const count = await deliveries.redeliver(clientId, id, null)
      return redirect(`${appPath(clientId)}/events/${id}?m=${count > 0 ? 'again' : 'nobody'}`)
    },
  ),
]

async function findEvent({ app, request }: AppPage, store: DeliveryStore): Promise<EventDetails | null> {
  const { eventId } = request.params as { eventId: string }
  return isUuid(eventId) ? await store.event(app.clientId, eventId) : null
}

async function renderEvents(page: AppPage, { deliveries: store }: WebhookPagesDeps): Promise<PageResult> {
  const { app } = page
  const filter = readFilter(page.query)
  const rows = await store.events(app.clientId, {
    type: presentOrNull(filter.type),
    member: presentOrNull(filter.member),
    resource: presentOrNull(filter.resource),
    since: dateTimeOf(page.query, 'since'),
    until: dateTimeOf(page.query, 'until'),
    limit: EVENTS_PER_PAGE + 1,
    before: eventCursorOf(page.query),
  })
  const shown = rows.slice(0, EVENTS_PER_PAGE)
  const trips = await store.tripNames(app.clientId, shown)
  const last = rows.length > EVENTS_PER_PAGE ? rows[EVENTS_PER_PAGE - 1] : undefined
  return view(
    eventsView,
    { title: 'Events' },
    {
      appFrame: appFrame(app, 'events'),
      types: EVENT_TYPES,
      filter,
      events: shown.map((line, i) => eventListItem(line, trips[i])),
      more:
        last === undefined ? null : nextPageUrl(filter, { place: `${last.xid}.${last.sequence}.${last.id}` }),
    },
  )
}

async function renderEvent(page: AppPage, event: EventDetails, store: DeliveryStore): Promise<PageResult> {
  const { app } = page
  const [trip] = await store.tripNames(app.clientId, [event.line])
  return view(
    eventView,
    { title: event.line.type, notice: noticeOf(page, NOTICES) },
    {
      appFrame: appFrame(app, 'events'),
      event: eventListItem(event.line, trip),
      deliveries: event.deliveries.map(({ callback, url, state }) => ({ hookId: callback, url, state })),
      body: JSON.stringify(JSON.parse(event.body), null, 2),
    },
  )
}

/** The filters as the form shows them; empty where nothing valid was given. */
function readFilter(query: Parameters): EventsPageData['filter'] {
  const member = textOf(query, 'member')
  return {
    type: choiceOf(query, 'type', EVENT_TYPES) ?? '',
    member: member !== null && isId(member) ? member : '',
    resource: textOf(query, 'resource') ?? '',
    since: dateTimeInputValue(dateTimeOf(query, 'since')),
    until: dateTimeInputValue(dateTimeOf(query, 'until')),
  }
}

function presentOrNull(value: string): string | null {
  return value === '' ? null : value
}

function eventListItem(line: EventLine, trip: string | null = null): EventListItem {
  return {
    id: line.id,
    type: line.type,
    member: line.memberId ?? '',
    resource: line.resourceId ?? '',
    trip,
    when: formatTimestamp(line.created),
  }
}

function eventsView(data: EventsPageData, frame: PageFrame): Html {
  const app = data.appFrame.path
  return appLayout(
    data.appFrame,
    frame,
    html`
<h1>Events</h1>
<p>What happened to travellers since they connected it, and notices about its webhooks. The last 30 days, newest first. <code>GET /v2/events</code> pages through the same log.</p>
<form method="get" action="${app}/events" class="card filters" aria-label="Filter events">
${choice({ id: 'type', label: 'Event', any: 'any', value: data.filter.type, options: data.types.map((type) => [type, type]) })}
${field([], { id: 'member', label: 'Id of the traveller', value: data.filter.member, inputmode: 'numeric', required: false })}
${field([], { id: 'resource', label: 'Id of the trip, segment, ...', value: data.filter.resource, inputmode: 'numeric', required: false })}
${field([], { id: 'since', label: 'From (UTC)', type: 'datetime-local', value: data.filter.since, required: false })}
${field([], { id: 'until', label: 'Before (UTC)', type: 'datetime-local', value: data.filter.until, required: false })}
<p class="actions"><button>Filter</button> <a href="${app}/events">Clear</a></p>
</form>
${
  data.events.length === 0
    ? html`<p>No events.</p>`
    : html`<div class="scroll" tabindex="0" role="region" aria-label="Events">
<table class="cards">
<thead><tr><th scope="col">Event</th><th scope="col">About</th><th scope="col">Traveller</th><th scope="col">When</th></tr></thead>
<tbody>${data.events.map((event) => html`<tr><td><a href="${app}/events/${event.id}">${event.type}</a></td><td data-label="About">${about(event)}</td><td data-label="Traveller">${event.member !== '' && html`<a href="${app}/events?member=${event.member}">${event.member}</a>`}</td><td data-label="When" class="when">${event.when}</td></tr>`)}</tbody>
</table>
</div>
`
}
${data.more !== null && html`<p><a href="${app}/events${data.more}">Older events</a></p>`}
`,
  )
}

function eventView(data: EventPageData, frame: PageFrame): Html {
  const app = data.appFrame.path
  return appLayout(
    data.appFrame,
    frame,
    html`
<h1>${data.event.type}</h1>
<p>From <a href="${app}/events">the event log</a>, ${data.event.when}. Event <code id="event_id">${data.event.id}</code> ${copyButton('event_id', 'the event id')}</p>
<dl class="pairs">${data.event.resource !== '' && html`<dt>About</dt><dd>${about(data.event)}</dd>`}${data.event.member !== '' && html`<dt>Traveller</dt><dd><a href="${app}/events?member=${data.event.member}">${data.event.member}</a></dd>`}</dl>
<h2>Deliveries</h2>
${
  data.deliveries.length === 0
    ? html`<p>No webhook wanted it.</p>`
    : html`<ul>${data.deliveries.map((one) => html`<li><a href="${app}/webhooks/${one.hookId}/deliveries/${data.event.id}">${one.url}</a> ${stateBadge(one.state)}</li>`)}</ul>
${postForm(frame, { action: `${app}/events/${data.event.id}/redeliver` }, html`<p class="actions"><button>Send it again to every active webhook</button></p>`)}
`
}
<h2>Body</h2>
<pre tabindex="0" id="event_body">${data.body}</pre>
<p class="after-code">${copyButton('event_body', 'the body')}</p>
`,
  )
}
