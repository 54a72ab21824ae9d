/** One webhook in the console: health, notices, deliveries with filters, one delivery's attempts, ping, switching, replay (webhooks.md 2). */
import type { FastifyInstance, FastifyReply } from 'fastify'
import { attemptDoc, DELIVERY_STATES } from '../../../../schemas/webhooks/delivery-log.js'
import type { DeliveryQuery, DeliveryRow } from '../../../../schemas/webhooks/delivery-log.js'
import type { CallbackRow } from '../../../../schemas/webhooks/callback.js'
import { EVENT_TYPES } from '../../../../schemas/webhooks/event.js'
import { isId } from '../../../../schemas/base/ids.js'
import type { OauthApp } from '../../../../schemas/oauth/oauth-app.js'
import { isUuid } from '../../../../schemas/base/uuid.js'
import type { AppStore } from '../../../oauth/ports.js'
import type { requireDeveloper } from '../../lib/require-session.js'
import type { DeliveryStore } from './delivery-store.js'
import { findOwnApp } from '../apps.js'
import type { DeveloperContext } from '../apps.js'
import {
  choiceOf,
  deliveryCursorOf,
  dateTimeInputValue,
  dateTimeOf,
  nextPageUrl,
  textOf,
} from '../../lib/list-query.js'
import type { FieldError } from '../../lib/render-page.js'
import type { DeliveryListItem, WebhookPageData } from './page-data.js'
import { healthChart } from './health-chart.js'
import { replayErrors, replayForm, replayQuery } from './replay-form.js'
import { formatDateTime, formatTimestamp } from '../../lib/format-date.js'

export interface WebhookPagesDeps {
  apps: AppStore
  deliveries: DeliveryStore
}

const PAGE = 50

const NOTICES: Record<string, string> = {
  enabled: 'The webhook is active again. What was pending goes on; what was skipped can be replayed.',
  disabled: 'The webhook is disabled. Events are kept as skipped.',
  replayed: 'The events are queued.',
  again: 'The event is queued again.',
}

interface Found {
  one: OauthApp
  hook: CallbackRow
}

export function webhookRoutes(
  app: FastifyInstance,
  scope: ReturnType<typeof requireDeveloper>,
  deps: WebhookPagesDeps,
): void {
  const base = '/console/apps/:clientId/webhooks/:hookId'
  const desk = deps.deliveries
  const withHook = (
    handle: (page: DeveloperContext, found: Found) => Promise<FastifyReply>,
  ): ReturnType<typeof scope> =>
    scope(async (page) => {
      const own = await findOwnApp(page, deps)
      const { hookId } = page.request.params as { hookId: string }
      const hook = own === null || !isId(hookId) ? null : await desk.find(own.app.clientId, hookId)
      return own === null || hook === null
        ? await page.notFound()
        : await handle(page, { one: own.app, hook })
    })
  const at = ({ one, hook }: Found, more = ''): string =>
    `/console/apps/${encodeURIComponent(one.clientId)}/webhooks/${hook.id}${more}`
  const eventOf = (page: DeveloperContext): string | null => {
    const { eventId } = page.request.params as { eventId: string }
    return isUuid(eventId) ? eventId : null
  }

  app.get(
    base,
    withHook(async (page, found) => await showHook(page, found, desk)),
  )

  app.get(
    `${base}/deliveries/:eventId`,
    withHook(async (page, found) => {
      const event = eventOf(page)
      const delivery = event === null ? null : await desk.delivery(found.hook.id, event)
      return event === null || delivery === null
        ? await page.notFound()
        : await showDelivery(page, found, event, delivery)
    }),
  )

  app.post(
    `${base}/ping`,
    withHook(async (page, found) => {
      const event = await desk.ping(found.one.clientId, found.hook.id)
      return event === null ? await page.notFound() : await page.go(at(found, `/deliveries/${event}`))
    }),
  )

  app.post(
    `${base}/status`,
    withHook(async (page, found) => {
      const on = page.form.get('status') === 'Active'
      await desk.enable(found.one.clientId, found.hook.id, on)
      await page.note('app_changed', {
        clientId: found.one.clientId,
        detail: { webhook: on ? 'enabled' : 'disabled' },
      })
      return await page.go(at(found, on ? '?m=enabled' : '?m=disabled'))
    }),
  )

  app.post(
    `${base}/replay`,
    withHook(async (page, found) => {
      if (found.hook.status !== 'Active')
        return await showHook(page, found, desk, [
          { field: 'only', text: 'Enable the webhook first, then replay.' },
        ])
      const faults = replayErrors(page.form)
      if (faults.length > 0) return await showHook(page, found, desk, faults)
      const query = replayQuery(page.form)
      // Asked for the first time the events are counted; the second form says how many there are.
      if (page.form.get('sure') === null)
        return await showHook(
          page,
          found,
          desk,
          [],
          await desk.countReplay(found.one.clientId, found.hook.id, query),
        )
      await desk.queueReplay(found.one.clientId, found.hook.id, query)
      return await page.go(at(found, '?m=replayed'))
    }),
  )

  app.post(
    `${base}/deliveries/:eventId/redeliver`,
    withHook(async (page, found) => {
      const event = eventOf(page)
      if (event === null || (await desk.redeliver(found.one.clientId, event, found.hook.id)) === 0)
        return await page.notFound()
      return await page.go(at(found, `/deliveries/${event}?m=again`))
    }),
  )
}

