/**
 * Sends lines until each has a final answer, over as many connections as it takes. Lines without one stay in a window, in
 * order: a new connection begins with them. After an answer that asks to wait (429, 5xx, a key in use) the connection sends
 * no more, so that later lines of the same member do not overtake it.
 */
import type { FeedAnswer } from '../../../api/client/src/generated/types.js'
import { NoAnswerError, TripfoldError } from '../../../api/client/src/errors.js'
import { Refused } from '../answer.js'
import type { FeedingLine } from './line-key.js'

export interface LineSender {
  /** Lines as they arrive; each once, in their order. */
  batches: AsyncIterator<FeedingLine[], void, undefined>
  /** One connection: the answers to the lines in these chunks. `firstLine`: number of the first of them. */
  send: (chunks: AsyncIterable<Uint8Array>, firstLine: number) => AsyncIterable<FeedAnswer>
  /** Gets each line with its answer, in the order of the lines. */
  record: (line: FeedingLine, answer: FeedAnswer) => void
  /** Reports the problem, and waits this many milliseconds. */
  wait: (problem: string, ms: number) => Promise<void>
  /** Milliseconds without a recorded line after which it gives up. */
  patienceMs: number
  signal: AbortSignal
}

/** Bounds on lines and bytes without a final answer: further ones are read later. */
const MAX_WINDOW = { lines: 8_000, bytes: 16 * 2 ** 20 }
const LINES_A_CHUNK = 250
/** Per connection: far fewer than the service allows at once (contract.md 8.1). */
const MAX_BLANK_LINES = 5_000
const LINE_FEED = '\n'
const FIRST_WAIT_MS = 500
const LONGEST_WAIT_MS = 30_000

/** Whether the service may accept the same line later. */
const isPassing = ({ status, ...rest }: FeedAnswer): boolean =>
  status === 429 || status >= 500 || ('retry_after' in rest && rest.retry_after !== undefined)

/**
 * Resolves when every line is recorded, or once it is aborted.
 * @throws {Refused} if the service refuses the feed, or records nothing for too long
 */
export async function sendLines(options: LineSender): Promise<void> {
  const { record, wait, patienceMs, signal } = options
  const window = lineWindow(options.batches)
  signal.addEventListener('abort', window.wake)
  let failures = 0
  let since = performance.now()
  let recorded = 0
  const recordAnswered = (): void => {
    for (let line = window.next(); line?.answer != null; line = window.next()) {
      record(line, line.answer)
      recorded += 1
    }
  }
  for (;;) {
    recordAnswered()
    if (signal.aborted || (window.isEmpty() && window.isRead())) return
    if (window.isEmpty()) {
      await window.more()
      continue
    }
    if (failures === 0) since = performance.now()
    recorded = 0
    const outcome = await connection(options, window, failures === 0, recordAnswered)
    if (signal.aborted) return
    failures = recorded > 0 ? 0 : failures + 1
    if (outcome === null) continue
    const { problem, retryAfter } = outcome
    if (recorded === 0 && performance.now() - since > patienceMs) throw new Refused(`${problem} Gave up.`)
    const ms = retryAfter === null ? backoff(failures) : retryAfter * 1_000
    await wait(problem, ms)
  }
}

const backoff = (failures: number): number => Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** failures)

interface Interruption {
  problem: string
  /** Seconds that the service asks to wait. */
  retryAfter: number | null
}

/** Sends what the window holds and gets; null if all of it was answered. */
async function connection(
  { send }: LineSender,
  window: LineWindow,
  isFirst: boolean,
  onAnswer: () => void,
): Promise<Interruption | null> {
  const unanswered: FeedingLine[] = []
  const open = { is: true }
  let waiting: Interruption | null = null
  try {
    for await (const answer of send(window.chunks(open, unanswered), window.firstUnanswered())) {
      const pending = unanswered.shift()
      if (pending === undefined) throw new Refused('The service answered lines that were not sent.')
      if (isRoleLost(answer)) throw new Refused(`The service refused the feed: ${answer.error_description}`)
      if (isPassing(answer)) {
        waiting = laterOf(waiting, answer)
        open.is = false
        window.wake()
      } else pending.answer = answer
      onAnswer()
    }
    if (waiting !== null || unanswered.length === 0) return waiting
    return { problem: 'The service ended the feed.', retryAfter: null }
  } catch (error) {
    return interruptionBy(error, isFirst)
  } finally {
    open.is = false
    window.wake()
  }
}

