/** Everything that the service holds about a member, as the member may take it along. */
import type { Id } from '../base/ids.js'

/** Rises when the form of the exported document changes. */
export const EXPORT_VERSION = 1

export interface PersonDocument {
  /** One JSON document in pieces; read in steps, so that a large one is never in memory as a whole. */
  document: (member: Id) => AsyncGenerator<string>
}

export interface PersonExport extends PersonDocument {
  /** The whole itinerary as iCalendar. */
  calendar: (member: Id) => Promise<string>
}
