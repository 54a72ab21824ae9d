/** The deliveries of a callback (webhooks.md 2). */
import type { FastifyRequest } from 'fastify'
import Type from 'typebox'
import { ApiError } from '../../../schemas/base/errors.js'
import { isUuid } from '../../../schemas/base/uuid.js'
import {
  DELIVERY_STATES,
  Delivery,
  DeliveryDetail,
  attemptDoc,
  deliveryDoc,
  isDeliveryPosition,
} from '../../../schemas/webhooks/delivery-log.js'
import type { AttemptRow, DeliveryQuery, DeliveryRow } from '../../../schemas/webhooks/delivery-log.js'
import { clientOf } from '../../auth/guard.js'
import { attemptExample, deliveryExample } from '../../document/examples/webhooks.js'
import type { AddEndpoint } from '../../endpoint.js'
import { instantParameter } from '../../http/date-parameters.js'
import { PAGE_SIZES } from '../../http/page-sizes.js'
import { addNextLink, decodeCursor, encodeCursor, invalidCursor } from '../../http/pagination.js'
import { choiceParameter, integerParameter, textParameter } from '../../http/query.js'
import { sendJson } from '../../http/reply.js'
import type { WebhookDeps } from '../../ports/webhook-deps.js'
import {
  CALLBACK_NOT_FOUND,
  CALLBACK_PARAMS,
  CALLBACK_PATH,
  callbackId,
  callbackNotFound,
} from './callback-target.js'
import { typesParameter } from './events.js'

export const deliveryDetailExample = { ...deliveryExample, attempt_log: [attemptExample] }

export function deliveryRoutes(add: AddEndpoint, deps: WebhookDeps): void {
  listDeliveries(add, deps)
  getDelivery(add, deps)
}

function listDeliveries(add: AddEndpoint, { callbacks, baseUrl }: WebhookDeps): void {
  add({
    method: 'GET',
    url: '/v2/callbacks/:callback_id/deliveries',
    params: CALLBACK_PARAMS,
    access: ['A', 'C'],
    operation: {
      id: 'listDeliveries',
      tag: 'Callbacks',
      summary: 'List deliveries',
      description:
        'Newest activity first. `since` and `until` compare with the last attempt, or with the event if ' +
        'there was none. `aborted`: the receiver asked for no more attempts, or the member no longer ' +
        'authorises the application.',
      path: CALLBACK_PATH,
      parameters: [
        'limit_deliveries',
        'cursor',
        'delivery_state',
        'status_code',
        'event_type',
        'resource_id',
        'since',
        'until',
      ],
      responses: {
        200: {
          description: 'The deliveries.',
          schema: Type.Array(Delivery),
          example: [deliveryExample],
          headers: ['link'],
        },
      },
      errors: [CALLBACK_NOT_FOUND],
    },
    handle: async (request, reply) => {
      const id = callbackId(request)
      if ((await callbacks.find(clientOf(request), id)) === null) throw callbackNotFound()
      const query = deliveryQuery(request)
      const rows = await callbacks.deliveries(id, { ...query, limit: query.limit + 1 })
      const page = rows.slice(0, query.limit)
      const last = page.at(-1)
      if (last !== undefined && rows.length > page.length)
        addNextLink(request, reply, baseUrl, encodeCursor(['1', last.place, last.event_id]))
      return await sendJson(reply, JSON.stringify(page.map(deliveryDoc)))
    },
  })
}

function getDelivery(add: AddEndpoint, { callbacks, baseUrl }: WebhookDeps): void {
  add({
    method: 'GET',
    url: '/v2/callbacks/:callback_id/deliveries/:event_id',
    params: { ...CALLBACK_PARAMS, event_id: Type.String() },
    access: ['A', 'C'],
    operation: {
      id: 'getDelivery',
      tag: 'Callbacks',
      summary: 'Read one delivery with every attempt',
      description:
        'Request headers and body as sent (without credentials and custom headers), status, error class, ' +
        'address, milliseconds, and at most 16 kB of each response. Bodies are null while the member does ' +
        'not authorise the application.',
      path: {
        ...CALLBACK_PATH,
        event_id: { description: 'Id of the event.', example: deliveryExample.event_id },
      },
      responses: {
        200: { description: 'The delivery.', schema: DeliveryDetail, example: deliveryDetailExample },
      },
      errors: [
        [404, 'not_found', 'The application has no such callback, or the event was never queued for it.'],
      ],
    },
    handle: async (request, reply) => {
      const id = callbackId(request)
      const { event_id: event } = request.params
      if ((await callbacks.find(clientOf(request), id)) === null) throw callbackNotFound()
      const found = isUuid(event) ? await callbacks.delivery(id, event) : null
      if (found === null)
        throw new ApiError('not_found', 'No event with this id was ever queued for this callback.')
      return await sendJson(reply, deliveryDetailText(event, found, baseUrl))
    },
  })
}

/** A delivery with its attempts as JSON text. */
export function deliveryDetailText(
  event: string,
  { row, attempts, body }: { row: DeliveryRow; attempts: AttemptRow[]; body: string | null },
  baseUrl: string,
): string {
  const log = attempts.map((attempt) => attemptDoc(attempt, event, body, baseUrl))
  return JSON.stringify({ ...deliveryDoc(row), attempt_log: log })
}

function deliveryQuery(request: FastifyRequest): DeliveryQuery {
  const hasStatus = textParameter(request, 'status_code') !== null
  return {
    state: choiceParameter(request, 'state', DELIVERY_STATES),
    status: hasStatus ? integerParameter(request, 'status_code', { standard: 0, min: 100, max: 999 }) : null,
    since: instantParameter(request, 'since'),
    until: instantParameter(request, 'until'),
    types: typesParameter(request),
    resource: textParameter(request, 'resource_id'),
    limit: integerParameter(request, 'limit', { ...PAGE_SIZES.deliveries, min: 1 }),
    after: deliveryCursor(textParameter(request, 'cursor', 512)),
  }
}

function deliveryCursor(cursor: string | null): DeliveryQuery['after'] {
  if (cursor === null) return null
  const [version, place = '', event = ''] = decodeCursor(cursor)
  if (version !== '1' || !isDeliveryPosition(place) || !isUuid(event)) throw invalidCursor()
  return { place, event }
}
