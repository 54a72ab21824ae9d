/**
 * Ingests lines of a feed (contract.md 8): they are validated, addressed and on disk before they are
 * answered. The lines of one member reach the stream in their order, each message after the one before.
 */
import type { FeedAddress } from '../../schemas/feeds/feed-line.js'
import type { CheckContext } from '../../schemas/segment/validation/check-segment.js'
import { checkContext } from '../commands/check-context.js'
import { monotonicTimestamps } from './flow/monotonic-timestamps.js'
import type { RetryPolicy } from './flow/retry-transient.js'
import { throttledMembers } from './flow/throttled-members.js'
import type { FeedContext, FeedSender, IngestDeps, SharedFeedLimits } from './ingest-context.js'
import { ingestRound } from './ingest-round.js'
import type { LineAnswer } from './lines/line-answers.js'
import { lineOutcomes } from './lines/line-outcomes.js'
import type { LineOutcomes } from './lines/line-outcomes.js'
import type { Line } from './lines/line-reader.js'
import { parseLine } from './lines/parse-line.js'
import type { PendingLine } from './lines/pending-line.js'

/** The answers to lines, in their order. `ended`: an error that lasts prevents the feed from continuing. */
export interface IngestResult {
  answers: LineAnswer[]
  ended: boolean
}

/** Lines and bytes parsed before the event loop gets a turn. */
const LINES_PER_TICK = 50
const BYTES_PER_TICK = 64 * 1024

/**
 * Makes the function that ingests lines of one feed, in their order.
 * @param retry how long work that fails for a transient reason is retried
 */
export function lineIngester(
  deps: IngestDeps,
  limits: SharedFeedLimits,
  retry: RetryPolicy,
  sender: FeedSender,
): (lines: readonly Line[]) => Promise<IngestResult> {
  const feed: FeedContext = {
    deps,
    limits,
    retry,
    sender,
    timestamps: monotonicTimestamps(deps.now),
    throttle: throttledMembers(deps.segmentQuota, deps.now),
    newIds: (count) => ({ batch: deps.ids.next(), first: deps.ids.block(count) }),
  }
  const check = checkContext(deps, sender.strict)
  return async (lines) => {
    const outcomes = lineOutcomes(deps.log, sender.request)
    for await (const round of parseRounds(lines, check, outcomes)) await ingestRound(feed, outcomes, round)
    return { answers: outcomes.answers, ended: outcomes.endedBy() !== null }
  }
}

/** Parses lines, answers the invalid ones, and yields the others in rounds in which no key occurs twice. */
async function* parseRounds(
  lines: readonly Line[],
  check: CheckContext,
  outcomes: LineOutcomes,
): AsyncGenerator<PendingLine[]> {
  let round: PendingLine[] = []
  const keys = new Set<string>()
  let inTick = { lines: 0, bytes: 0 }
  for (const [index, line] of lines.entries()) {
    if (inTick.lines >= LINES_PER_TICK || inTick.bytes >= BYTES_PER_TICK) {
      await new Promise((resolve) => setImmediate(resolve))
      inTick = { lines: 0, bytes: 0 }
    }
    inTick.lines += 1
    inTick.bytes += line.bytes?.length ?? 0
    const parsed = parseLine(line, check)
    if (parsed.is === 'invalid') {
      outcomes.answers[index] = parsed.answer
      continue
    }
    const { key } = parsed.line
    if (key !== null && keys.has(key)) {
      yield round
      round = []
      keys.clear()
    }
    if (key !== null) keys.add(key)
    round.push({
      ...parsed.line,
      index,
      number: line.number,
      bytes: parsed.bytes,
      account: null,
      travellers: travellersOf(parsed.line.to),
      ids: null,
    })
  }
  if (round.length > 0) yield round
}

/** The travellers that a line for a loyalty account names, as text; the same for all lines for members. */
function travellersOf(to: FeedAddress): string {
  return 'member' in to ? '' : JSON.stringify(to.names)
}
