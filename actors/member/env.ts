/** What a decision is handed besides state and message: clock, ids, reference data, settings. */
import type { Places } from '../itinerary/places/places.js'
import type { Id } from '../../schemas/base/ids.js'
import type { SourceRow } from '../../schemas/itinerary/source-row.js'

export interface Env {
  /** Epoch milliseconds of this step: becomes `created` and `updated`. Never used to order statements. */
  now: number
  /** Ids for new segments and trips. */
  newId: () => Id
  places: Places
  /** A source by id; undefined for one that is not known (old statements of it still count, with the last rank). */
  source: (id: string) => SourceRow | undefined
  /** Base of the urls in documents, without a trailing slash. */
  url: string
}
