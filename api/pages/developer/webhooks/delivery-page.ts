/** Deliveries of a webhook: as the list shows them, and one with every attempt. */
import { isUuid } from '../../../../schemas/base/uuid.js'
import { attemptDoc, isDeliveryPosition, sentBody } from '../../../../schemas/webhooks/delivery-log.js'
import type { AttemptRow, DeliveryRow, WaitsFor } from '../../../../schemas/webhooks/delivery-log.js'
import type { Parameters } from '../../../oauth/parameters.js'
import { formatDense, formatTimestamp } from '../../lib/format-date.js'
import { noticeOf } from '../../lib/page.js'
import { problem } from '../../lib/page-result.js'
import type { PageResult } from '../../lib/page-result.js'
import { about, stateBadge } from '../../views/badges.js'
import { copyButton, shortId } from '../../views/field.js'
import { html } from '../../views/html.js'
import type { Html } from '../../views/html.js'
import { postForm } from '../../views/post-form.js'
import { table } from '../../views/table.js'
import type { Column } from '../../views/table.js'
import { appView } from '../app-view.js'
import { webhookPage, webhookPath } from './own-webhook.js'
import type { WebhookPage, WebhookPagesDeps } from './own-webhook.js'
import { answerFor, bodyFor } from './redacted.js'
import type { DeliveryDetails } from './webhook-stores.js'

type DeliveryDeps = WebhookPagesDeps & { settings: { baseUrl: string } }

const NOTICES: Readonly<Record<string, string>> = { again: 'The event is queued again.' }
const TEST = html`<span class="badge plain">test</span>`

export const deliveryPage = webhookPage(
  {
    route: 'GET /console/apps/:clientId/webhooks/:hookId/deliveries/:eventId',
    params: { eventId: isUuid },
  },
  async (page, { deliveries, settings }: DeliveryDeps) => {
    const { eventId = '' } = page.params
    const delivery = await deliveries.delivery(page.hook.id, eventId)
    return delivery === null
      ? problem('not_found')
      : renderDelivery(page, eventId, delivery, settings.baseUrl)
  },
)

/** Where the next page of a list of deliveries starts. */
export function deliveryCursor(query: Parameters): { place: string; event: string } | null {
  const place = query.get('place') ?? ''
  const event = query.get('event') ?? ''
  return isDeliveryPosition(place) && isUuid(event) ? { place, event } : null
}

/** @param trips names of the trips that they are about, in their order */
export function deliveryTable(
  rows: readonly DeliveryRow[],
  trips: ReadonlyArray<string | null>,
  at: string,
  isFiltered: boolean,
): Html {
  if (rows.length === 0)
    return html`<p>${isFiltered ? 'No delivery matches these filters.' : 'No deliveries.'}</p>`
  const lines = rows.map((row, no) => ({ ...row, trip: trips[no] ?? null }))
  const waits = { heading: 'Waits for', cell: (row: DeliveryRow) => waitText(row, 'short'), class: 'minor' }
  const columns: ReadonlyArray<Column<(typeof lines)[number]>> = [
    {
      heading: 'Event',
      cell: (one) =>
        html`<a href="${at}/deliveries/${one.event_id}">${one.type}</a>${one.is_test && html` ${TEST}`}`,
    },
    {
      heading: 'Id',
      cell: ({ event_id: id }) => shortId(id, 'the event id'),
      class: 'minor',
    },
    {
      heading: 'About',
      cell: (one) => about({ trip: one.trip, resource: one.resource_id ?? '' }),
      class: 'minor short',
    },
    { heading: 'State', cell: ({ state }) => stateBadge(state) },
    { heading: 'Attempts', cell: ({ attempts }) => attempts, class: 'minor' },
    { heading: 'Last, UTC', cell: ({ at }) => (at === null ? 'not yet' : formatDense(at)) },
    { heading: 'Outcome', cell: (one) => one.at !== null && outcomeOf(one), class: 'minor' },
    ...(rows.some((row) => row.waits_for !== null) ? [waits] : []),
  ]
  return table('Deliveries', lines, columns, 'dense')
}

