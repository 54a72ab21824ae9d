/** Sends all lines of a feed and records the answers. */
import { pause } from '../../../workers/lib/backoff.js'
import type { FeedInput } from './feed-input.js'
import { openRecord, type FeedCounts, type FeedRecord, type RecordFiles } from './feed-record.js'
import type { Line } from '../../../api/feeds/lines/line-reader.js'
import type { FeedingLine } from './line-key.js'
import type { Position } from './progress.js'
import { sendLines, type LineSender } from './send-lines.js'

export interface FeedRun extends Pick<LineSender, 'send' | 'signal' | 'patienceMs'> {
  input: FeedInput
  /** @param id of the feed */
  toLine: (line: Line, id: string) => FeedingLine
  files: RecordFiles
  /** Gets the position once a second, with the problem that is being waited for, if any. */
  onProgress: (position: Position, problem: string | null) => void
}

const SAVE_MS = 1_000

export interface FeedResult extends FeedCounts {
  /** It was not aborted. */
  isComplete: boolean
  reasons: FeedRecord['reasons']
}

/** Resolves with the counts of the whole feed, including earlier runs. */
export async function feedFile(run: FeedRun): Promise<FeedResult> {
  const { input, toLine, files, send, signal, patienceMs, onProgress } = run
  const record = openRecord(files, input)
  /** Bytes read up to the last line of each batch that is not recorded yet. */
  const reached: Array<{ line: number; bytes: number }> = []
  let bytes = 0
  const recordedBytes = (): number => {
    while (reached[0] !== undefined && reached[0].line <= record.last()) ({ bytes } = reached.shift()!)
    return bytes
  }
  const batches = async function* (): AsyncGenerator<FeedingLine[], void, undefined> {
    for await (const lines of input.batches) {
      reached.push({ line: lines.at(-1)!.number, bytes: input.bytesRead() })
      yield record.remaining(lines).map((line) => toLine(line, record.id))
    }
  }
  const report = (problem: string | null): void => {
    const { lines, rejected } = record.counts
    onProgress({ lines, rejected, bytes: recordedBytes(), size: input.size }, problem)
  }
  const timer = setInterval(() => {
    record.save()
    report(null)
  }, SAVE_MS)
  try {
    await sendLines({
      ...{ batches: batches(), send, record: record.record, patienceMs, signal },
      wait: async (problem, ms) => {
        report(problem)
        await pause(ms, signal)
      },
    })
  } finally {
    clearInterval(timer)
    record.save()
  }
  if (!signal.aborted) record.finish()
  return { ...record.counts, isComplete: !signal.aborted, reasons: record.reasons }
}
