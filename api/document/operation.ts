/** What an endpoint says of itself: the OpenAPI document is made of these. */
import type { TSchema } from 'typebox'
import type { ErrorCode } from '../../schemas/base/errors.js'

export type ParameterName =
  | 'limit'
  | 'offset'
  | 'cursor'
  | 'segments'
  | 'start'
  | 'end'
  | 'since'
  | 'until'
  | 'follow'
  | 'trip_status'
  | 'segment_status'
  | 'privacy'
  | 'purpose'
  | 'type'
  | 'source'
  | 'confirmation_no'
  | 'unfiled'
  | 'provenance'
  | 'account_status'
  | 'classification'
  | 'segment_type'
  | 'q'
  | 'place'
  | 'if_none_match'
  | 'if_match'
  | 'idempotency_key'
  | 'prefer'
  | 'feed'
  | 'event_type'
  | 'member_id'
  | 'resource_id'
  | 'undelivered'
  | 'delivery_state'
  | 'status_code'
  | 'client_id'
  | 'response_type'
  | 'redirect_uri'
  | 'state'
  | 'code_challenge'
  | 'code_challenge_method'

export interface ResponseDoc {
  description: string
  schema?: TSchema
  example?: unknown
  /** Names of headers beyond those of every answer. */
  headers?: HeaderName[]
  /** When it is not JSON. */
  type?: string
}

export type HeaderName =
  | 'location'
  | 'x-total-count'
  | 'link'
  | 'etag'
  | 'preference-applied'
  | 'idempotent-replayed'
  | 'deprecation'
  | 'sunset'
  | 'retry-after'
  | 'x-cursor'
  | 'www-authenticate'

export interface Operation {
  /** operationId, camel case. */
  id: string
  tag:
    | 'Member'
    | 'Trips'
    | 'Segments'
    | 'Batches'
    | 'Accounts'
    | 'Sources'
    | 'Locations'
    | 'Calendar'
    | 'Events'
    | 'Callbacks'
    | 'Feeds'
    | 'OAuth'
    | 'Document'
  summary: string
  description: string
  parameters?: ParameterName[]
  /** Path parameters with their description. */
  path?: Record<string, { description: string; example: string; schema?: TSchema }>
  /** `endless`: of any length. */
  body?: { schema: TSchema; example: unknown; types?: string[]; description?: string; endless?: boolean }
  responses: Record<number, ResponseDoc>
  /** Failures beyond those that every operation of its kind may give: status, code, what it means. */
  errors?: Array<[status: number, code: ErrorCode, description: string]>
  deprecated?: boolean
  /** Its answers are all named, failures too: nothing follows from its kind. */
  selfContained?: boolean
}

declare module 'fastify' {
  interface FastifyContextConfig {
    operation?: Operation
    access?: ReadonlyArray<'M' | 'A' | 'C'>
    /** Media types that the endpoint answers with, when not JSON. */
    produces?: string
  }
}
