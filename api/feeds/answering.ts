/** A feed from its body to its answers: reads what has come, takes it in, answers, and reads on. */
import type { LineAnswer } from './answers.js'
import type { FeedBody } from './body.js'
import { lineReader } from './line-reader.js'
import type { Line } from './line-reader.js'
import type { Taken } from './take-in.js'

export interface Feed {
  body: FeedBody
  take: (lines: readonly Line[]) => Promise<Taken>
  /** Bytes of a line. */
  longest: number
  /** Hears of each line that was answered, with its status. */
  answered: (status: number) => void
  /** Nobody reads the answers any more. */
  signal: AbortSignal
}

/** The more are taken in together, the more of one member share a message. */
const LINES_AT_ONCE = 5_000

/** Text of the answers, as they are ready. */
export async function* feedAnswers({ body, take, longest, answered, signal }: Feed): AsyncGenerator<string> {
  const reader = lineReader(longest)
  const told = (answers: LineAnswer[]): string => {
    for (const { status } of answers) answered(status)
    return answers.map((one) => one.text).join('')
  }
  const groups = function* (lines: Line[]): Generator<Line[]> {
    for (let at = 0; at < lines.length; at += LINES_AT_ONCE) yield lines.slice(at, at + LINES_AT_ONCE)
  }
  for await (const piece of body.pieces) {
    for (const lines of groups(reader.push(piece))) {
      if (signal.aborted) return
      const { answers, over } = await take(lines)
      yield told(answers)
      if (over) return
    }
  }
  if (!body.whole()) return
  const rest = reader.end()
  if (rest.length > 0) yield told((await take(rest)).answers)
}
