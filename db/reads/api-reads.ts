/** Every read of the API, on one pool. */
import type { Pool } from 'pg'
import { accountReads } from './accounts.js'
import { batchReads } from './batches.js'
import { calendarReads } from './calendar.js'
import { locationReads } from './locations.js'
import { memberReads } from './members.js'
import { segmentReads } from './segments.js'
import { sourceReads } from './sources.js'
import { tripReads } from './trips.js'

/** Reads for every resource of the API; none of them writes. */
export function apiReads(pool: Pool) {
  return {
    members: memberReads(pool),
    trips: tripReads(pool),
    segments: segmentReads(pool),
    calendar: calendarReads(pool),
    sources: sourceReads(pool),
    batches: batchReads(pool),
    accounts: accountReads(pool),
    locations: locationReads(pool),
  }
}