const isRoleLost = (answer: FeedAnswer): answer is FeedAnswer & { error_description: string } =>
  'error' in answer && answer.error === 'insufficient_scope'

function laterOf(waiting: Interruption | null, answer: FeedAnswer): Interruption {
  const { error_description: problem, retry_after: seconds = null } = answer as {
    error_description?: string
    retry_after?: number
  }
  const retryAfter =
    seconds === null ? (waiting?.retryAfter ?? null) : Math.max(seconds, waiting?.retryAfter ?? 0)
  return { problem: waiting?.problem ?? problem ?? `A line was answered ${answer.status}.`, retryAfter }
}

/** The cause of a lost connection, if another one may help. The client replaces an expired token. */
function interruptionBy(error: unknown, isFirst: boolean): Interruption {
  if (error instanceof NoAnswerError) return { problem: 'The connection was lost.', retryAfter: null }
  if (!(error instanceof TripfoldError)) {
    if (error instanceof Error && /^(Abort|Timeout)Error$/.test(error.name))
      return { problem: 'The service does not answer.', retryAfter: null }
    throw error
  }
  const { status, message, retryAfter } = error
  const isPassing = status === 429 || status >= 500 || (status === 401 && isFirst)
  if (!isPassing) throw new Refused(`The service refused the feed: ${message}`)
  return { problem: message, retryAfter }
}

type LineWindow = ReturnType<typeof lineWindow>

/** The lines that are read and not yet recorded. */
function lineWindow(batches: LineSender['batches']) {
  const window: FeedingLine[] = []
  let unsent: FeedingLine[] = []
  let bytes = 0
  let isRead = false
  let reading: Promise<void> | null = null
  let wake = (): void => {}
  const woken = async (): Promise<void> => {
    await new Promise<void>((resolve) => {
      wake = resolve
    })
  }
  const read = async (): Promise<void> => {
    const { done, value } = await batches.next()
    reading = null
    if (done === true) isRead = true
    else
      for (const line of value) {
        bytes += line.sent.length
        window.push(line)
        if (line.answer === null) unsent.push(line)
      }
  }
  /** Resolves when there is more, or nothing left, or after `wake`. */
  const more = async (): Promise<void> => {
    await Promise.race([(reading ??= read()), woken()])
  }
  /** The lines to send in a connection while it is open, those from earlier connections first. */
  const chunks = async function* (open: { is: boolean }, sent: FeedingLine[]): AsyncGenerator<Uint8Array> {
    unsent = window.filter(({ answer }) => answer === null)
    let next = unsent[0]?.number ?? 1
    let blank = 0
    /** Blank lines in place of those that are not sent, so that the service counts as the file does; they are limited. */
    const gapBefore = ({ number }: FeedingLine): Buffer => {
      const missing = Math.min(number - next, MAX_BLANK_LINES - blank)
      blank += missing
      next = number + 1
      return Buffer.alloc(missing, LINE_FEED)
    }
    while (open.is) {
      const some = unsent.splice(0, LINES_A_CHUNK)
      if (some.length > 0) {
        sent.push(...some)
        yield Buffer.concat(some.flatMap((line) => [gapBefore(line), line.sent]))
      } else if (isRead) return
      else if (window.length >= MAX_WINDOW.lines || bytes >= MAX_WINDOW.bytes) await woken()
      // A read error is reported once the lines before it are recorded.
      else
        await more().catch(() => {
          open.is = false
        })
    }
  }
  return {
    isEmpty: () => window.length === 0,
    firstUnanswered: (): number => window.find(({ answer }) => answer === null)?.number ?? 1,
    isRead: () => isRead,
    more,
    chunks,
    wake: () => {
      wake()
    },
    /** Removes and returns the first line if it has its answer. */
    next: (): FeedingLine | null => {
      if (window[0]?.answer == null) return null
      const first = window.shift()!
      bytes -= first.sent.length
      if (window.length < MAX_WINDOW.lines) wake()
      return first
    },
  }
}
