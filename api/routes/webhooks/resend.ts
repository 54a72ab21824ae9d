/** Sending on request: a ping, or a replay of logged events (webhooks.md 2). */
import Type from 'typebox'
import type { Static } from 'typebox'
import { ApiError } from '../../../schemas/base/errors.js'
import { parseDate, parseInstant } from '../../../schemas/base/wall-time.js'
import { invalidValue } from '../../../schemas/segment/validation/segment-error.js'
import type { SegmentError } from '../../../schemas/segment/validation/segment-error.js'
import { CallbackPing, CallbackReplay } from '../../../schemas/webhooks/callback.js'
import { expandTypes } from '../../../schemas/webhooks/event-wildcards.js'
import { DeliveryDetail } from '../../../schemas/webhooks/delivery-log.js'
import { clientOf } from '../../auth/guard.js'
import { PINGS_IN_FLIGHT, REPLAYS_IN_FLIGHT } from '../../operation/in-flight-limit.js'
import { testEvent } from '../../document/examples/events.js'
import type { AddEndpoint } from '../../endpoint.js'
import { bodyReader } from '../../http/body-reader.js'
import { hasBody } from '../../http/body.js'
import { instantProblem } from '../../http/date-parameters.js'
import { sendJson } from '../../http/reply.js'
import type { ReplayQuery } from '../../../schemas/webhooks/callback-store.js'
import type { WebhookDeps } from '../../ports/webhook-deps.js'
import {
  BODY_TYPES,
  CALLBACK_NOT_FOUND,
  CALLBACK_PARAMS,
  CALLBACK_PATH,
  callbackId,
  callbackNotFound,
} from './callback-target.js'
import { deliveryDetailExample, deliveryDetailText } from './deliveries.js'

const ReplayCount = Type.Object(
  {
    count: Type.Integer({ description: 'Number of events.' }),
    dry_run: Type.Boolean({ description: 'Whether they were only counted.' }),
  },
  { description: 'What a replay found.' },
)

export function resendRoutes(add: AddEndpoint, deps: WebhookDeps): void {
  pingCallback(add, deps)
  replayCallback(add, deps)
}

function pingCallback(add: AddEndpoint, { callbacks, ping, baseUrl }: WebhookDeps): void {
  const readBody = bodyReader(CallbackPing)
  add({
    method: 'POST',
    url: '/v2/callbacks/:callback_id/ping',
    params: CALLBACK_PARAMS,
    access: ['A', 'C'],
    inFlight: PINGS_IN_FLIGHT,
    operation: {
      id: 'pingCallback',
      tag: 'Callbacks',
      summary: 'Send a test event now',
      description:
        'Posts one event at once, whatever the status of the callback, and returns the attempt; it is not ' +
        'retried. Without `type` a `callback.ping`; with it an event of that type, whatever the callback ' +
        'subscribes to, made from the examples of this document and marked by `"test": true`. Test events ' +
        'are in the delivery log only: not in `GET /v2/events`, and never sent again.',
      path: CALLBACK_PATH,
      body: { schema: CallbackPing, example: { type: 'trip.updated' }, types: BODY_TYPES },
      responses: {
        200: {
          description: 'The delivery of the ping with its one attempt.',
          schema: DeliveryDetail,
          example: deliveryDetailExample,
        },
      },
      errors: [CALLBACK_NOT_FOUND],
    },
    handle: async (request, reply) => {
      const id = callbackId(request)
      const { type = 'callback.ping' } = hasBody(request) ? readBody(request) : {}
      const event = await ping(clientOf(request), id, testEvent(type))
      const delivery = event === null ? null : await callbacks.delivery(id, event)
      if (event === null || delivery === null) throw callbackNotFound()
      return await sendJson(reply, deliveryDetailText(event, delivery, baseUrl))
    },
  })
}

function replayCallback(add: AddEndpoint, { callbacks }: WebhookDeps): void {
  const readBody = bodyReader(CallbackReplay, { check: instantErrors })
  add({
    method: 'POST',
    url: '/v2/callbacks/:callback_id/replay',
    params: CALLBACK_PARAMS,
    access: ['A', 'C'],
    inFlight: REPLAYS_IN_FLIGHT,
    operation: {
      id: 'replayCallback',
      tag: 'Callbacks',
      summary: 'Replay logged events',
      description:
        'Queues the events between `since` and `until` to which the callback subscribes, each under its ' +
        'id: all of them, or only those that were never delivered. Events from before the authorization ' +
        'are included. With `dry_run` they are only counted.',
      path: CALLBACK_PATH,
      body: {
        schema: CallbackReplay,
        example: { since: '2026-02-01T00:00:00Z', only: 'undelivered', dry_run: true },
        types: BODY_TYPES,
      },
      responses: {
        200: {
          description: 'How many would be queued.',
          schema: ReplayCount,
          example: { count: 12, dry_run: true },
        },
        202: {
          description: 'How many were queued.',
          schema: ReplayCount,
          example: { count: 12, dry_run: false },
        },
      },
      errors: [CALLBACK_NOT_FOUND, [409, 'conflict', 'The callback is Disabled.']],
    },
    handle: async (request, reply) => {
      const client = clientOf(request)
      const id = callbackId(request)
      const body = hasBody(request) ? readBody(request) : {}
      const query: ReplayQuery = {
        since: instantOf(body.since),
        until: instantOf(body.until),
        types: body.types == null ? null : expandTypes(body.types),
        undelivered: body.only === 'undelivered',
      }
      const row = await callbacks.find(client, id)
      if (row === null) throw callbackNotFound()
      if (body.dry_run === true) {
        const count = await callbacks.countReplay(client, id, query)
        return await sendJson(reply, JSON.stringify({ count, dry_run: true }))
      }
      if (row.status !== 'Active')
        throw new ApiError('conflict', 'The callback is Disabled; set its status to Active first.')
      const count = await callbacks.queueReplay(client, id, query)
      return await sendJson(reply.code(202), JSON.stringify({ count, dry_run: false }))
    },
  })
}

/** The errors of instants, in a body that has the form of its schema. */
function instantErrors(body: Partial<Static<typeof CallbackReplay>>): SegmentError[] {
  return (['since', 'until'] as const)
    .filter((name) => instantOf(body[name]) !== null && Number.isNaN(instantOf(body[name])))
    .map((name) => invalidValue(name, instantProblem(body[name] ?? ''), 'invalid_datetime'))
}

/** An instant or a date as epoch milliseconds; null when absent, NaN if it is neither. */
function instantOf(text: string | null | undefined): number | null {
  if (text === null || text === undefined) return null
  const instant = parseInstant(text)
  return Number.isNaN(instant) ? parseDate(text) : instant
}
