/** Answers that several operations have, with the example of each resource. */
import Type from 'typebox'
import type { TSchema } from 'typebox'
import { Account } from '../../schemas/itinerary/account.js'
import { BatchStatus } from '../../schemas/itinerary/batch-status.js'
import { Airport, City } from '../../schemas/itinerary/location.js'
import { Member } from '../../schemas/itinerary/member.js'
import { Segment } from '../../schemas/itinerary/segment-resource.js'
import { Source } from '../../schemas/itinerary/source.js'
import { Trip } from '../../schemas/itinerary/trip.js'
import { Callback } from '../../schemas/webhooks/callback.js'
import type { HeaderName } from '../operation/response-doc.js'
import {
  accountExample,
  airportExample,
  callbackExample,
  cityExample,
  memberExample,
  pendingExample,
  segmentExample,
  sourceExample,
  tripExample,
} from './examples/resources.js'

const EXAMPLES = new Map<TSchema, unknown>([
  [Account, accountExample],
  [Airport, airportExample],
  [Callback, callbackExample],
  [City, cityExample],
  [Member, memberExample],
  [Segment, segmentExample],
  [Source, sourceExample],
  [Trip, tripExample],
])

export const NOT_MODIFIED = {
  description: 'Nothing has changed since the entity tag in If-None-Match.',
}

export const PENDING = {
  description:
    'Accepted, but not known to be applied within five seconds; or applied, but the result cannot be read.',
  schema: BatchStatus,
  example: pendingExample,
  headers: ['location'],
} as const

/** A resource with its entity tag. */
export const tagged = <T extends TSchema>(
  description: string,
  schema: T,
  more: readonly HeaderName[] = [],
) => ({ description, schema, example: EXAMPLES.get(schema), headers: ['etag', ...more] as const })

/** A resource, or 304 while the client has it. */
export const found = <T extends TSchema>(
  description: string,
  schema: T,
  more: readonly HeaderName[] = [],
) => ({ 200: tagged(description, schema, more), 304: NOT_MODIFIED })

/** A page of resources. */
export const listed = <T extends TSchema>(
  description: string,
  schema: T,
  headers: readonly HeaderName[] = ['x-total-count', 'link'],
) => ({ 200: { description, schema: Type.Array(schema), example: [EXAMPLES.get(schema)], headers } })

/** The same with an entity tag. */
export const listedOrSame = <T extends TSchema>(
  description: string,
  schema: T,
  more: readonly HeaderName[] = [],
) => ({ ...listed(description, schema, ['x-total-count', 'link', 'etag', ...more]), 304: NOT_MODIFIED })

/** Done, and nothing to tell: `{}`. */
export const done = (description: string) => ({ description, schema: Type.Object({}), example: {} })
