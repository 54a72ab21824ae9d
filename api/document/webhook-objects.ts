/** The events that are posted to callbacks, as webhooks of the OpenAPI document (webhooks.md 1 and 3). */
import { EVENT_TYPES, Event } from '../../schemas/webhooks/event.js'
import type { EventType } from '../../schemas/webhooks/event.js'
import { EXAMPLE_EVENT_ID, exampleEvent } from './examples/events.js'
import { toJsonSchema } from './json-schema.js'
import type { Json } from './json-schema.js'

const DESCRIPTION = [
  'Sent to every callback that subscribes to this type, signed by the Standard Webhooks scheme:',
  'the key of `webhook-signature` is the decoded base64 after `whsec_`,',
  'that of `x-signature` the newest secret as text, including `whsec_`.',
  'Any 2xx response accepts it; anything else is retried for about three days.',
].join(' ')

const NOTES: Partial<Record<EventType, string>> = {
  'member.deauthorized': [
    ' The member no longer authorises the application, for whatever reason: nothing of the member is sent',
    'after it,',
    "not even pending retries. `object` is the member's id alone, `sequence` is null.",
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

const SIGNATURE_HEADERS = [
  header('webhook-id', 'Id of the event: the same on every attempt.', EXAMPLE_EVENT_ID),
  header('webhook-timestamp', 'When this attempt was signed, Unix seconds.', '1771500000'),
  header(
    'webhook-signature',
    '`v1,` and the base64 HMAC-SHA256 of id.timestamp.body; several, separated by spaces, while a secret ' +
      'is rotated.',
    'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
  ),
  header(
    'x-signature',
    'Hex HMAC-SHA256 of the body, for receivers that check only that: it does not say when the body was ' +
      'signed.',
    '0c94e61c4bd09c0d2b05b9ac53e0f3ddb30a6b7e1d0e0d7b7d2f21f4c2f7a1c9',
  ),
]

/** One webhook per event type. */
export function webhookObjects(): Json {
  return Object.fromEntries(EVENT_TYPES.map((type) => [type, { post: webhookOperation(type) }]))
}

function webhookOperation(type: EventType): Json {
  const name = type.replaceAll(/(^|\.)(\w)/g, (_, __, initial: string) => initial.toUpperCase())
  return {
    operationId: `on${name}`,
    tags: ['Events'],
    summary: `Event ${type}`,
    description: `${DESCRIPTION}${NOTES[type] ?? ''}`,
    security: [],
    parameters: [
      ...SIGNATURE_HEADERS,
      header('tripfold-event-type', 'Type of the event, for routing before the body is parsed.', type),
    ],
    requestBody: {
      required: true,
      content: {
        'application/json': {
          schema: toJsonSchema(Event),
          examples: { event: { summary: type, value: exampleEvent(type) } },
        },
      },
    },
    responses: {
      200: { description: 'Accepted.' },
      410: { description: 'Never send here again: the callback is disabled.' },
      503: { description: 'Not now: Retry-After is honoured.' },
    },
  }
}
