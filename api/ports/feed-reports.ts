/** What is counted of feeds while they run, for reports and metrics (contract.md 8.4). */
import type { Id } from '../../schemas/base/ids.js'

/** The answer to a line, as it is counted. */
export interface CountedAnswer {
  status: number
  /** Number of the line. */
  line: number
  /** Code of its first error; null: it is accepted. */
  code: string | null
  /** Of an accepted line: whether it is for a loyalty account, and whether it has a document. */
  isForAccount: boolean
  isDocument: boolean
}

/** Counts one feed. */
export interface FeedReporter {
  /** Id of the row that it counts in. */
  id: () => Id
  read: (bytes: number) => void
  /** @param lag of folding, milliseconds; null: not known */
  answered: (answers: readonly CountedAnswer[], lag: number | null) => void
  ended: () => void
}

export interface FeedReports {
  /** Begins the report of a feed; `request` is the id of its request. */
  start: (client: string, request: string) => FeedReporter
}
