/** Trip ids in paths (contract.md 4.1). */
import { MISSING_CODES } from '../../../schemas/itinerary/batch-status.js'
import { likelyWord } from '../../../schemas/hints/likely-word.js'
import { tripExample } from '../../document/examples/resources.js'
import { idParameter } from '../../operation/path-parameter.js'
import { problem } from '../../operation/problem.js'

export const NO_TRIP = problem(404, MISSING_CODES.trip, 'There is no trip with this id.')

/** What may stand in the place of an id. */
const LISTS = ['current', 'upcoming', 'past']

export const TRIP_ID = {
  trip_id: idParameter('Id of the trip.', tripExample.id, (text) => {
    const likely = likelyWord(text, LISTS)
    const hint = likely === null ? 'It is a decimal number.' : `Did you mean /v2/trips/${likely}?`
    return { ...NO_TRIP, hint }
  }),
}
