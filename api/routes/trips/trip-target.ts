/** Trip ids in paths (contract.md 4.1). */
import { likelyWord } from '../../../schemas/hints/likely-word.js'
import { tripExample } from '../../document/examples/resources.js'
import { idParameter } from '../../operation/path-parameter.js'
import { problem } from '../../operation/problem.js'

/**
 * The interface specification lists `invalid_request` as the only error code of a trip by id, also for an
 * unknown one.
 */
export const NO_TRIP = problem(404, 'invalid_request', 'There is no trip with this id.')

const NO_ID = problem(400, 'invalid_request', 'A trip id must be a decimal number.')

/** What may stand in the place of an id. */
const LISTS = ['current', 'upcoming', 'past']

export const TRIP_ID = {
  trip_id: idParameter('Id of the trip.', tripExample.id, (text) => {
    const likely = likelyWord(text, LISTS)
    return { ...NO_ID, hint: likely === null ? null : `Did you mean /v2/trips/${likely}?` }
  }),
}