async function showHook(
  page: DeveloperContext,
  { one, hook }: Found,
  desk: DeliveryStore,
  errors: FieldError[] = [],
  count: number | null = null,
): Promise<FastifyReply> {
  const query = queryOf(page)
  const [rows, hours, notices] = await Promise.all([
    desk.deliveries(hook.id, { ...query, limit: PAGE + 1 }),
    desk.health(hook.id),
    desk.notices(one.clientId, hook.id),
  ])
  const last = rows.length > PAGE ? rows[PAGE - 1] : undefined
  const filter = {
    state: query.state ?? '',
    type: query.types?.join() ?? '',
    status: query.status === null ? '' : String(query.status),
    resource: query.resource ?? '',
    since: dateTimeInputValue(query.since),
    until: dateTimeInputValue(query.until),
  }
  return await page.show(
    'webhook',
    { title: 'Webhook', errors, notice: NOTICES[page.query.get('m') ?? ''] ?? null },
    {
      clientId: one.clientId,
      appName: one.name,
      hook: hookOf(hook),
      plot: healthChart(hours),
      notices: notices.map((line) => ({
        when: formatDateTime(line.created),
        what: NOTICE_WORDS[line.type] ?? line.type,
        eventId: line.id,
      })),
      filter,
      states: DELIVERY_STATES,
      types: EVENT_TYPES,
      deliveries: rows.slice(0, PAGE).map(lineOf),
      more: last === undefined ? null : nextPageUrl(filter, { place: last.place, event: last.event_id }),
      replay: replayForm(page.form, count),
    },
  )
}

const NOTICE_WORDS: Record<string, string> = {
  'callback.disabled': 'We disabled it: it said that it is gone, or nothing but failures came back for days.',
  'callback.exhausted':
    'An event was given up after its last attempt. Replay it when the receiver is mended.',
}

/** Why we disabled a webhook; what its owner did needs no other words. */
const REASON_WORDS: Record<string, string> = {
  gone: 'it answered 410: gone',
  requested: 'it asked for that in an answer',
  failing: 'nothing but failures came back for days',
}

function hookOf(hook: CallbackRow): WebhookPageData['hook'] {
  return {
    id: hook.id,
    url: hook.url,
    status: hook.status,
    reason:
      hook.disabled_reason === null ? null : (REASON_WORDS[hook.disabled_reason] ?? hook.disabled_reason),
    failures: hook.failure_count,
    lastDelivery: hook.last_delivery === null ? 'never' : formatDateTime(hook.last_delivery),
    lastStatus: hook.last_status_code === null ? '' : String(hook.last_status_code),
    events: hook.events.includes('*') ? 'all' : hook.events.join(', '),
    order: hook.ordered === 'member' ? 'in sequence for each traveller' : 'not promised',
    limits: `${hook.max_in_flight} at once, ${hook.rate_per_second === null ? 'no limit' : `at most ${hook.rate_per_second}`} a second, ${hook.timeout_ms} ms to answer`,
  }
}

async function showDelivery(
  page: DeveloperContext,
  { one, hook }: Found,
  event: string,
  found: NonNullable<Awaited<ReturnType<DeliveryStore['delivery']>>>,
): Promise<FastifyReply> {
  return await page.show(
    'delivery',
    { title: `Delivery of ${found.row.type}`, notice: NOTICES[page.query.get('m') ?? ''] ?? null },
    {
      clientId: one.clientId,
      appName: one.name,
      hookId: hook.id,
      active: hook.status === 'Active',
      line: lineOf(found.row),
      attempts: found.attempts
        .map((row) => ({
          no: row.no,
          at: formatTimestamp(row.at),
          state: row.state,
          outcome: outcomeOf(row.status, row.error),
          address: row.address ?? 'no connection',
          ms: row.ms,
          next: row.next_at === null ? null : formatTimestamp(row.next_at),
          headers: Object.entries(attemptDoc(row, event, null).request.headers),
          answer: row.answer,
        }))
        .reverse(),
      body: found.body === null ? null : JSON.stringify(JSON.parse(found.body), null, 2),
    },
  )
}

function queryOf({ query }: DeveloperContext): DeliveryQuery {
  const type = choiceOf(query, 'type', EVENT_TYPES)
  const status = Number(textOf(query, 'status') ?? Number.NaN)
  return {
    state: choiceOf(query, 'state', DELIVERY_STATES),
    status: Number.isInteger(status) && status >= 100 && status <= 999 ? status : null,
    since: dateTimeOf(query, 'since'),
    until: dateTimeOf(query, 'until'),
    types: type === null ? null : [type],
    resource: textOf(query, 'resource'),
    limit: PAGE,
    after: deliveryCursorOf(query),
  }
}

function lineOf(row: DeliveryRow): DeliveryListItem {
  return {
    eventId: row.event_id,
    type: row.type,
    resource: row.resource_id ?? '',
    state: row.state,
    attempts: row.attempts,
    last: row.at === null ? 'not yet' : formatTimestamp(row.at),
    status: row.at === null ? '' : outcomeOf(row.status, row.error),
    next: row.next_at === null ? '' : formatTimestamp(row.next_at),
  }
}

function outcomeOf(status: number | null, error: string | null): string {
  return status === null ? (error ?? '') : String(status)
}
