/** A webhook endpoint of an application (webhooks.md 2): its settings and its public representation. */
import { values } from '../data/enumerations.js'
import type { ValueOf } from '../data/enumerations.js'
import Type from 'typebox'
import { Identifier, Instant, orNull } from '../base/formats.js'
import { instantText } from '../base/wall-time.js'
import type { Static } from 'typebox'
import { CallbackHealth, callbackHealth } from './callback-health.js'
import type { HealthRow } from './callback-health.js'
import { LEASE_MS } from './delivery.js'
import { MAX_HEADER_VALUE, type SealedHeaders } from './custom-headers.js'
import { EventFilter } from './event-filter.js'
import { EVENT_TYPES, EVENT_WILDCARDS } from './event.js'
import type { EventType } from './event.js'

export const CALLBACK_LIMIT = 10
export const CALLBACK_DEFAULTS = {
  max_in_flight: 10,
  timeout_ms: 15_000,
  payload: 'full',
  signature: 'v1',
  filter: null,
  test: false,
} as const
export const PAYLOADS = ['full', 'thin'] as const
/** Bounds of the settings; the console names them where a value is outside. */
export const CALLBACK_BOUNDS = {
  max_in_flight: { minimum: 1, maximum: 100 },
  rate_per_second: { minimum: 0.001, maximum: 100_000 },
  timeout_ms: { minimum: 100, maximum: 30_000 },
} as const
export const MAX_CALLBACK_DESCRIPTION = 500

const Settable = {
  url: Type.String({
    minLength: 1,
    maxLength: 2_048,
    description:
      'Where events are sent: https, port 443 or 8443. A service set up for development (DEV) also takes http, any ' +
      'port and addresses of its own machine. user:password@ is sent as HTTP Basic and never shown again.',
  }),
  events: Type.Array(Type.Enum(['*', ...EVENT_TYPES]), {
    minItems: 1,
    maxItems: 50,
    uniqueItems: true,
    description: 'Types of the events it receives; `*`: all.',
    examples: [['trip.created', 'trip.updated']],
  }),
  description: orNull(
    Type.String({ maxLength: MAX_CALLBACK_DESCRIPTION, description: 'Your own note about the webhook.' }),
  ),
  status: Type.Enum(values('callback-status'), { description: 'Whether events are sent to the webhook.' }),
  ordered: Type.Enum(values('ordered'), { description: 'Whether events are sent in order.' }),
  max_in_flight: Type.Integer({
    ...CALLBACK_BOUNDS.max_in_flight,
    description: 'Most requests at the same time.',
  }),
  rate_per_second: Type.Union([Type.Number(CALLBACK_BOUNDS.rate_per_second), Type.Null()], {
    description: 'Attempts started per second, at least 0.001; null: no limit.',
  }),
  timeout_ms: Type.Integer({
    ...CALLBACK_BOUNDS.timeout_ms,
    description: 'Milliseconds within which the endpoint must answer.',
  }),
  payload: Type.Enum([...PAYLOADS], {
    description: 'What is sent; `thin`: without `data`, but with the `url` of the resource.',
  }),
  signature: Type.Enum(values('signature'), {
    description:
      'How requests are signed; `v1a`: also with a key pair of the service, whose public half verifies.',
  }),
  filter: Type.Union([EventFilter, Type.Null()], {
    description: 'Conditions on those events; null: none.',
  }),
}

/** Types of events as a request may name them. */
const NamedEvents = Type.Array(Type.Enum(['*', ...EVENT_TYPES, ...EVENT_WILDCARDS]), {
  minItems: 1,
  maxItems: 50,
  uniqueItems: true,
  description:
    'Types of the events to receive; `*`: all, also those to come. `trip.*` and the like stand for the types of ' +
    'today, which the answer lists.',
  examples: [['trip.*', 'segment.updated']],
})

const HEADERS = Type.Union(
  [Type.Record(Type.String(), Type.String({ maxLength: MAX_HEADER_VALUE })), Type.Null()],
  {
    description:
      'Sent with every request, at most 10; they replace the present ones and are never shown again.',
    examples: [{ 'X-Tenant': '7' }],
  },
)

export const CallbackChange = Type.Object(
  Type.Partial(Type.Object({ ...Settable, events: NamedEvents, headers: HEADERS })).properties,
  {
    description: 'Settings of a webhook to change; what is omitted stays as it is.',
    additionalProperties: false,
  },
)
export type CallbackChange = Static<typeof CallbackChange>

const IsTest = Type.Boolean({
  description: 'True: it gets only the events of your test members; false: only all other events.',
})

export const CallbackCreate = Type.Object(
  { ...CallbackChange.properties, url: Settable.url, test: Type.Optional(IsTest) },
  {
    description:
      'A webhook to register. Defaults: Active, all events (`*`), no order, no rate limit, no filter, no test, ' +
      `${CALLBACK_DEFAULTS.max_in_flight} requests at a time, ${CALLBACK_DEFAULTS.timeout_ms} ms, full payload, signature v1.`,
    'x-extends': [CallbackChange],
  },
)
export type CallbackCreate = Static<typeof CallbackCreate>

const MAX_OVERLAP_SECONDS = 7 * 86_400
/**
 * A worker that missed the change signs with the old secret alone until its lease ends: receivers need both
 * until then.
 */
export const MIN_OVERLAP_SECONDS = LEASE_MS / 1_000
export const DEFAULT_OVERLAP_SECONDS = 86_400

