/**
 * One webhook in the console: health, deliveries, attempts, test events, enabling, replay (webhooks.md 2).
 */
import type { FastifyInstance, FastifyReply } from 'fastify'
import { isUuid } from '../../../../schemas/base/uuid.js'
import { EVENT_TYPES } from '../../../../schemas/webhooks/event.js'
import { PINGS_IN_FLIGHT, REPLAYS_IN_FLIGHT, inFlightLimit } from '../../../operation/in-flight-limit.js'
import type { InFlightOptions } from '../../../operation/in-flight-limit.js'
import { testEvent } from '../../../document/examples/events.js'
import type { RouteHandler } from '../../lib/page-context.js'
import { appPath } from '../own-app.js'
import type { DeveloperGuard, DeveloperPage } from '../own-app.js'
import type { DeliveryStore, OwnWebhook } from './delivery-store.js'
import { choiceOf } from './list-query.js'
import { findOwnWebhook } from './own-webhook.js'
import type { WebhookPagesDeps } from './own-webhook.js'
import { renderDelivery, renderWebhook } from './render-webhook.js'
import { webhookDetail } from './webhook-audit.js'
import { replayErrors, replayQuery } from './replay-form.js'

type WebhookHandler = (page: DeveloperPage, own: OwnWebhook, store: DeliveryStore) => Promise<FastifyReply>

export interface WebhookRoutesDeps extends WebhookPagesDeps {
  settings: { baseUrl: string }
}

const PATH = '/console/apps/:clientId/webhooks/:hookId'

export function webhookRoutes(app: FastifyInstance, guard: DeveloperGuard, deps: WebhookRoutesDeps): void {
  const route = (handler: WebhookHandler): RouteHandler =>
    guard(async (page) => {
      const own = await findOwnWebhook(page, deps)
      return own === null ? await page.renderError('not_found') : await handler(page, own, deps.deliveries)
    })
  app.get(
    PATH,
    route(async (page, own, store) => await renderWebhook(page, own, store)),
  )
  app.get(
    `${PATH}/deliveries/:eventId`,
    route(async (page, own, store) => await showDelivery(page, own, store, deps.settings.baseUrl)),
  )
  app.post(`${PATH}/ping`, route(limited(PINGS_IN_FLIGHT, ping)))
  app.post(`${PATH}/status`, route(setStatus))
  app.post(`${PATH}/replay`, route(limited(REPLAYS_IN_FLIGHT, replay)))
  app.post(`${PATH}/deliveries/:eventId/redeliver`, route(redeliver))
}

/** The handler, for as many requests of an application at once as the API allows. */
function limited(options: InFlightOptions, handler: WebhookHandler): WebhookHandler {
  const limit = inFlightLimit(options)
  return async (page, own, store) => {
    const leave = limit.enter(own.app.clientId)
    if (leave === null) return await page.renderThrottled(1)
    try {
      return await handler(page, own, store)
    } finally {
      leave()
    }
  }
}

async function showDelivery(
  page: DeveloperPage,
  own: OwnWebhook,
  store: DeliveryStore,
  baseUrl: string,
): Promise<FastifyReply> {
  const event = eventIdOf(page)
  const delivery = event === null ? null : await store.delivery(own.hook.id, event)
  return event === null || delivery === null
    ? await page.renderError('not_found')
    : await renderDelivery(page, own, { event, baseUrl, ...delivery })
}

/** Sends a test event of the chosen type and shows what became of it. */
async function ping(page: DeveloperPage, own: OwnWebhook, store: DeliveryStore): Promise<FastifyReply> {
  const type = choiceOf(page.form, 'type', EVENT_TYPES) ?? 'callback.ping'
  const event = await store.ping(own.app.clientId, own.hook.id, testEvent(type))
  return event === null
    ? await page.renderError('not_found')
    : await page.redirect(webhookPath(own, `/deliveries/${event}`))
}

async function setStatus(page: DeveloperPage, own: OwnWebhook, store: DeliveryStore): Promise<FastifyReply> {
  const { clientId } = own.app
  const isActive = page.form.get('status') === 'Active'
  await store.enable(clientId, own.hook.id, isActive)
  const webhook = isActive ? 'enabled' : 'disabled'
  await page.audit('app_changed', { clientId, detail: webhookDetail(own.hook.url, webhook) })
  return await page.redirect(webhookPath(own, `?m=${webhook}`))
}

/** The first submission shows how many events there are; the second, with `sure`, sends them. */
async function replay(page: DeveloperPage, own: OwnWebhook, store: DeliveryStore): Promise<FastifyReply> {
  const { clientId } = own.app
  const { id, status } = own.hook
  if (status !== 'Active') {
    const errors = [{ field: 'only', text: 'Enable the webhook first, then replay.' }]
    return await renderWebhook(page, own, store, { errors })
  }
  const errors = replayErrors(page.form)
  if (errors.length > 0) return await renderWebhook(page, own, store, { errors })
  const query = replayQuery(page.form)
  if (page.form.get('sure') === null)
    return await renderWebhook(page, own, store, {
      replayCount: await store.countReplay(clientId, id, query),
    })
  await store.queueReplay(clientId, id, query)
  return await page.redirect(webhookPath(own, '?m=replayed'))
}

async function redeliver(page: DeveloperPage, own: OwnWebhook, store: DeliveryStore): Promise<FastifyReply> {
  const event = eventIdOf(page)
  if (event === null || (await store.redeliver(own.app.clientId, event, own.hook.id)) === 0)
    return await page.renderError('not_found')
  return await page.redirect(webhookPath(own, `/deliveries/${event}?m=again`))
}

function eventIdOf(page: DeveloperPage): string | null {
  const { eventId } = page.request.params as { eventId: string }
  return isUuid(eventId) ? eventId : null
}

function webhookPath({ app, hook }: OwnWebhook, more: string): string {
  return `${appPath(app.clientId)}/webhooks/${hook.id}${more}`
}
