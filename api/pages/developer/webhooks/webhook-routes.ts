/**
 * One webhook in the console: health, deliveries, attempts, test events, enabling, replay (webhooks.md 2).
 */
import { isUuid } from '../../../../schemas/base/uuid.js'
import { EVENT_TYPES } from '../../../../schemas/webhooks/event.js'
import { PINGS_IN_FLIGHT, REPLAYS_IN_FLIGHT, inFlightLimit } from '../../../operation/in-flight-limit.js'
import type { InFlightOptions } from '../../../operation/in-flight-limit.js'
import { testEvent } from '../../../document/examples/events.js'
import { appPath } from '../own-app.js'
import { choiceOf } from './list-query.js'
import type { WebhookHandler, WebhookPage, WebhookPagesDeps } from './own-webhook.js'
import { renderDelivery, renderWebhook } from './render-webhook.js'
import { webhookDetail } from './webhook-audit.js'
import { replayErrors, replayQuery } from './replay-form.js'
import { webhookPage } from './own-webhook.js'
import { problem, redirect, throttled } from '../../lib/page-result.js'
import type { PageResult } from '../../lib/page-result.js'

export interface WebhookRoutesDeps extends WebhookPagesDeps {
  settings: { baseUrl: string }
}

const PATH = '/console/apps/:clientId/webhooks/:hookId'

export const webhookPages = [
  webhookPage(
    { route: `GET ${PATH}` },
    async (page, deps: WebhookPagesDeps) => await renderWebhook(page, deps),
  ),
  webhookPage({ route: `GET ${PATH}/deliveries/:eventId` }, showDelivery),
  webhookPage({ route: `POST ${PATH}/ping` }, limited(PINGS_IN_FLIGHT, ping)),
  webhookPage({ route: `POST ${PATH}/status` }, setStatus),
  webhookPage({ route: `POST ${PATH}/replay` }, limited(REPLAYS_IN_FLIGHT, replay)),
  webhookPage({ route: `POST ${PATH}/deliveries/:eventId/redeliver` }, redeliver),
]

/** The handler, for as many requests of an application at once as the API allows. */
function limited<D>(options: InFlightOptions, handler: WebhookHandler<D>): WebhookHandler<D> {
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

async function showDelivery(
  page: WebhookPage,
  { deliveries, settings }: WebhookRoutesDeps,
): Promise<PageResult> {
  const event = eventIdOf(page)
  const delivery = event === null ? null : await deliveries.delivery(page.hook.id, event)
  return event === null || delivery === null
    ? problem('not_found')
    : renderDelivery(page, { event, baseUrl: settings.baseUrl, ...delivery })
}

/** Sends a test event of the chosen type and shows what became of it. */
async function ping(page: WebhookPage, { deliveries: store }: WebhookPagesDeps): Promise<PageResult> {
  const type = choiceOf(page.form, 'type', EVENT_TYPES) ?? 'callback.ping'
  const event = await store.ping(page.app.clientId, page.hook.id, testEvent(type))
  return event === null ? problem('not_found') : redirect(webhookPath(page, `/deliveries/${event}`))
}

async function setStatus(page: WebhookPage, { deliveries: store }: WebhookPagesDeps): Promise<PageResult> {
  const { clientId } = page.app
  const isActive = page.form.get('status') === 'Active'
  await store.enable(clientId, page.hook.id, isActive)
  const webhook = isActive ? 'enabled' : 'disabled'
  await page.audit('app_changed', { clientId, detail: webhookDetail(page.hook.url, webhook) })
  return redirect(webhookPath(page, `?m=${webhook}`))
}

/** The first submission shows how many events there are; the second, with `sure`, sends them. */
async function replay(page: WebhookPage, { deliveries: store }: WebhookPagesDeps): Promise<PageResult> {
  const { clientId } = page.app
  const { id, status } = page.hook
  if (status !== 'Active') {
    const errors = [{ field: 'only', text: 'Enable the webhook first, then replay.' }]
    return await renderWebhook(page, { deliveries: store }, { errors })
  }
  const errors = replayErrors(page.form)
  if (errors.length > 0) return await renderWebhook(page, { deliveries: store }, { errors })
  const query = replayQuery(page.form)
  if (page.form.get('sure') === null)
    return await renderWebhook(
      page,
      { deliveries: store },
      {
        replayCount: await store.countReplay(clientId, id, query),
      },
    )
  await store.queueReplay(clientId, id, query)
  return redirect(webhookPath(page, '?m=replayed'))
}

async function redeliver(page: WebhookPage, { deliveries: store }: WebhookPagesDeps): Promise<PageResult> {
  const event = eventIdOf(page)
  if (event === null || (await store.redeliver(page.app.clientId, event, page.hook.id)) === 0)
    return problem('not_found')
  return redirect(webhookPath(page, `/deliveries/${event}?m=again`))
}

function eventIdOf(page: WebhookPage): string | null {
  const { eventId } = page.request.params as { eventId: string }
  return isUuid(eventId) ? eventId : null
}

function webhookPath({ app, hook }: WebhookPage, more: string): string {
  return `${appPath(app.clientId)}/webhooks/${hook.id}${more}`
}
