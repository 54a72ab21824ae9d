/** The deliveries of a callback (webhooks.md 2). */
import Type from 'typebox'
import { isUuid } from '../../../schemas/base/uuid.js'
import {
  Delivery,
  DeliveryDetail,
  attemptDoc,
  deliveryDoc,
  isDeliveryPosition,
} from '../../../schemas/webhooks/delivery-log.js'
import type { AttemptRow, DeliveryQuery, DeliveryRow } from '../../../schemas/webhooks/delivery-log.js'
import { expandTypes } from '../../../schemas/webhooks/event.js'
import { attemptExample, deliveryExample } from '../../document/examples/resources.js'
import { decodeCursor, encodeCursor, invalidCursor } from '../../http/pagination.js'
import { application } from '../../operation/access.js'
import { ok } from '../../operation/answer.js'
import { operation } from '../../operation/declaration.js'
import { pathParameter } from '../../operation/path-parameter.js'
import { problem } from '../../operation/problem.js'
import type { WebhookDeps } from '../../ports/webhook-deps.js'
import { CALLBACK_ID, NO_CALLBACK } from './callback-target.js'

export const deliveryDetailExample = { ...deliveryExample, attempt_log: [attemptExample] }

export const listDeliveries = operation(
  {
    route: 'GET /v2/callbacks/{callback_id}/deliveries',
    id: 'listDeliveries',
    tag: 'Callbacks',
    access: application,
    summary: 'List deliveries',
    description:
      'Newest activity first. `since` and `until` apply to the last attempt, or to the event if ' +
      'there was none. `aborted`: the receiver asked for no more attempts, or the member no longer ' +
      'authorises the application.',
    params: CALLBACK_ID,
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
    problems: [NO_CALLBACK],
  },
  async ({ params, query, caller }, { callbacks }: WebhookDeps) => {
    const { callback_id: id } = params
    if ((await callbacks.find(caller.client, id)) === null) return NO_CALLBACK
    const { limit, state, status_code: status, type, resource_id: resource, since, until, cursor } = query
    const types = type === null ? null : expandTypes(type)
    const asked = { state, status, since, until, types, resource, after: positionOf(cursor) }
    const rows = await callbacks.deliveries(id, { ...asked, limit: limit + 1 })
    const page = rows.slice(0, limit)
    const last = page.at(-1)
    const isMore = last !== undefined && rows.length > page.length
    return ok(page.map(deliveryDoc), {
      next: isMore ? encodeCursor(['1', last.place, last.event_id]) : null,
    })
  },
)

const NEVER_QUEUED = problem(404, 'not_found', 'No event with this id was queued for this webhook.')

export const getDelivery = operation(
  {
    route: 'GET /v2/callbacks/{callback_id}/deliveries/{event_id}',
    id: 'getDelivery',
    tag: 'Callbacks',
    access: application,
    summary: 'Read one delivery with every attempt',
    description:
      'Request headers and body as sent (without credentials and custom headers), status, error class, ' +
      'address, milliseconds, and at most 16 kB of each response. Bodies are null while the member does ' +
      'not authorise the application.',
    params: {
      ...CALLBACK_ID,
      event_id: pathParameter('Id of the event.', deliveryExample.event_id, isUuid, NEVER_QUEUED),
    },
    responses: {
      200: { description: 'The delivery.', schema: DeliveryDetail, example: deliveryDetailExample },
    },
    problems: [NO_CALLBACK, NEVER_QUEUED],
  },
  async ({ params, caller }, { callbacks, baseUrl }: WebhookDeps) => {
    const { callback_id: id, event_id: event } = params
    if ((await callbacks.find(caller.client, id)) === null) return NO_CALLBACK
    const found = await callbacks.delivery(id, event)
    return found === null ? NEVER_QUEUED : ok(deliveryDetail(event, found, baseUrl))
  },
)

/** A delivery with its attempts. */
export function deliveryDetail(
  event: string,
  { row, attempts, body }: { row: DeliveryRow; attempts: AttemptRow[]; body: string | null },
  baseUrl: string,
) {
  const log = attempts.map((attempt) => attemptDoc(attempt, event, body, baseUrl))
  return { ...deliveryDoc(row), attempt_log: log }
}

function positionOf(cursor: string | null): DeliveryQuery['after'] {
  if (cursor === null) return null
  const [version, place = '', event = ''] = decodeCursor(cursor)
  if (version !== '1' || !isDeliveryPosition(place) || !isUuid(event)) throw invalidCursor()
  return { place, event }
}
