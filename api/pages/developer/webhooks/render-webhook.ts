/** Renders the page of a webhook, and that of one of its deliveries. */
import { DISABLED_BY, type CallbackRow } from '../../../../schemas/webhooks/callback.js'
import { SUSPENDED } from '../../../../schemas/webhooks/delivery.js'
import type { EventFilter } from '../../../../schemas/webhooks/event-filter.js'
import { attemptDoc, DELIVERY_STATES, sentBody } from '../../../../schemas/webhooks/delivery-log.js'
import type { AttemptRow, DeliveryQuery, DeliveryRow } from '../../../../schemas/webhooks/delivery-log.js'
import { EVENT_TYPES } from '../../../../schemas/webhooks/event.js'
import type { EventLine, EventSubject } from '../../../../schemas/webhooks/event-query.js'
import type { Parameters } from '../../../oauth/parameters.js'
import { formatDateTime, formatTimestamp } from '../../lib/format-date.js'
import { appFrame } from '../tabs/app-frame.js'
import type { DeliveryDetails } from './delivery-store.js'
import type { WebhookPage, WebhookPagesDeps } from './own-webhook.js'
import { healthChart } from './health-chart.js'
import {
  choiceOf,
  dateTimeInputValue,
  dateTimeOf,
  deliveryCursorOf,
  nextPageUrl,
  textOf,
} from './list-query.js'
import type { AttemptCard, DeliveryListItem, WebhookPageData } from './page-data.js'
import { replayForm } from './replay-form.js'
import type { FieldError } from '../../views/page-frame.js'
import { deliveryView } from './delivery-view.js'
import { webhookView } from './webhook-view.js'
import type { PageResult } from '../../lib/page-result.js'
import { noticeOf } from '../../lib/page.js'
import { view } from '../../lib/page-result.js'

const DELIVERIES_PER_PAGE = 20

const NOTICES: Readonly<Record<string, string>> = {
  enabled: 'The webhook is active again. Pending deliveries continue; skipped events can be replayed.',
  disabled: 'The webhook is disabled. Events are kept as skipped.',
  replayed: 'The events are queued.',
  again: 'The event is queued again.',
}

/** Events about the webhook itself. */
const NOTICE_LABELS: Readonly<Record<string, string>> = {
  'callback.disabled': 'We disabled it: the receiver answered that it is gone, or failed for days.',
  'callback.exhausted':
    'An event was given up after its last attempt. Replay it when the receiver works again.',
}

/** Who disabled a webhook, or why the service did. */
const REASON_LABELS: Readonly<Record<string, string>> = {
  [DISABLED_BY.application]: 'by the application',
  [DISABLED_BY.developer]: 'by the developer',
  gone: 'the receiver answered 410 Gone',
  requested: 'the receiver asked for it in a response',
  failing: 'every attempt failed for days',
  [SUSPENDED]: 'the service failed to prepare events for it, mostly by its filter',
}

export async function renderWebhook(
  page: WebhookPage,
  { deliveries: store }: WebhookPagesDeps,
  { errors = [], replayCount = null }: { errors?: FieldError[]; replayCount?: number | null } = {},
): Promise<PageResult> {
  const { app, hook } = page
  const query = readDeliveryQuery(page.query)
  const [rows, hours, notices] = await Promise.all([
    store.deliveries(hook.id, { ...query, limit: DELIVERIES_PER_PAGE + 1 }),
    store.health(hook.id),
    store.notices(app.clientId, hook.id),
  ])
  const shown = rows.slice(0, DELIVERIES_PER_PAGE)
  const trips = await store.tripNames(app.clientId, shown.map(subjectOf))
  const last = rows.length > DELIVERIES_PER_PAGE ? rows[DELIVERIES_PER_PAGE - 1] : undefined
  const filter = filterFields(query)
  return view(
    webhookView,
    { title: 'Webhook', errors, notice: noticeOf(page, NOTICES) },
    {
      appFrame: appFrame(app, 'webhooks'),
      hook: webhookFields(hook),
      plot: healthChart(hours),
      notices: notices.map(noticeItem),
      filter,
      states: DELIVERY_STATES,
      types: EVENT_TYPES,
      deliveries: shown.map((row, i) => deliveryListItem(row, trips[i])),
      more: last === undefined ? null : nextPageUrl(filter, { place: last.place, event: last.event_id }),
      replay: replayForm(page.form, replayCount),
    },
  )
}

