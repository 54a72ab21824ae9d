/** What was delivered to a callback, pings and replays (webhooks.md 2). */
import Type from 'typebox'
import type { FastifyRequest } from 'fastify'
import { CallbackReplay } from '../../../schemas/webhooks/callback.js'
import {
  Attempt,
  attemptDoc,
  Delivery,
  DELIVERY_STATES,
  deliveryDoc,
  isDeliveryPosition,
} from '../../../schemas/webhooks/delivery-log.js'
import type { DeliveryQuery } from '../../../schemas/webhooks/delivery-log.js'
import { ApiError } from '../../../schemas/base/errors.js'
import { isUuid } from '../../../schemas/base/uuid.js'
import { parseDate, parseInstant } from '../../../schemas/base/wall-time.js'
import { clientOf } from '../../auth/guard.js'
import { bodyReader } from '../../http/body-reader.js'
import { attemptExample, deliveryExample } from '../../document/examples/webhooks.js'
import type { AddEndpoint } from '../../endpoint.js'
import { addLink } from '../../http/link.js'
import { instantParameter } from '../../http/date-parameters.js'
import { choiceParameter, integerParameter, textParameter } from '../../http/query.js'
import { sendJson } from '../../http/reply.js'
import type { WebhookDeps } from '../../ports/webhook-deps.js'
import { CALLBACK_PARAMS, callbackId, callbackPath, BODY_TYPES, callbackNotFound } from './callbacks.js'
import { hasBody, typesParameter } from './events.js'

const DeliveryDetail = Type.Object({ ...Delivery.properties, attempt_log: Type.Array(Attempt) })
const detailExample = { ...deliveryExample, attempt_log: [attemptExample] }
const Counted = Type.Object({ count: Type.Integer(), dry_run: Type.Boolean() })
const NOT_FOUND: [404, 'not_found', string] = [
  404,
  'not_found',
  'The application has no callback with this id.',
]

export function callbackDeliveryRoutes(add: AddEndpoint, deps: WebhookDeps): void {
  logRoutes(add, deps)
  pingRoute(add, deps)
  replayRoute(add, deps)
}

function logRoutes(add: AddEndpoint, deps: WebhookDeps): void {
  const { callbacks } = deps
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
        'Newest activity first. `since` and `until` are about the last attempt, or about the event where there was none. `aborted`: the receiver asked for no more attempts, or the member no longer authorises the application.',
      path: callbackPath,
      parameters: [
        'limit',
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
      errors: [NOT_FOUND],
    },
    handle: async (request, reply) => {
      const id = callbackId(request)
      if ((await callbacks.find(clientOf(request), id)) === null) throw callbackNotFound()
      const query = queryOf(request)
      const rows = await callbacks.deliveries(id, { ...query, limit: query.limit + 1 })
      const page = rows.slice(0, query.limit)
      const last = page.at(-1)
      if (last !== undefined && rows.length > page.length) {
        const [path = '', text = ''] = request.url.split('?', 2)
        const parameters = new URLSearchParams(text)
        parameters.set('cursor', Buffer.from(`1\n${last.place}\n${last.event_id}`).toString('base64url'))
        addLink(reply, `<${deps.baseUrl}${path}?${parameters.toString()}>; rel="next"`)
      }
      return await sendJson(reply, JSON.stringify(page.map(deliveryDoc)))
    },
  })
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
        'Request headers and body as sent (without the credentials of the URL), status, error class, address, milliseconds, and at most 16 kB of each answer. Bodies are null while the member does not authorise the application.',
      path: {
        ...callbackPath,
        event_id: { description: 'Id of the event.', example: deliveryExample.event_id },
      },
      responses: { 200: { description: 'The delivery.', schema: DeliveryDetail, example: detailExample } },
      errors: [[404, 'not_found', 'The application has no such callback, or it never had this event.']],
    },
    handle: async (request, reply) => {
      const id = callbackId(request)
      const { event_id: event } = request.params
      if ((await callbacks.find(clientOf(request), id)) === null) throw callbackNotFound()
      const found = isUuid(event) ? await callbacks.delivery(id, event) : null
      if (found === null) throw new ApiError('not_found', 'This callback never had an event with this id.')
      const attempts = found.attempts.map((row) => attemptDoc(row, event, found.body))
      return await sendJson(reply, JSON.stringify({ ...deliveryDoc(found.row), attempt_log: attempts }))
    },
  })
}

