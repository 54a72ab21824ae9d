/** A feed from its body to its answers: reads what has arrived, ingests it, answers, and reads on. */
import { setTimeout as sleep } from 'node:timers/promises'
import { ApiError } from '../../schemas/base/errors.js'
import type { FeedBody } from './feed-body.js'
import type { IngestResult } from './ingest-lines.js'
import { errorAnswer } from './lines/line-answers.js'
import type { LineAnswer } from './lines/line-answers.js'
import { lineReader } from './lines/line-reader.js'
import type { Line } from './lines/line-reader.js'

export interface Feed {
  body: FeedBody
  ingest: (lines: readonly Line[]) => Promise<IngestResult>
  maxLineBytes: number
  /** Number of the first line. */
  firstLine: number
  /** Called with the bytes of each chunk that is read. */
  onRead: (bytes: number) => void
  /** Called with the answers before they are sent. */
  onAnswers: (answers: readonly LineAnswer[]) => void
  /** Counts lines that gave nothing, as they were blank or not accepted. Returns the milliseconds to wait. */
  waste: (lines: number) => number
  /** How many lines are ingested together at most, at the moment. */
  linesAtOnce: () => number
  /** Whether the feed should end: nobody reads the answers any more, or the server closes. */
  isCancelled: () => boolean
}

/** A longer wait ends the feed: its sender should know. */
const MAX_WAIT_MS = 10_000
const WAIT_STEP_MS = 250

/** The text of the answers, as they become ready. Ends early when an error that lasts ends the feed. */
export async function* respondToFeed(feed: Feed): AsyncGenerator<string> {
  const { body, ingest, maxLineBytes, isCancelled } = feed
  const reader = lineReader(maxLineBytes, feed.firstLine)
  const textOf = (answers: LineAnswer[]): string => {
    feed.onAnswers(answers)
    return answers.map(({ text }) => text).join('')
  }
  let blank = 0
  for await (const chunk of body.chunks) {
    feed.onRead(chunk.length)
    for (const lines of inGroups(reader.push(chunk), feed.linesAtOnce)) {
      if (isCancelled()) return
      const { answers, ended } = await ingest(lines)
      if (answers.length > 0) yield textOf(answers)
      if (ended) return
      const wasted = answers.filter(({ status }) => status !== 202).length + reader.blank() - blank
      blank = reader.blank()
      const refusal = await waitForWaste(feed, wasted, reader.lines() + 1)
      if (refusal !== null) {
        yield textOf([refusal])
        return
      }
    }
  }
  if (!body.isComplete()) return
  const last = reader.end()
  if (last.length > 0) yield textOf((await ingest(last)).answers)
}

/** Waits until more may be read; the answer that ends the feed if that takes too long. */
async function waitForWaste(
  { waste, isCancelled }: Feed,
  wasted: number,
  number: number,
): Promise<LineAnswer | null> {
  const ms = wasted === 0 ? 0 : waste(wasted)
  if (ms > MAX_WAIT_MS) {
    const retryAfter = Math.ceil(ms / 1_000)
    const description = `Too many lines are blank or rejected; continue with this one in ${retryAfter} s.`
    return errorAnswer({ number, key: null }, new ApiError('rate_limited', description, { retryAfter }))
  }
  for (let left = ms; left > 0 && !isCancelled(); left -= WAIT_STEP_MS)
    await sleep(Math.min(left, WAIT_STEP_MS))
  return null
}

/** The last group may be empty: lines that are blank count too. */
function* inGroups(lines: Iterable<Line>, most: () => number): Generator<Line[]> {
  let group: Line[] = []
  for (const line of lines) {
    group.push(line)
    if (group.length < most()) continue
    yield group
    group = []
  }
  yield group
}
