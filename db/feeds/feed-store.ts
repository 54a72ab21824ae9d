/** Everything the feeds of the API ask of the store, on one pool. */
import type { Pool } from 'pg'
import { feedAddresses } from './feed-addresses.js'
import { feedReportReader } from './feed-reports.js'
import { heldLines } from './held-lines.js'
import { lineKeyStore } from './line-keys.js'

/** Recipients of lines, lines held for unregistered numbers, and idempotency keys of lines, reports. */
export function feedStore(pool: Pool) {
  return {
    ...feedAddresses(pool),
    holdLines: heldLines(pool).keep,
    keys: lineKeyStore(pool),
    reports: feedReportReader(pool),
  }
}
