/**
 * The rows in which the feeds of this node count, one for each feed and day. An application with very many feeds on a
 * day gets one row for the rest of them, so that rows are bounded.
 */
import type { IdGenerator } from '../../../schemas/base/ids.js'
import type { FeedCounts } from '../../../schemas/feeds/feed-report.js'

export interface ReportRows {
  /** The row for a feed that is open, from now on. `day`: days since the epoch. */
  enter: (client: string, request: string, day: number) => FeedCounts
  /** The feed has ended, or goes on in the row of another day. */
  leave: (row: FeedCounts) => void
  /** Rows of feeds that are open. */
  open: ReadonlySet<FeedCounts>
}

interface RowsOfDay {
  day: number
  feeds: number
  shared: FeedCounts | null
}

/**
 * @param now epoch milliseconds
 * @param most feeds of an application and day with a row of their own
 */
export function reportRows(ids: IdGenerator, now: () => number, most: number): ReportRows {
  const rowsOf = new Map<string, RowsOfDay>()
  const open = new Set<FeedCounts>()
  const newRow = (client: string, day: number, request: string | null): FeedCounts => ({
    ...{ client, day, request, feed: ids.next(), feeds: 0, open: 0, started: now(), ended: null, lag: null },
    ...{ lines: 0, accepted: 0, accounts: 0, documents: 0, bytes: 0, rejected: {} },
    ...{ first_line: null, last_line: null },
  })
  return {
    enter: (client, request, day) => {
      const known = rowsOf.get(client)
      const rows = known?.day === day ? known : { day, feeds: 0, shared: null }
      rowsOf.set(client, rows)
      rows.feeds += 1
      const isListed = rows.feeds <= most
      const row = isListed ? newRow(client, day, request) : (rows.shared ??= newRow(client, day, null))
      row.feeds += 1
      row.open += 1
      row.ended = null
      open.add(row)
      return row
    },
    leave: (row) => {
      row.open -= 1
      if (row.open === 0) open.delete(row)
    },
    open,
  }
}
