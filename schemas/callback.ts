/** A webhook endpoint of an application (webhooks.md 2): what may be set, and what is shown. */
import Type from 'typebox'
import type { Static } from 'typebox'
import { EventType } from './event.js'
import { offsetInstant } from './event.js'

export const CALLBACK_LIMIT = 10
export const CALLBACK_DEFAULTS = { max_in_flight: 10, timeout_ms: 5_000 } as const

const Settable = {
  url: Type.String({ minLength: 1, maxLength: 2_048, description: 'https, port 443 or 8443; user:password@ is sent as HTTP Basic and never shown again' }),
  events: Type.Array(Type.Union([Type.Literal('*'), EventType]), { minItems: 1, maxItems: 50, uniqueItems: true }),
  description: Type.Union([Type.String({ maxLength: 500 }), Type.Null()]),
  status: Type.Enum(['Active', 'Disabled']),
  ordered: Type.Enum(['none', 'member']),
  max_in_flight: Type.Integer({ minimum: 1, maximum: 100 }),
  rate_per_second: Type.Union([Type.Number({ exclusiveMinimum: 0, maximum: 100_000 }), Type.Null()]),
  timeout_ms: Type.Integer({ minimum: 100, maximum: 30_000 })
}

export const CallbackChange = Type.Partial(Type.Object(Settable))
export type CallbackChange = Static<typeof CallbackChange>

export const CallbackCreate = Type.Intersect([Type.Object({ url: Settable.url }), CallbackChange])
export type CallbackCreate = Static<typeof CallbackCreate>

const Nullable = (of: ReturnType<typeof Type.String>): ReturnType<typeof Type.Union> => Type.Union([of, Type.Null()])

export const Callback = Type.Object({
  id: Type.String(),
  ...Settable,
  disabled_reason: Nullable(Type.String({ description: 'gone, requested, failing, or what the application gave' })),
  signing_secret: Type.Optional(Type.String({ description: 'whsec_...; in the answers of create and rotate only' })),
  previous_secret_expires: Nullable(Type.String()),
  failure_count: Type.Integer(),
  last_delivery: Nullable(Type.String()),
  last_status_code: Type.Union([Type.Integer(), Type.Null()]),
  created: Type.String(),
  updated: Type.String()
})

/** A callback as it is stored, without its secrets. */
export interface CallbackRow {
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
  previous_secret_expires: Date | null
  failure_count: number
  last_delivery: Date | null
  last_status_code: number | null
  version: number
  created: Date
  updated: Date
}

/** The public representation. */
export function callbackDoc (row: CallbackRow): Record<string, unknown> {
  const instant = (at: Date | null): string | null => at === null ? null : resourceInstant(at)
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
    previous_secret_expires: instant(row.previous_secret_expires),
    failure_count: row.failure_count,
    last_delivery: instant(row.last_delivery),
    last_status_code: row.last_status_code,
    created: instant(row.created),
    updated: instant(row.updated)
  }
}

/** An instant as resources show it: `2026-11-20T09:30:00+0000` (contract.md 1). */
function resourceInstant (at: Date): string { return offsetInstant(at).replace('+00:00', '+0000') }
