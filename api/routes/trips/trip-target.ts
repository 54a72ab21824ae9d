/** Trip ids in paths (contract.md 4.1). */
import Type from 'typebox'
import { ApiError } from '../../../schemas/base/errors.js'
import { isId } from '../../../schemas/base/ids.js'
import { likelyWord } from '../../../schemas/hints/likely-word.js'
import { tripExample } from '../../document/examples/resources.js'
import type { Operation } from '../../document/operation.js'
import type { TypedRequest } from '../../endpoint.js'

export const TRIP_PATH: NonNullable<Operation['path']> = {
  trip_id: { description: 'Id of the trip.', example: tripExample.id },
}
export const TRIP_PARAMS = { trip_id: Type.String() }

/** What may stand in the place of an id. */
const LISTS = ['current', 'upcoming', 'past']

/** The trip id in the path. Throws `invalid_request` for a malformed one. */
export function tripId(request: TypedRequest<typeof TRIP_PARAMS>): string {
  const { trip_id: id } = request.params
  if (!isId(id)) {
    const likely = likelyWord(id, LISTS)
    throw new ApiError('invalid_request', 'A trip id must be a decimal number.', {
      hint: likely === null ? null : `Did you mean /v2/trips/${likely}?`,
    })
  }
  return id
}

/**
 * The interface specification lists `invalid_request` as the only error code of a trip by id, also for an
 * unknown one.
 */
export const tripNotFound = (): ApiError =>
  new ApiError('invalid_request', 'There is no trip with this id.', { status: 404 })