export function renderDelivery(
  page: WebhookPage,
  { event, baseUrl, row, attempts, body }: DeliveryDetails & { event: string; baseUrl: string },
): PageResult {
  const { app, hook } = page
  const cards = attempts.map((attempt) => attemptCard(attempt, event, sentBody(attempt, body, baseUrl)))
  const full = indented(body)
  return view(
    deliveryView,
    { title: `Delivery of ${row.type}`, notice: noticeOf(page, NOTICES) },
    {
      appFrame: appFrame(app, 'webhooks'),
      hookId: hook.id,
      url: hook.url,
      active: hook.status === 'Active',
      line: deliveryListItem(row),
      attempts: cards.reverse().map((card) => ({ ...card, body: card.body === full ? null : card.body })),
      body: full,
    },
  )
}

function readDeliveryQuery(query: Parameters): DeliveryQuery {
  const type = choiceOf(query, 'type', EVENT_TYPES)
  const status = Number(textOf(query, 'status') ?? Number.NaN)
  return {
    state: choiceOf(query, 'state', DELIVERY_STATES),
    status: Number.isInteger(status) && status >= 100 && status <= 999 ? status : null,
    since: dateTimeOf(query, 'since'),
    until: dateTimeOf(query, 'until'),
    types: type === null ? null : [type],
    resource: textOf(query, 'resource'),
    limit: DELIVERIES_PER_PAGE,
    after: deliveryCursorOf(query),
  }
}

function filterFields(query: DeliveryQuery): WebhookPageData['filter'] {
  return {
    state: query.state ?? '',
    type: query.types?.join() ?? '',
    status: query.status === null ? '' : String(query.status),
    resource: query.resource ?? '',
    since: dateTimeInputValue(query.since),
    until: dateTimeInputValue(query.until),
  }
}

function webhookFields(hook: CallbackRow): WebhookPageData['hook'] {
  const reason = hook.disabled_reason
  const rate = hook.rate_per_second === null ? 'any number' : `at most ${hook.rate_per_second}`
  const isAll = hook.events.includes('*')
  return {
    id: hook.id,
    url: hook.url,
    description: hook.description ?? '',
    status: hook.status,
    reason: reason === null ? null : (REASON_LABELS[reason] ?? reason),
    failures: hook.failure_count,
    lastDelivery: hook.last_delivery === null ? 'never' : formatDateTime(hook.last_delivery),
    lastStatus: hook.last_status_code === null ? '' : String(hook.last_status_code),
    events: isAll
      ? `all types${hook.filter === null ? '' : ', as far as they pass the filter'}`
      : hook.events.join(', '),
    filter: filterConditions(hook.filter),
    payload:
      hook.payload === 'thin'
        ? 'thin: ids, and the address of the resource'
        : 'full: the resource and what has changed',
    headers: hook.header_names,
    order: hook.ordered === 'member' ? 'in sequence for each traveller' : 'not guaranteed',
    limits: `${hook.max_in_flight} at once, ${rate} a second, ${hook.timeout_ms.toLocaleString('en')} ms to answer`,
  }
}

function filterConditions(filter: EventFilter | null): string[] {
  const { material, changed_fields: fields, segment_types: types } = filter ?? {}
  return [
    ...(material === true ? ['updates only if they are material'] : []),
    ...(fields === undefined ? [] : [`updates only if one of these fields changes: ${fields.join(', ')}`]),
    ...(types === undefined ? [] : [`segment events only of these types: ${types.join(', ')}`]),
  ]
}

function subjectOf(row: DeliveryRow): EventSubject {
  return { type: row.type, memberId: row.member_id, resourceId: row.resource_id }
}

function noticeItem(line: EventLine): WebhookPageData['notices'][number] {
  return {
    when: formatDateTime(line.created),
    what: NOTICE_LABELS[line.type] ?? line.type,
    eventId: line.id,
  }
}

function deliveryListItem(row: DeliveryRow, trip: string | null = null): DeliveryListItem {
  return {
    eventId: row.event_id,
    isTest: row.is_test,
    type: row.type,
    resource: row.resource_id ?? '',
    trip,
    state: row.state,
    attempts: row.attempts,
    last: row.at === null ? 'not yet' : formatTimestamp(row.at),
    status: row.at === null ? '' : outcomeOf(row.status, row.error),
    next: row.next_at === null ? '' : formatTimestamp(row.next_at),
  }
}

const indented = (body: string | null): string | null =>
  body === null ? null : JSON.stringify(JSON.parse(body), null, 2)

function attemptCard(row: AttemptRow, event: string, body: string | null): AttemptCard {
  return {
    no: row.no,
    at: formatTimestamp(row.at),
    state: row.state,
    outcome: outcomeOf(row.status, row.error),
    address: row.address ?? 'no connection',
    ms: row.ms,
    next: row.next_at === null ? null : formatTimestamp(row.next_at),
    headers: Object.entries(attemptDoc(row, event, null, '').request.headers),
    body: indented(body),
    answer: row.answer,
  }
}

function outcomeOf(status: number | null, error: string | null): string {
  return status === null ? (error ?? '') : String(status)
}
