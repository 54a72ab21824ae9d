/** The events that are posted to callbacks, as webhooks of the OpenAPI document (webhooks.md 1 and 3). */
import { eventSchema, ThinEvent } from '../../schemas/webhooks/event-resource.js'
import { EVENT_TYPES } from '../../schemas/webhooks/event.js'
import type { EventType } from '../../schemas/webhooks/event.js'
import { EXAMPLE_EVENT_ID, exampleEvent } from './examples/events.js'
import { toJsonSchema } from './json-schema.js'
import type { Json } from './json-schema.js'

const DESCRIPTION = 'Sent to webhooks that subscribe to it.'

const NOTES: Partial<Record<EventType, string>> = {
  'member.deauthorized': [
    ' The member no longer authorises the application, for whatever reason: nothing of the member is sent',
    'after it,',
    "not even pending retries. `object` is the member's id alone, `sequence` is null.",
  ].join(' '),
  'member.deleted': [
    ' The member has erased the account; `object` is the id alone. Delete what you hold about the member. It is also sent to',
    'applications that the member had disconnected up to a year before.',
  ].join(' '),
}

const header = (name: string, description: string, example: string): Json => ({
  name,
  in: 'header',
  required: true,
  description,
  schema: { type: 'string' },
  example,
})

const SHARED_HEADERS = [
  header('tripfold-event-type', 'Type of the event, for routing before the body is parsed.', 'trip.updated'),
  header('webhook-id', 'Id of the event: the same on every attempt.', EXAMPLE_EVENT_ID),
  header('webhook-timestamp', 'When this attempt was signed, Unix seconds.', '1771500000'),
  header(
    'webhook-signature',
    '`v1,` and the base64 HMAC-SHA256 of id.timestamp.body; several, separated by spaces, while a secret ' +
      'is rotated. The key is the decoded base64 after `whsec_` (Standard Webhooks). Webhooks with `signature` v1a also get ' +
      '`v1a,` and the base64 Ed25519 signature of the same, which a key of `GET /.well-known/webhook-keys` verifies.',
    'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
  ),
  header(
    'x-signature',
    'Hex HMAC-SHA256 of the body, for receivers that check only this: it does not cover when the body was ' +
      'signed. The key is the newest secret as text, including `whsec_`.',
    '0c94e61c4bd09c0d2b05b9ac53e0f3ddb30a6b7e1d0e0d7b7d2f21f4c2f7a1c9',
  ),
]

const ANSWERS: Record<number, string> = {
  200: 'Accepted, like any other 2xx.',
  410: 'Never send here again: the webhook is disabled.',
  503: 'Try again later: Retry-After is honoured. Any other answer is retried too, for about three days.',
}

/** What a receiver may answer, by names among the components. */
export function webhookResponses(): Json {
  return Object.fromEntries(
    Object.entries(ANSWERS).map(([status, description]) => [`Webhook${status}`, { description }]),
  )
}

const componentName = (parameter: Json): string => String(parameter['name']).replaceAll('-', '_')

/** The headers that every webhook has, by their names among the components. */
export function webhookParameters(): Json {
  return Object.fromEntries(SHARED_HEADERS.map((parameter) => [componentName(parameter), parameter]))
}

const pascal = (type: string): string =>
  type.replaceAll(/(^|\.)(\w)/g, (_, __, initial: string) => initial.toUpperCase())

/** One webhook per event type. */
export function webhookObjects(): Json {
  return Object.fromEntries(EVENT_TYPES.map((type) => [type, { post: webhookOperation(type) }]))
}

function webhookOperation(type: EventType): Json {
  return {
    operationId: `on${pascal(type)}`,
    tags: ['Events'],
    summary: `Event ${type}`,
    description: `${DESCRIPTION}${NOTES[type] ?? ''}`,
    security: [],
    parameters: SHARED_HEADERS.map((one) => ({ $ref: `#/components/parameters/${componentName(one)}` })),
    requestBody: { $ref: `#/components/requestBodies/${bodyName(type)}` },
    responses: Object.fromEntries(
      Object.keys(ANSWERS).map((status) => [status, { $ref: `#/components/responses/Webhook${status}` }]),
    ),
  }
}

/** The type whose body and example are shared by all events about one kind of resource. */
const firstOfItsShape = (type: EventType): EventType =>
  (eventSchema(type).properties['type'] as { enum?: EventType[] }).enum![0]!

const bodyName = (type: EventType): string => pascal(firstOfItsShape(type).split('.')[0]!)

/** The request bodies of each kind of resource, by component name. */
export function webhookBodies(): Json {
  return Object.fromEntries(
    EVENT_TYPES.filter((type) => firstOfItsShape(type) === type).map((type) => [
      bodyName(type),
      {
        required: true,
        content: {
          'application/json': {
            schema: { anyOf: [toJsonSchema(eventSchema(type)), toJsonSchema(ThinEvent)] },
            examples: { event: { value: exampleEvent(type) } },
          },
        },
      },
    ]),
  )
}
