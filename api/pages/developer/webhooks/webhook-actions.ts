/** What a developer does with a webhook in the console: test events, enabling, replay (webhooks.md 2). */
import { isUuid } from '../../../../schemas/base/uuid.js'
import { EVENT_TYPES } from '../../../../schemas/webhooks/event.js'
import { testEvent } from '../../../document/examples/events.js'
import { PINGS_IN_FLIGHT, REPLAYS_IN_FLIGHT, inFlightLimit } from '../../../operation/in-flight-limit.js'
import type { InFlightOptions } from '../../../operation/in-flight-limit.js'
import { asSent, choice, flag } from '../../lib/form.js'
import type { Posted } from '../../lib/page.js'
import { problem, redirect, throttled } from '../../lib/page-result.js'
import type { PageResult } from '../../lib/page-result.js'
import { DELIVERY_FILTERS, deliveryQuery } from './delivery-filter.js'
import { webhookPage, webhookPath } from './own-webhook.js'
import type { WebhookPage, WebhookPagesDeps } from './own-webhook.js'
import { REPLAY } from './replay-section.js'
import { webhookDetail } from './webhook-audit.js'
import { renderWebhook } from './webhook-page.js'

const PATH = '/console/apps/:clientId/webhooks/:hookId'

export const webhookActions = [
  webhookPage(
    { route: `POST ${PATH}/ping`, form: { type: choice(EVENT_TYPES, 'callback.ping') } },
    limited(PINGS_IN_FLIGHT, async (page, { deliveries }) => {
      const { app, hook, form } = page
      const event = await deliveries.ping(app.clientId, hook.id, testEvent(form.type))
      return event === null ? problem('not_found') : redirect(webhookPath(page, `/deliveries/${event}`))
    }),
  ),
  webhookPage(
    { route: `POST ${PATH}/status`, form: { status: asSent() } },
    async (page, { deliveries }: WebhookPagesDeps) => {
      const { app, hook, form } = page
      const isActive = form.status === 'Active'
      await deliveries.enable(app.clientId, hook.id, isActive)
      const action = isActive ? 'enabled' : 'disabled'
      await page.audit('app_changed', { clientId: app.clientId, detail: webhookDetail(hook.url, action) })
      return redirect(webhookPath(page, `?m=${action}`))
    },
  ),
  webhookPage({ route: `POST ${PATH}/resume` }, async (page, { deliveries }: WebhookPagesDeps) => {
    const row = await deliveries.resume(page.app.clientId, page.hook.id)
    return row === null ? problem('not_found') : redirect(webhookPath(page, '?m=resumed'))
  }),
  webhookPage(
    { route: `POST ${PATH}/deliveries/retry`, form: { ...DELIVERY_FILTERS, sure: flag() } },
    limited(REPLAYS_IN_FLIGHT, async (page, deps) => {
      const { app, hook, form } = page
      const { sure, ...filter } = form
      if (hook.status !== 'Active') return await renderWebhook(page, deps, { errors: [NOT_ACTIVE] })
      const count = await deps.deliveries.retry(app.clientId, hook.id, deliveryQuery(filter), sure)
      if (!sure) return await renderWebhook(page, deps, {}, { retry: { filter, count } })
      return redirect(webhookPath(page, '?m=replayed'))
    }),
  ),
  webhookPage(
    { route: `POST ${PATH}/replay`, form: { ...REPLAY, sure: flag() } },
    limited(REPLAYS_IN_FLIGHT, replay),
  ),
  webhookPage(
    { route: `POST ${PATH}/deliveries/:eventId/redeliver`, params: { eventId: isUuid } },
    async (page, { deliveries }: WebhookPagesDeps) => {
      const { eventId = '' } = page.params
      return (await deliveries.redeliver(page.app.clientId, eventId, page.hook.id)) === 0
        ? problem('not_found')
        : redirect(webhookPath(page, `/deliveries/${eventId}?m=again`))
    },
  ),
]

/** The handler, for as many requests of an application at once as the API allows. */
function limited<P extends WebhookPage>(
  options: InFlightOptions,
  handler: (page: P, deps: WebhookPagesDeps) => Promise<PageResult>,
): (page: P, deps: WebhookPagesDeps) => Promise<PageResult> {
  const limit = inFlightLimit(options)
  return async (page, deps) => {
    const leave = limit.enter(page.app.clientId)
    if (leave === null) return throttled(1)
    try {
      return await handler(page, deps)
    } finally {
      leave()
    }
  }
}

const NOT_ACTIVE = { field: 'only', text: 'Enable the webhook first, then replay.' }
const NO_INSTANT = 'Enter an existing date and time, for example 2026-03-01T12:00, or leave the field empty.'

/** The first submission shows how many events there are; the second, with `sure`, sends them. */
async function replay(
  page: Posted<WebhookPage, typeof REPLAY & { sure: ReturnType<typeof flag> }>,
  deps: WebhookPagesDeps,
): Promise<PageResult> {
  const { app, hook, form, sent } = page
  if (hook.status !== 'Active') return await renderWebhook(page, deps, { errors: [NOT_ACTIVE] })
  // Ignoring a date that does not parse would replay everything.
  const errors = (['since', 'until'] as const)
    .filter((name) => sent.get(name) !== null && form[name] === null)
    .map((name) => ({ field: `replay_${name}`, text: NO_INSTANT }))
  if (errors.length > 0) return await renderWebhook(page, deps, { errors })
  const { since, until, type, only } = form
  const query = { since, until, types: type === null ? null : [type], undelivered: only !== 'all' }
  if (!form.sure) {
    const count = await deps.deliveries.countReplay(app.clientId, hook.id, query)
    return await renderWebhook(page, deps, {}, { replay: count })
  }
  await deps.deliveries.queueReplay(app.clientId, hook.id, query)
  return redirect(webhookPath(page, '?m=replayed'))
}
