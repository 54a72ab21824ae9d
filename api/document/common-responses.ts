/** Responses that several endpoints share. */
import { BatchStatus } from '../../schemas/itinerary/batch-status.js'
import { pendingExample } from './examples/resources.js'

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
