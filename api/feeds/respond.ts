/** A feed from its body to its answers: reads what has come, takes it in, answers, and reads on. */
import type { LineAnswer } from './lines/line-answers.js'
import type { FeedBody } from './feed-body.js'
import { lineReader } from './lines/line-reader.js'
import type { Line } from './lines/line-reader.js'
import type { IngestResult } from './ingest-lines.js'

export interface Feed {
  body: FeedBody
  ingest: (lines: readonly Line[]) => Promise<IngestResult>
  /** Bytes of a line. */
  maxLineBytes: number
  /** Hears of each line that was answered, with its status. */
  onAnswer: (status: number) => void
  /** Nobody reads the answers any more. */
  signal: AbortSignal
}

/** The more are taken in together, the more of one member share a message. */
const MAX_LINES_AT_ONCE = 5_000

/** Text of the answers, as they are ready. */
export async function* respondToFeed({
  body,
  ingest: take,
  maxLineBytes: longest,
  onAnswer: answered,
  signal,
}: Feed): AsyncGenerator<string> {
  const reader = lineReader(longest)
  const told = (answers: LineAnswer[]): string => {
    for (const { status } of answers) answered(status)
    return answers.map((one) => one.text).join('')
  }
  const groups = function* (lines: Line[]): Generator<Line[]> {
    for (let at = 0; at < lines.length; at += MAX_LINES_AT_ONCE) yield lines.slice(at, at + MAX_LINES_AT_ONCE)
  }
  for await (const piece of body.chunks) {
    for (const lines of groups(reader.push(piece))) {
      if (signal.aborted) return
      const { answers, ended: over } = await take(lines)
      yield told(answers)
      if (over) return
    }
  }
  if (!body.isComplete()) return
  const rest = reader.end()
  if (rest.length > 0) yield told((await take(rest)).answers)
}
