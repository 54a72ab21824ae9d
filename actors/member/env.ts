/** The inputs of a decision besides state and messages: clock, ids, reference data, settings. */
import type { Id } from '../../schemas/base/ids.js'
import type { SourceRow } from '../../schemas/itinerary/source-row.js'
import type { Places } from '../itinerary/places/places.js'

export interface Env {
  /** Epoch milliseconds of this step: becomes `created` and `updated`. Never used to order statements. */
  now: number
  /** An id for a new segment, trip or account. */
  newId: () => Id
  places: Places
  /** A source by id; undefined if unknown (its old statements still count, with the lowest priority). */
  source: (id: string) => SourceRow | undefined
  /** Base of the urls in documents, without a trailing slash. */
  url: string
}