/** What a delivery waits for, in the table and in a sentence. `at` is the time of its next attempt. */
const WAITS: Readonly<Record<WaitsFor, (at: string) => { short: string; sentence: string }>> = {
  turn: () => ({ short: 'its turn', sentence: 'It is due now.' }),
  retry: (at) => ({ short: `retry, ${at}`, sentence: `Next attempt: ${at}.` }),
  endpoint: (at) => ({
    short: `endpoint, ${at}`,
    sentence: `It waits for the endpoint to answer; next attempt: ${at}, or sooner once another delivery is accepted.`,
  }),
  rate: (at) => ({
    short: `rate limit, ${at}`,
    sentence: `It waits for the limit of requests per second; next attempt: ${at}.`,
  }),
  earlier_event: () => ({
    short: 'earlier event',
    sentence: 'It waits for an earlier event of the traveller.',
  }),
  enabling: () => ({ short: 'being enabled', sentence: 'It waits until the webhook is enabled.' }),
}

const waitText = ({ waits_for: what, next_at: next }: DeliveryRow, form: 'short' | 'sentence'): string => {
  if (what === null) return ''
  const format = form === 'short' ? formatDense : formatTimestamp
  return WAITS[what](next === null ? '' : format(next))[form]
}

function outcomeOf({ status, error }: Pick<AttemptRow, 'status' | 'error'>): string {
  return status === null ? (error ?? '') : String(status)
}

function renderDelivery(
  page: WebhookPage,
  event: string,
  { row, attempts, body }: DeliveryDetails,
  baseUrl: string,
): PageResult {
  const { hook } = page
  const at = webhookPath(page)
  const { role } = page.shell
  const indented = (text: string | null): string | null => (text === null ? null : bodyFor(role, text))
  const whole = indented(body)
  const cards = attempts.toReversed().map((attempt) => {
    const sent = indented(sentBody(attempt, body, baseUrl))
    const answer = attempt.answer === null ? null : answerFor(role, attempt.answer)
    return { attempt: { ...attempt, answer }, part: sent === whole ? null : sent }
  })
  const isPart = cards.some(({ part }) => part !== null)
  return appView(
    page,
    'webhooks',
    { title: `Delivery of ${row.type}`, notice: noticeOf(page, NOTICES) },
    (frame) => html`
<h1>Delivery of ${row.type}</h1>
<p>To <a href="${at}">${hook.url}</a>. Event <code id="event_id">${row.event_id}</code> ${copyButton('event_id', 'the event id')}</p>
<p>${row.is_test && html`${TEST} `}${stateBadge(row.state)}${row.waits_for !== null && ` ${waitText(row, 'sentence')}`}</p>
${row.is_test && html`<p>A test event: an example, sent once. It is not in the event log. <a href="${at}">Send another</a></p>`}
${!row.is_test && (hook.status === 'Active' ? postForm(frame, { action: `${at}/deliveries/${row.event_id}/redeliver` }, html`<p class="actions"><button>Send it again</button></p>`) : html`<p>Enable the webhook to send it again.</p>`)}
<h2>Attempts</h2>
${attempts.length === 0 && html`<p>None yet.</p>`}
${cards.map(({ attempt, part }) => attemptCard(attempt, event, part))}
${whole !== null && html`<h2>${isPart ? 'The whole event' : 'Request body'}</h2><pre tabindex="0" id="event_body">${whole}</pre><p class="after-code">${copyButton('event_body', 'the body')}</p>`}
`,
  )
}

/** @param part what was sent, where it is not the whole event */
function attemptCard(row: AttemptRow, event: string, part: string | null): Html {
  const headers = Object.entries(attemptDoc(row, event, null, '').request.headers)
  return html`<section class="card" aria-labelledby="attempt-${row.no}">
<h3 id="attempt-${row.no}">Attempt ${row.no}: ${outcomeOf(row)}</h3>
<p>${formatTimestamp(row.at)}, ${row.ms} ms, ${row.address ?? 'no connection'}. ${stateBadge(row.state)}${row.next_at !== null && ` Next attempt at ${formatTimestamp(row.next_at)}.`}</p>
<details><summary>Request headers</summary><pre tabindex="0">${headers.map(([name, value]) => html`${name}: ${value}`)}</pre></details>
${part !== null && html`<details><summary>Request body, without the data</summary><pre tabindex="0">${part}</pre></details>`}
${row.answer !== null && row.answer !== '' && html`<details open><summary>Response</summary><pre tabindex="0">${row.answer}</pre></details>`}
</section>
`
}
