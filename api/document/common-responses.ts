/** Responses that several endpoints share. */
import { BatchStatus } from '../../schemas/itinerary/batch-status.js'
import { pendingExample } from './examples/resources.js'
import type { ResponseDoc } from './operation.js'

export const NOT_MODIFIED: ResponseDoc = {
  description: 'Nothing has changed since the entity tag in If-None-Match.',
}

export const PENDING: ResponseDoc = {
  description:
    'Accepted, but not applied within five seconds, or it is unknown whether it is; or applied, but the ' +
    'result cannot be read, or not with this token.',
  schema: BatchStatus,
  example: pendingExample,
  headers: ['location'],
}
