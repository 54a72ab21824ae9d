/** What a declaration says about an answer. */
import type { TSchema } from 'typebox'

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

export interface ResponseDoc<T extends TSchema = TSchema> {
  description: string
  schema?: T
  example?: unknown
  /** Names of headers in addition to those of every response. */
  headers?: readonly HeaderName[]
  /** Media type when it is not JSON. */
  type?: string
  /** The response in other media types that Accept may prefer. */
  otherTypes?: Readonly<Record<string, { schema: TSchema; example: unknown }>>
}
