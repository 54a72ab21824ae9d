/** A feed from its body to its answers: reads what has arrived, ingests it, answers, and reads on. */
import type { FeedBody } from './feed-body.js'
import type { IngestResult } from './ingest-lines.js'
import type { LineAnswer } from './lines/line-answers.js'
import { lineReader } from './lines/line-reader.js'
import type { Line } from './lines/line-reader.js'

export interface Feed {
  body: FeedBody
  ingest: (lines: readonly Line[]) => Promise<IngestResult>
  maxLineBytes: number
  /** Called for each answered line with its status. */
  onAnswer: (status: number) => void
  /** Aborted when nobody reads the answers any more. */
  signal: AbortSignal
}

/** The more lines are ingested together, the more lines of one member share a message. */
const MAX_LINES_AT_ONCE = 5_000

/** The text of the answers, as they become ready. Ends early when an error that lasts ends the feed. */
export async function* respondToFeed(feed: Feed): AsyncGenerator<string> {
  const { body, ingest, maxLineBytes, signal } = feed
  const reader = lineReader(maxLineBytes)
  const textOf = (answers: LineAnswer[]): string => {
    for (const { status } of answers) feed.onAnswer(status)
    return answers.map(({ text }) => text).join('')
  }
  for await (const chunk of body.chunks) {
    for (const lines of inGroups(reader.push(chunk))) {
      if (signal.aborted) return
      const { answers, ended } = await ingest(lines)
      yield textOf(answers)
      if (ended) return
    }
  }
  if (!body.isComplete()) return
  const last = reader.end()
  if (last.length > 0) yield textOf((await ingest(last)).answers)
}

function* inGroups(lines: Line[]): Generator<Line[]> {
  for (let from = 0; from < lines.length; from += MAX_LINES_AT_ONCE)
    yield lines.slice(from, from + MAX_LINES_AT_ONCE)
}
