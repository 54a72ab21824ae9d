/** One webhook in the console: its settings in words, its health, its deliveries, and what to do with it (webhooks.md 2). */
import { callbackHealth } from '../../../../schemas/webhooks/callback-health.js'
import { DISABLED_BY } from '../../../../schemas/webhooks/callback.js'
import type { CallbackRow } from '../../../../schemas/webhooks/callback.js'
import { SUSPENDED } from '../../../../schemas/webhooks/delivery.js'
import type { DeliveryRow } from '../../../../schemas/webhooks/delivery-log.js'
import { EVENT_TYPES } from '../../../../schemas/webhooks/event.js'
import type { EventFilter } from '../../../../schemas/webhooks/event-filter.js'
import type { EventLine } from '../../../../schemas/webhooks/event-query.js'
import { formatDateTime } from '../../lib/format-date.js'
import { noticeOf } from '../../lib/page.js'
import type { PageResult, Refused } from '../../lib/page-result.js'
import { activeBadge } from '../../views/badges.js'
import { copyButton } from '../../views/field.js'
import { html } from '../../views/html.js'
import type { Html } from '../../views/html.js'
import type { PageFrame } from '../../views/page-frame.js'
import { postForm } from '../../views/post-form.js'
import { filterWords, nextPageQuery } from '../../views/table.js'
import { appView } from '../app-view.js'
import {
  DELIVERY_FILTERS,
  deliveryFilterForm,
  deliveryQuery,
  readDeliveryFilter,
  retryForm,
} from './delivery-filter.js'
import type { DeliveryFilter } from './delivery-filter.js'
import { deliveryCursor, deliveryTable } from './delivery-page.js'
import { healthChart, healthView } from './health-chart.js'
import { healthBadge, healthSection } from './health-section.js'
import { webhookPage, webhookPath } from './own-webhook.js'
import type { WebhookPage, WebhookPagesDeps } from './own-webhook.js'
import { tripNamesFor } from './redacted.js'
import { replaySection } from './replay-section.js'

const DELIVERIES_PER_PAGE = 20

const NOTICES: Readonly<Record<string, string>> = {
  enabled: 'The webhook is active again. Pending deliveries continue; skipped events can be replayed.',
  disabled: 'The webhook is disabled. Events are kept as skipped.',
  replayed: 'The events are queued.',
  again: 'The event is queued again.',
  resumed: 'Deliveries that wait for another attempt are due now.',
}

/** Events about the webhook itself. */
const NOTICE_LABELS: Readonly<Record<string, string>> = {
  'callback.disabled': 'We disabled it. The event says why.',
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
  [SUSPENDED]: 'the service could not prepare events for it, usually because of its filter',
}

export const webhookPages = [
  webhookPage(
    { route: 'GET /console/apps/:clientId/webhooks/:hookId' },
    async (page, deps: WebhookPagesDeps) => await renderWebhook(page, deps),
  ),
]

/** The counts for the forms of the page, once they are known. */
interface Counted {
  replay?: number
  retry?: { filter: DeliveryFilter; count: number }
}

export async function renderWebhook(
  page: WebhookPage,
  { deliveries: store }: WebhookPagesDeps,
  refused: Refused = {},
  counted: Counted = {},
): Promise<PageResult> {
  const { app, hook } = page
  const { filter, count = null } = counted.retry ?? { filter: readDeliveryFilter(page.query).form }
  const [rows, hours, notices] = await Promise.all([
    store.deliveries(hook.id, {
      ...deliveryQuery(filter),
      after: deliveryCursor(page.query),
      limit: DELIVERIES_PER_PAGE + 1,
    }),
    store.health(hook.id),
    store.notices(app.clientId, hook.id),
  ])
  const shown = rows.slice(0, DELIVERIES_PER_PAGE)
  const subjects = shown.map((row) => ({
    type: row.type,
    memberId: row.member_id,
    resourceId: row.resource_id,
  }))
  const trips = tripNamesFor(page.shell.role, await store.tripNames(app.clientId, subjects))
  const last = rows.length > DELIVERIES_PER_PAGE ? rows[DELIVERIES_PER_PAGE - 1] : undefined
  const at = webhookPath(page)
  return appView(
    page,
    'webhooks',
    { title: 'Webhook', notice: noticeOf(page, NOTICES), ...refused },
    (frame, appAt) => html`
${webhookHead('Webhook', page, frame)}
${hook.description !== null && html`<p>${hook.description}</p>`}
${healthSection(hook, at, frame)}
${frame.role !== 'viewer' && actions(hook, at, frame)}
${notices.length > 0 && noticeList(notices, appAt)}
${healthView(healthChart(hours))}
<h2 id="deliveries">Deliveries</h2>
${deliveryFilterForm(at, filter)}
${deliveryTable(shown, trips, at, filterWords(DELIVERY_FILTERS, filter) !== '')}
${frame.role !== 'viewer' && hook.status === 'Active' && shown.length > 0 && retryForm(frame, at, filter, count)}
${last !== undefined && html`<p><a href="${at}${nextPageQuery(DELIVERY_FILTERS, filter, cursorAfter(last))}">Older deliveries</a></p>`}
${frame.role !== 'viewer' && replaySection(frame, at, page.sent.get, counted.replay ?? null)}
<h2>Settings</h2>
${settingsInWords(hook)}
`,
  )
}

