/** What the feeds of an application sent on a day (contract.md 8.4): numbers, never what a line said. */
import Type from 'typebox'
import type { Static } from 'typebox'
import { Identifier, Instant, orNull } from '../base/formats.js'
import type { Id } from '../base/ids.js'

/** Lines that were rejected with one code, and the numbers of the first of them. */
export interface RejectedLines {
  lines: number
  examples: number[]
}

/** The counts of one feed on one day, as they are stored: those of all its lines so far. */
export interface FeedCounts {
  client: string
  /** Days since the epoch, UTC. */
  day: number
  /** Id of the feed. */
  feed: Id
  /** Id of its request; null: the row of all feeds of the day beyond those that have a row of their own. */
  request: string | null
  feeds: number
  /** How many of them are open. */
  open: number
  /** Instants are epoch milliseconds. */
  started: number
  ended: number | null
  lines: number
  accepted: number
  /** Accepted lines for loyalty accounts. */
  accounts: number
  /** Accepted lines with a document. */
  documents: number
  bytes: number
  rejected: Record<string, RejectedLines>
  first_line: number | null
  last_line: number | null
  /** The greatest lag of folding while its lines were accepted, milliseconds; null: not known. */
  lag: number | null
}

const count = (description: string) => Type.Integer({ minimum: 0, description })
const rejectedCode = {
  code: Type.String({
    description: 'Code of the first error of a line, as in the response to the feed.',
    examples: ['invalid_source'],
  }),
  lines: count('Lines that were rejected with it; each counts once.'),
}
const Rejection = Type.Object(rejectedCode, { description: 'Rejected lines with the same code.' })
const NumberedRejection = Type.Object(
  {
    ...rejectedCode,
    examples: Type.Array(Type.Integer({ minimum: 1 }), {
      description: 'Numbers of the first of these lines, in the feed.',
    }),
  },
  { description: 'Rejected lines with the same code.' },
)

export const DocumentResults = Type.Object(
  {
    waiting: count('Not read yet.'),
    read: count('Read completely.'),
    partly_read: count('Read in part.'),
    nothing_read: count('Read, and nothing was found.'),
    failed: count('Could not be read.'),
  },
  { description: 'What became of its documents, while they are kept.' },
)
export type DocumentResults = Static<typeof DocumentResults>

const sums = {
  day: Type.String({ format: 'date', description: 'The day, UTC.', examples: ['2026-11-20'] }),
  feeds: count('Feeds: one for each request.'),
  open_feeds: count('Feeds that are open now.'),
  lines: count('Lines that were read and answered, not counting blank ones.'),
  accepted: count('Lines answered with 202, repeated ones included.'),
  rejected: count('The other lines.'),
  account_lines: count(
    'Accepted lines for loyalty accounts. Whether anybody has the number is never disclosed.',
  ),
  documents: count('Accepted lines with a document.'),
  document_results: DocumentResults,
  bytes: count('Bytes that were read, decompressed.'),
  first_line: orNull(Instant('When the first line was answered.')),
  last_line: orNull(Instant('When the last line was answered.')),
  fold_lag_ms: orNull(
    count(
      'The longest delay of folding while lines were accepted, in milliseconds: of the slowest part of the ' +
        'service, so an upper bound for a line.',
    ),
  ),
}

export const FeedDay = Type.Object(
  { ...sums, rejections: Type.Array(Rejection, { description: 'By code, the most frequent first.' }) },
  { description: 'All feeds of the application on a day.' },
)
export type FeedDay = Static<typeof FeedDay>

export const FeedReport = Type.Object(
  {
    id: Identifier('Id of the feed.'),
    request_id: orNull(
      Type.String({
        description:
          'X-Request-Id of the feed. Null: this entry is the sum of all further feeds of the day on one node.',
      }),
    ),
    started: Instant('When it was started.'),
    ended: orNull(
      Instant(
        'When it ended. Null: it is open, went on the next day, or the service stopped before it ended.',
      ),
    ),
    ...sums,
    rejections: Type.Array(NumberedRejection, { description: 'By code, the most frequent first.' }),
  },
  { description: 'One feed on a day.' },
)
export type FeedReport = Static<typeof FeedReport>

export interface FeedReportStore {
  /** Saves the counts as they are now; they replace those saved before. */
  save: (counts: readonly FeedCounts[]) => Promise<void>
}

export interface FeedReportReader {
  /** The days of an application that are kept, newest first. */
  days: (client: string) => Promise<FeedDay[]>
  /** Its feeds on a day (YYYY-MM-DD), newest first, those with a smaller id than `before`; and how many there are. */
  feeds: (
    client: string,
    day: string,
    page: { before: Id | null; limit: number },
  ) => Promise<{ rows: FeedReport[]; total: number }>
}
