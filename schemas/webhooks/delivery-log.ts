/** The delivery log (webhooks.md 2): its rows, and how the API and the console show them. */
import { values } from '../data/enumerations.js'
import type { ValueOf } from '../data/enumerations.js'
import Type from 'typebox'
import type { Static } from 'typebox'
import { Identifier, Instant, Text, orNull } from '../base/formats.js'
import { instantText } from '../base/wall-time.js'
import { THIN_MARK, USER_AGENT } from './delivery.js'
import { thinBody } from './thin-payload.js'
import { parseWall } from '../base/wall-time.js'

export const DELIVERY_STATES = values('delivery-state')
export type DeliveryStateName = ValueOf<'delivery-state'>
export const WAITS_FOR = values('waits-for')
export type WaitsFor = ValueOf<'waits-for'>

const EVENT_ID = Type.String({ format: 'uuid', description: 'Id of the event.' })
const STATUS_CODE = orNull(Type.Integer({ description: 'HTTP status of the answer; null: there was none.' }))
const ERROR = orNull(
  Type.String({
    description:
      'Why there was no answer: `refused` (the address is not allowed), `dns`, `connect`, `tls`, `reset`, `timeout` or `protocol`.',
    examples: ['timeout'],
  }),
)

export const Attempt = Type.Object(
  {
    no: Type.Integer({ description: 'Number of the attempt, from 1.' }),
    at: Instant('When it was made.'),
    state: Text('State of the delivery after it.'),
    status_code: STATUS_CODE,
    error: ERROR,
    address: orNull(Text('IP address that it was sent to.')),
    duration_ms: Type.Integer({ description: 'Milliseconds until the answer or the failure.' }),
    next_attempt: orNull(Instant('When the next one is due.')),
    request: Type.Object(
      {
        headers: Type.Record(Type.String(), Type.String(), {
          description: 'Its headers, without credentials and custom ones.',
        }),
        body: Type.Unknown({
          description: 'The event as it was sent; null while the member does not authorise the application.',
        }),
      },
      { description: 'What was sent.' },
    ),
    response: Type.Object(
      { body: orNull(Text('Its body, at most 16 kB.')) },
      { description: 'What the endpoint answered.' },
    ),
  },
  { description: 'An attempt to deliver an event.' },
)
export type Attempt = Static<typeof Attempt>

export const Delivery = Type.Object(
  {
    event_id: EVENT_ID,
    callback_id: Identifier('Id of the webhook.'),
    type: Text('Type of the event.'),
    resource_id: orNull(Text('Id of the resource that changed.')),
    member_id: orNull(Identifier('Id of the member; null: the event concerns none.')),
    state: Type.Enum([...DELIVERY_STATES], { description: 'State of the delivery.' }),
    attempts: Type.Integer({ description: 'Number of attempts made.' }),
    waits_for: orNull(Type.Enum(WAITS_FOR, { description: 'What it waits for; null: it has ended.' })),
    next_attempt: orNull(Instant('When the next attempt is made, as far as that is known.')),
    last_attempt: orNull(Instant('When it was last attempted.')),
    last_status_code: STATUS_CODE,
    last_error: ERROR,
    event_created: Instant('When the event happened.'),
  },
  { description: 'An event on its way to a webhook.' },
)
export type Delivery = Static<typeof Delivery>

export const DeliveryDetail = Type.Object(
  {
    ...Delivery.properties,
    attempt_log: Type.Array(Attempt, { description: 'Its attempts of the last 30 days.' }),
  },
  { description: 'A delivery with its attempts.', 'x-extends': [Delivery] },
)

const POSITION = /^(\d{4}-\d{2}-\d{2}) (\d{2}:\d{2}:\d{2})(?:\.\d{1,6})?[+-](?:0\d|1[0-5])(?::[0-5]\d)?$/

/**
 * True for the position of a delivery in its list: an instant that exists as the store writes it, or
 * `infinity`.
 */
export function isDeliveryPosition(text: string): boolean {
  const [, date = '', time = ''] = POSITION.exec(text) ?? []
  return text === 'infinity' || !Number.isNaN(parseWall(`${date}T${time}`))
}

/** A delivery with its newest attempt, if any. */
export interface DeliveryRow {
  /** Position in the list, as text that keeps microseconds. */
  place: string
  event_id: string
  callback_id: string
  type: string
  resource_id: string | null
  member_id: string | null
  state: DeliveryStateName
  attempts: number
  waits_for: WaitsFor | null
  next_at: Date | null
  at: Date | null
  status: number | null
  error: string | null
  event_at: Date
  /** Whether it is a test event, sent on request. */
  is_test: boolean
}

export interface AttemptRow {
  no: number
  at: Date
  state: string
  status: number | null
  error: string | null
  address: string | null
  ms: number
  next_at: Date | null
  type: string
  signed: string
  answer: string | null
}

/** Attempts of one hour; `hoursAgo` 0 is the current one. */
export interface HealthHour {
  hoursAgo: number
  delivered: number
  failed: number
  medianMs: number
}

export interface DeliveryQuery {
  state: DeliveryStateName | null
  status: number | null
  since: number | null
  until: number | null
  types: string[] | null
  resource: string | null
  limit: number
  after: { place: string; event: string } | null
}

const instant = (at: Date | null): string | null => (at === null ? null : instantText(at))

/** A delivery as GET /v2/callbacks/{id}/deliveries shows it (webhooks.md 2). */
export function deliveryDoc(row: DeliveryRow): Delivery {
  return {
    event_id: row.event_id,
    callback_id: row.callback_id,
    type: row.type,
    resource_id: row.resource_id,
    member_id: row.member_id,
    state: row.state,
    attempts: row.attempts,
    waits_for: row.waits_for,
    next_attempt: instant(row.next_at),
    last_attempt: instant(row.at),
    last_status_code: row.status,
    last_error: row.error,
    event_created: instantText(row.event_at),
  }
}

/** The body of an attempt, from the event's text; null if that may not be shown. */
export function sentBody(row: AttemptRow, body: string | null, baseUrl: string): string | null {
  return body !== null && row.signed.endsWith(` ${THIN_MARK}`) ? thinBody(body, baseUrl) : body
}

/**
 * An attempt with its request as sent, without credentials and custom headers; `body` is the event's text,
 * `baseUrl` that of the API.
 */
export function attemptDoc(row: AttemptRow, event: string, body: string | null, baseUrl: string): Attempt {
  const [timestamp = '', plain = '', ...rest] = row.signed.split(' ')
  const signatures = rest.filter((one) => one !== THIN_MARK)
  const sent = sentBody(row, body, baseUrl)
  return {
    no: row.no,
    at: instantText(row.at),
    state: row.state,
    status_code: row.status,
    error: row.error,
    address: row.address,
    duration_ms: row.ms,
    next_attempt: instant(row.next_at),
    request: {
      headers: {
        'content-type': 'application/json',
        'user-agent': USER_AGENT,
        'tripfold-event-type': row.type,
        'webhook-id': event,
        'webhook-timestamp': timestamp,
        'webhook-signature': signatures.join(' '),
        'x-signature': plain,
      },
      body: sent === null ? null : (JSON.parse(sent) as unknown),
    },
    response: { body: row.answer },
  }
}
