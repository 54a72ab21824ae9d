/** Sending on request: a ping, waiting deliveries at once, or a replay of logged events (webhooks.md 2). */
import Type from 'typebox'
import type { Static } from 'typebox'
import { parseDate, parseInstant } from '../../../schemas/base/wall-time.js'
import { invalidValue } from '../../../schemas/segment/validation/segment-error.js'
import type { SegmentError } from '../../../schemas/segment/validation/segment-error.js'
import type { ReplayQuery } from '../../../schemas/webhooks/callback-store.js'
import { Callback, CallbackPing, CallbackReplay, callbackDoc } from '../../../schemas/webhooks/callback.js'
import { DeliveryDetail } from '../../../schemas/webhooks/delivery-log.js'
import { expandTypes } from '../../../schemas/webhooks/event.js'
import { tagged } from '../../document/common-responses.js'
import { testEvent } from '../../document/examples/events.js'
import { application } from '../../operation/access.js'
import { accepted, ok } from '../../operation/answer.js'
import { operation } from '../../operation/declaration.js'
import { PINGS_IN_FLIGHT, REPLAYS_IN_FLIGHT } from '../../operation/in-flight-limit.js'
import { instantProblem } from '../../operation/query-time.js'
import type { WebhookDeps } from '../../ports/webhook-deps.js'
import { callbackHeaders } from './callback-response.js'
import { BODY_TYPES, CALLBACK_ID, DISABLED, NO_CALLBACK } from './callback-target.js'
import { deliveryDetail, deliveryDetailExample } from './deliveries.js'

const ReplayCount = Type.Object(
  {
    count: Type.Integer({ description: 'Number of events.' }),
    dry_run: Type.Boolean({ description: 'Whether they were only counted.' }),
  },
  { description: 'The result of a replay.' },
)

export const pingCallback = operation(
  {
    route: 'POST /v2/callbacks/{callback_id}/ping',
    id: 'pingCallback',
    tag: 'Callbacks',
    access: application,
    inFlight: PINGS_IN_FLIGHT,
    summary: 'Send a test event now',
    description:
      'Posts one event at once, whatever the status of the webhook, and returns the attempt; it is not ' +
      'retried. Without `type` a `callback.ping`; with it an event of that type, whatever the webhook ' +
      'subscribes to, made from the examples of this document and marked by `"test": true`. Test events ' +
      'are in the delivery log only: not in `GET /v2/events`, and never sent again.',
    repeats: 'Each request sends an event.',
    params: CALLBACK_ID,
    body: { schema: CallbackPing, example: { type: 'trip.updated' }, types: BODY_TYPES, optional: true },
    responses: {
      200: {
        description: 'The delivery of the ping with its one attempt.',
        schema: DeliveryDetail,
        example: deliveryDetailExample,
      },
    },
    problems: [NO_CALLBACK],
  },
  async ({ params, body, caller }, { callbacks, ping, baseUrl }: WebhookDeps) => {
    const { callback_id: id } = params
    const event = await ping(caller.client, id, testEvent(body.type ?? 'callback.ping'))
    const delivery = event === null ? null : await callbacks.delivery(id, event)
    if (event === null || delivery === null) return NO_CALLBACK
    return ok(deliveryDetail(event, delivery, baseUrl))
  },
)

export const resumeCallback = operation(
  {
    route: 'POST /v2/callbacks/{callback_id}/resume',
    id: 'resumeCallback',
    tag: 'Callbacks',
    access: application,
    summary: 'Resume deliveries now',
    description:
      'Deliveries that wait for their next attempt become due now. If the webhook is paused, one attempt is made, and the ' +
      'others follow once one is accepted.',
    params: CALLBACK_ID,
    responses: { 200: tagged('The webhook.', Callback) },
    problems: [NO_CALLBACK, DISABLED],
  },
  async ({ params, caller }, { callbacks }: WebhookDeps) => {
    const row = await callbacks.resume(caller.client, params.callback_id)
    if (row === null) return NO_CALLBACK
    return row.status === 'Active' ? ok(callbackDoc(row), callbackHeaders(row)) : DISABLED
  },
)

export const replayCallback = operation(
  {
    route: 'POST /v2/callbacks/{callback_id}/replay',
    id: 'replayCallback',
    tag: 'Callbacks',
    access: application,
    inFlight: REPLAYS_IN_FLIGHT,
    summary: 'Replay logged events',
    description:
      'Queues the events between `since` and `until` to which the webhook subscribes, each under its ' +
      'id: all of them, or only those that were never delivered. Events from before the authorization ' +
      'are included. With `dry_run` they are only counted.',
    repeats: 'Each request queues the events again; receivers know them by their ids.',
    params: CALLBACK_ID,
    body: {
      schema: CallbackReplay,
      example: { since: '2026-02-01T00:00:00Z', only: 'undelivered', dry_run: true },
      types: BODY_TYPES,
      check: instantErrors,
      optional: true,
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
    problems: [NO_CALLBACK, DISABLED],
  },
  async ({ params, body, caller: { client } }, { callbacks }: WebhookDeps) => {
    const { callback_id: id } = params
    const query: ReplayQuery = {
      since: instantOf(body.since),
      until: instantOf(body.until),
      types: body.types == null ? null : expandTypes(body.types),
      undelivered: body.only === 'undelivered',
    }
    const row = await callbacks.find(client, id)
    if (row === null) return NO_CALLBACK
    if (body.dry_run === true)
      return ok({ count: await callbacks.countReplay(client, id, query), dry_run: true })
    if (row.status !== 'Active') return DISABLED
    return accepted({ count: await callbacks.queueReplay(client, id, query), dry_run: false })
  },
)

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