export const CallbackRotate = Type.Object(
  {
    overlap_seconds: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: MAX_OVERLAP_SECONDS,
        description: `How long both secrets sign; a day by default, at least ${MIN_OVERLAP_SECONDS} seconds.`,
      }),
    ),
  },
  { additionalProperties: false },
)

export const CallbackPing = Type.Object(
  {
    type: Type.Optional(
      Type.Enum([...EVENT_TYPES], { description: 'Type of the test event; `callback.ping` if omitted.' }),
    ),
  },
  { description: 'The test event to send.', additionalProperties: false },
)

const replayLimit = (description: string, example: string) =>
  Type.Optional(orNull(Type.String({ maxLength: 40, description, examples: [example] })))

export const CallbackReplay = Type.Object(
  {
    since: replayLimit('Events from this instant or day on.', '2026-03-01T12:00:00Z'),
    until: replayLimit('Events before this instant or day.', '2026-03-02'),
    types: Type.Optional(
      orNull(
        Type.Array(Type.Enum([...EVENT_TYPES, ...EVENT_WILDCARDS]), {
          minItems: 1,
          maxItems: 50,
          description: 'Only events of these types; `trip.*`: all of trips.',
          examples: [['trip.updated']],
        }),
      ),
    ),
    only: Type.Optional(
      Type.Enum(values('replay-only'), { description: 'Which of them; `all` if omitted.' }),
    ),
    dry_run: Type.Optional(Type.Boolean({ description: 'True: they are only counted.' })),
  },
  { description: 'The events to send again.', additionalProperties: false },
)

export const Callback = Type.Object(
  {
    id: Identifier('Id of the webhook.'),
    ...Settable,
    test: IsTest,
    header_names: Type.Array(Type.String(), { description: 'Names of the custom headers.' }),
    disabled_reason: orNull(
      Type.String({
        description:
          'Why it is Disabled: `gone`, `requested` by an answer, `failing` for days, `suspended` because the service fails to prepare events for it, mostly by its filter, `by the application`, or `by the developer` in the console.',
        examples: ['gone'],
      }),
    ),
    signing_secret: Type.Optional(
      Type.String({
        description: 'Verifies what is sent; only in the answers to create and rotate.',
        examples: ['whsec_...'],
      }),
    ),
    previous_secret_expires: orNull(Instant('Until when the previous secret signs too.')),
    health: CallbackHealth,
    failure_count: Type.Integer({ description: 'Failed attempts since the last success.' }),
    last_delivery: orNull(Instant('When an event was last delivered.')),
    last_status_code: orNull(Type.Integer({ description: 'HTTP status of the latest answer.' })),
    created: Instant('When it was registered.'),
    updated: Instant('When it was last changed.'),
  },
  { description: 'A webhook endpoint of the application.' },
)

/** Values of `disabled_reason` where it was no decision of the service. */
export const DISABLED_BY = { application: 'by the application', developer: 'by the developer' } as const
export type DisabledBy = keyof typeof DISABLED_BY

/** The settings of an application, with defaults, without what is kept sealed. */
export type CallbackSettable = Required<Omit<CallbackChange, 'headers' | 'events'>> & {
  events: Array<EventType | '*'>
}
export type NewCallbackSettings = CallbackSettable & { test: boolean }

/** Settings to change; undefined headers stay as they are. */
export type CallbackSettingsChange = Partial<CallbackSettable> & {
  headers?: SealedHeaders | undefined
  /** Who changes them; the application by default. */
  by?: DisabledBy
}

/** A callback as it is stored, without its secrets. */
export interface CallbackRow extends HealthRow {
  id: string
  client_id: string
  url: string
  status: 'Active' | 'Disabled'
  disabled_reason: string | null
  events: string[]
  description: string | null
  ordered: 'none' | 'member'
  max_in_flight: number
  rate_per_second: number | null
  timeout_ms: number
  payload: (typeof PAYLOADS)[number]
  signature: ValueOf<'signature'>
  filter: EventFilter | null
  test: boolean
  header_names: string[]
  previous_secret_expires: Date | null
  last_delivery: Date | null
  last_status_code: number | null
  version: number
  created: Date
  updated: Date
}

/**
 * Checks a callback that is locked for a change (null: it does not exist) and throws to refuse the change:
 * what `If-Match` was compared with must still hold when the change is made (RFC 9110 13.1.1).
 */
export type CallbackPrecondition = (row: CallbackRow | null) => void

/**
 * Thrown when a secret cannot be rotated yet: the previous one still signs, and a rotation would shorten its
 * overlap.
 */
export class SecretOverlapError extends Error {
  readonly until: Date
  constructor(until: Date) {
    super(`the previous secret signs until ${until.toISOString()}`)
    this.until = until
  }
}

/** The public representation. */
export function callbackDoc(row: CallbackRow): Static<typeof Callback> {
  const instant = (at: Date | null): string | null => (at === null ? null : instantText(at))
  return {
    id: row.id,
    url: row.url,
    status: row.status,
    disabled_reason: row.disabled_reason,
    events: row.events,
    description: row.description,
    ordered: row.ordered,
    max_in_flight: row.max_in_flight,
    rate_per_second: row.rate_per_second,
    timeout_ms: row.timeout_ms,
    payload: row.payload,
    signature: row.signature,
    filter: row.filter,
    test: row.test,
    header_names: row.header_names,
    previous_secret_expires: instant(row.previous_secret_expires),
    health: callbackHealth(row),
    failure_count: row.failure_count,
    last_delivery: instant(row.last_delivery),
    last_status_code: row.last_status_code,
    created: instantText(row.created),
    updated: instantText(row.updated),
  } as Static<typeof Callback>
}
