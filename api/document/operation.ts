/** How an endpoint describes itself: the OpenAPI document is built from these. */
import type { TSchema } from 'typebox'
import type { ErrorCode } from '../../schemas/base/errors.js'
import type { Scope } from '../../schemas/oauth/scope.js'
import type { PageList } from '../http/page-sizes.js'

export type ParameterName =
  | `limit_${PageList}`
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
  | 'material'
  | 'changed_field'
  | 'event_segment_type'
  | 'delivery_state'
  | 'status_code'
  | 'client_id'
  | 'response_type'
  | 'redirect_uri'
  | 'state'
  | 'code_challenge'
  | 'code_challenge_method'
  | 'scope'

export interface ResponseDoc {
  description: string
  schema?: TSchema
  example?: unknown
  /** Names of headers in addition to those of every response. */
  headers?: HeaderName[]
  /** Media type when it is not JSON. */
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
  /** Path parameters. */
  path?: Record<string, { description: string; example: string; schema?: TSchema }>
  /** `endless`: a stream of any length. */
  body?: { schema: TSchema; example: unknown; types?: string[]; description?: string; endless?: boolean }
  responses: Record<number, ResponseDoc>
  /** Errors in addition to those that every operation of its kind may answer with: status, code, meaning. */
  errors?: Array<[status: number, code: ErrorCode, description: string]>
  deprecated?: boolean
  /** Id of the operation that it repeats for one segment type: the errors are listed there. */
  copyOf?: string
  /** All its responses are listed, errors included: none are derived from its kind. */
  selfContained?: boolean
}

/** An operation with its route. */
export interface DescribedOperation {
  method: string
  url: string
  operation: Operation
  access: ReadonlyArray<'M' | 'A' | 'C'>
  /** A member token needs one of them; none: any member token will do. */
  scopes: readonly Scope[]
  produces?: string
}

declare module 'fastify' {
  interface FastifyContextConfig {
    operation?: Operation
    access?: ReadonlyArray<'M' | 'A' | 'C'>
    /** The scopes of which a member token needs one. */
    scopes?: readonly Scope[]
    /** Media type of its answers when it is not JSON. */
    produces?: string
  }
}
