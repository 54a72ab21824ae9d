/**
 * Counts what feeds send (contract.md 8.4), in memory, and saves it once a second: no line waits for it, and none fails
 * with it. A process that crashes loses the counts of its last second, never a line.
 */
import type { IdGenerator } from '../../../schemas/base/ids.js'
import type { Log } from '../../../schemas/base/log.js'
import { repeat } from '../../../schemas/work/repeat.js'
import type { FeedCounts, FeedReportStore } from '../../../schemas/feeds/feed-report.js'
import type { CountedAnswer, FeedReports } from '../../ports/feed-reports.js'
import { reportRows } from './report-rows.js'

const FLUSH_INTERVAL_MS = 1_000
/** An open feed is saved that often, or it counts as ended (db/feeds/feed-reports.ts). */
const CONFIRM_INTERVAL_MS = 10_000
const DAY_MS = 86_400_000
/** Feeds of an application and day with a row of their own, on this node; the others share one. */
const MAX_ROWS_PER_DAY = 1_000
const MAX_EXAMPLES = 5

export interface FeedReportsDeps {
  store: FeedReportStore
  ids: IdGenerator
  /** Epoch milliseconds. */
  now: () => number
  log: Log
}

/** `stop` saves what is not saved yet. */
export type RunningFeedReports = FeedReports & { stop: () => Promise<void> }

export function startFeedReports({ store, ids, now, log }: FeedReportsDeps): RunningFeedReports {
  const today = (): number => Math.floor(now() / DAY_MS)
  const rows = reportRows(ids, now, MAX_ROWS_PER_DAY)
  let unsaved = new Set<FeedCounts>()
  let confirmed = now()

  const save = async (): Promise<void> => {
    if (now() - confirmed >= CONFIRM_INTERVAL_MS) {
      confirmed = now()
      for (const row of rows.open) unsaved.add(row)
    }
    if (unsaved.size === 0) return
    const saved = unsaved
    unsaved = new Set()
    try {
      await store.save([...saved])
    } catch (error) {
      for (const row of saved) unsaved.add(row)
      throw error
    }
  }
  const saving = repeat(FLUSH_INTERVAL_MS, save, (error) => {
    log.debug({ error, feeds: unsaved.size }, 'reports of feeds not saved; will retry')
  })
  return {
    start: (client, request) => {
      let row = rows.enter(client, request, today())
      let isOpen = true
      unsaved.add(row)
      /** A feed that is open at midnight goes on in a row of the new day. */
      const current = (): FeedCounts => {
        if (isOpen && row.day !== today()) {
          rows.leave(row)
          unsaved.add(row)
          row = rows.enter(client, request, today())
        }
        unsaved.add(row)
        return row
      }
      return {
        id: () => current().feed,
        read: (bytes) => {
          current().bytes += bytes
        },
        answered: (answers, lag) => {
          count(current(), answers, lag, now())
        },
        ended: () => {
          isOpen = false
          rows.leave(row)
          if (row.open === 0) row.ended = now()
          unsaved.add(row)
        },
      }
    },
    stop: async () => {
      await saving.stop()
      await saving.run()
      if (unsaved.size > 0) await saving.run()
    },
  }
}

function count(row: FeedCounts, answers: readonly CountedAnswer[], lag: number | null, at: number): void {
  if (answers.length === 0) return
  row.lines += answers.length
  row.first_line ??= at
  row.last_line = at
  if (lag !== null) row.lag = Math.max(row.lag ?? 0, lag)
  for (const { code, line, isForAccount, isDocument } of answers) {
    if (code === null) {
      row.accepted += 1
      if (isForAccount) row.accounts += 1
      if (isDocument) row.documents += 1
      continue
    }
    const same = (row.rejected[code] ??= { lines: 0, examples: [] })
    same.lines += 1
    // In a shared row nobody would know of which feed the number is.
    if (row.request !== null && same.examples.length < MAX_EXAMPLES) same.examples.push(line)
  }
}