function pingRoute(add: AddEndpoint, { callbacks, ping }: WebhookDeps): void {
  add({
    method: 'POST',
    url: '/v2/callbacks/:callback_id/ping',
    params: CALLBACK_PARAMS,
    access: ['A', 'C'],
    operation: {
      id: 'pingCallback',
      tag: 'Callbacks',
      summary: 'Send a test event now',
      description: 'Posts callback.ping, whatever the status of the callback, and answers with the attempt.',
      path: callbackPath,
      responses: {
        200: {
          description: 'The delivery of the ping with its one attempt.',
          schema: DeliveryDetail,
          example: detailExample,
        },
      },
      errors: [NOT_FOUND],
    },
    handle: async (request, reply) => {
      const id = callbackId(request)
      const event = await ping(clientOf(request), id)
      const found = event === null ? null : await callbacks.delivery(id, event)
      if (event === null || found === null) throw callbackNotFound()
      return await sendJson(
        reply,
        JSON.stringify({
          ...deliveryDoc(found.row),
          attempt_log: found.attempts.map((row) => attemptDoc(row, event, found.body)),
        }),
      )
    },
  })
}

function replayRoute(add: AddEndpoint, { callbacks }: WebhookDeps): void {
  const readReplay = bodyReader(CallbackReplay)
  add({
    method: 'POST',
    url: '/v2/callbacks/:callback_id/replay',
    params: CALLBACK_PARAMS,
    access: ['A', 'C'],
    operation: {
      id: 'replayCallback',
      tag: 'Callbacks',
      summary: 'Send events of the log again',
      description:
        'Queues the events between `since` and `until` that the callback wants, each under its id: all of them, or only those it has never taken. Events from before the authorization are included. With `dry_run` they are only counted.',
      path: callbackPath,
      body: {
        schema: CallbackReplay,
        example: { since: '2026-02-01T00:00:00Z', only: 'undelivered', dry_run: true },
        types: BODY_TYPES,
      },
      responses: {
        200: {
          description: 'How many would be sent.',
          schema: Counted,
          example: { count: 12, dry_run: true },
        },
        202: {
          description: 'How many were queued.',
          schema: Counted,
          example: { count: 12, dry_run: false },
        },
      },
      errors: [NOT_FOUND, [409, 'conflict', 'The callback is Disabled.']],
    },
    handle: async (request, reply) => {
      const client = clientOf(request)
      const id = callbackId(request)
      const body = hasBody(request) ? readReplay(request) : {}
      const query = {
        since: instantField(body.since, 'since'),
        until: instantField(body.until, 'until'),
        types: body.types ?? null,
        undelivered: body.only === 'undelivered',
      }
      const row = await callbacks.find(client, id)
      if (row === null) throw callbackNotFound()
      if (body.dry_run === true)
        return await sendJson(
          reply,
          JSON.stringify({ count: await callbacks.countReplay(client, id, query), dry_run: true }),
        )
      if (row.status !== 'Active')
        throw new ApiError('conflict', 'The callback is Disabled; enable it first.')
      return await sendJson(
        reply.code(202),
        JSON.stringify({ count: await callbacks.queueReplay(client, id, query), dry_run: false }),
      )
    },
  })
}

function instantField(text: string | null | undefined, field: string): number | null {
  if (text === null || text === undefined) return null
  for (const value of [parseInstant(text), parseDate(text)]) if (!Number.isNaN(value)) return value
  throw new ApiError(
    'invalid_request',
    `Field "${field}" must be a UTC date and time that exists, such as 2026-03-01T12:00:00Z.`,
  )
}

function queryOf(request: FastifyRequest): DeliveryQuery {
  const cursor = textParameter(request, 'cursor', 512)
  const [version, place = '', event = ''] =
    cursor === null ? ['1'] : Buffer.from(cursor, 'base64url').toString().split('\n')
  if (version !== '1' || (cursor !== null && (!isDeliveryPosition(place) || !isUuid(event)))) {
    throw new ApiError(
      'invalid_request',
      'Parameter "cursor" is not one of this list; take it from the Link header.',
    )
  }
  return {
    state: choiceParameter(request, 'state', DELIVERY_STATES),
    status:
      textParameter(request, 'status_code') === null
        ? null
        : integerParameter(request, 'status_code', 0, 100, 999),
    since: instantParameter(request, 'since'),
    until: instantParameter(request, 'until'),
    types: typesParameter(request),
    resource: textParameter(request, 'resource_id'),
    limit: integerParameter(request, 'limit', 50, 1, 100),
    after: cursor === null ? null : { place, event },
  }
}