const cursorAfter = ({ place, event_id: event }: DeliveryRow): Record<string, string> => ({ place, event })

/** The head of the pages of a webhook. */
export function webhookHead(title: string, page: WebhookPage, frame: PageFrame): Html {
  const { app, hook } = page
  const [at, settings] = [webhookPath(page), webhookPath(page, '/settings')]
  const reason = title === 'Webhook' ? hook.disabled_reason : null
  return html`
<p class="crumbs"><a href="/console/apps/${encodeURIComponent(app.clientId)}/webhooks">Webhooks</a></p>
<h1>${title}</h1>
<p class="address"><code id="webhook_address">${hook.url}</code> ${copyButton('webhook_address', 'the URL')} ${activeBadge(hook.status)}${hook.test && html` <span class="badge plain">Test</span>`}${hook.status === 'Active' && html` ${healthBadge(callbackHealth(hook))}`}${reason !== null && ` (${REASON_LABELS[reason] ?? reason})`}</p>
<ul class="links plain"><li><a href="${at}"${frame.path === at && html` aria-current="page"`}>Activity</a></li>${frame.role !== 'viewer' && html`<li><a href="${settings}"${frame.path === settings && html` aria-current="page"`}>Settings</a></li>`}</ul>
`
}

function settingsInWords(hook: CallbackRow): Html {
  const rate = hook.rate_per_second === null ? 'any number' : `at most ${hook.rate_per_second}`
  const passing = hook.filter === null ? '' : ', as far as they pass the filter'
  const conditions = filterConditions(hook.filter)
  return html`<dl class="pairs">
<dt>Events</dt><dd>${hook.events.includes('*') ? `all types${passing}` : hook.events.join(', ')}</dd>
<dt>Filter</dt><dd>${conditions.length > 1 ? html`<ul>${conditions.map((one) => html`<li>${one}</li>`)}</ul>` : (conditions[0] ?? 'none')}</dd>
<dt>Payload</dt><dd>${hook.payload === 'thin' ? 'thin: ids, and the address of the resource' : 'full: the resource and what has changed'}</dd>
<dt>Signature</dt><dd>${hook.signature === 'v1a' ? 'v1 by the signing secret, and v1a by the private key of the service' : 'v1 by the signing secret'}</dd>
<dt>Custom headers</dt><dd>${hook.header_names.length === 0 ? 'none' : html`<code>${hook.header_names.join(', ')}</code>`}</dd>
<dt>Order</dt><dd>${hook.ordered === 'member' ? 'in sequence for each traveller' : 'not guaranteed'}</dd>
<dt>Limits</dt><dd>${hook.max_in_flight} at once, ${rate} a second, ${hook.timeout_ms.toLocaleString('en')} ms to answer</dd>
<dt>Last attempt</dt><dd>${hook.last_delivery === null ? 'never' : formatDateTime(hook.last_delivery)}${hook.last_status_code !== null && html`, answered ${hook.last_status_code}`}</dd>
<dt>Failures in a row</dt><dd>${hook.failure_count}</dd>
</dl>`
}

function filterConditions(filter: EventFilter | null): string[] {
  const { material, moved, changed_fields: fields, segment_types: types } = filter ?? {}
  return [
    ...(material === true ? ['updates only if they are material'] : []),
    ...(moved === undefined ? [] : [`updates only if they move one of these: ${moved.join(', ')}`]),
    ...(fields === undefined ? [] : [`updates only if one of these fields changes: ${fields.join(', ')}`]),
    ...(types === undefined ? [] : [`segment events only of these types: ${types.join(', ')}`]),
  ]
}

function actions(hook: CallbackRow, at: string, frame: PageFrame): Html {
  const disable = html`<details><summary>Disable this webhook</summary>
${postForm(
  frame,
  { action: `${at}/status`, hidden: { status: 'Disabled' } },
  html`<p>Nothing is sent until you enable it. What happens meanwhile is recorded, and can be sent later.</p>
<button>Disable it</button>`,
)}
</details>
`
  return html`${hook.status !== 'Active' && postForm(frame, { action: `${at}/status`, hidden: { status: 'Active' } }, html`<p class="actions"><button>Enable</button></p>`)}
<div class="actions">
${postForm(
  frame,
  { action: `${at}/ping`, class: 'row' },
  html`<div class="field"><label for="test_type">Test event</label><select id="test_type" name="type">${EVENT_TYPES.map((type) => html`<option value="${type}"${type === 'callback.ping' && ' selected'}>${type}</option>`)}</select></div>
<button>Send it and show the answer</button>`,
)}
</div>
<p class="hint">A test event carries an example as its content and <code>"test": true</code>. It is signed like any other and sent once, even while the webhook is disabled.</p>
${hook.status === 'Active' && disable}`
}

function noticeList(notices: readonly EventLine[], app: string): Html {
  return html`<h2>Notices</h2>
<ul>${notices.map(({ id, type, created }) => html`<li><a href="${app}/events/${id}">${formatDateTime(created)}</a>: ${NOTICE_LABELS[type] ?? type}</li>`)}</ul>
`
}
