/**
 * A clock that hardly advances while the process is frozen or a long computation blocks its thread. Deadlines
 * of answers use it: by the wall clock every answer that arrived during a stall is overdue before it can be
 * read, so a worker that computed for longer than its lease timeout would give up all its partitions, and
 * that computation with them.
 */

export interface StallAwareClock {
  /** Milliseconds from an arbitrary origin; one stall counts as `MAX_STALL_MS` at most. */
  now: () => number
  stop: () => void
}

const TICK_MS = 50
/** Longer gaps between ticks are a stall, not a busy thread. */
const MAX_STALL_MS = 500

/** Starts the clock. */
export function stallAwareClock(): StallAwareClock {
  let elapsed = 0
  let lastTick = performance.now()
  const now = (): number => elapsed + Math.min(performance.now() - lastTick, MAX_STALL_MS)
  const ticker = setInterval(() => {
    elapsed = now()
    lastTick = performance.now()
  }, TICK_MS)
  return {
    now,
    stop: () => {
      clearInterval(ticker)
    },
  }
}

/** The server whose answer was awaited did not answer in time; `code` as that of a socket. */
class AnswerTimeoutError extends Error {
  readonly code = 'ETIMEDOUT'
  constructor(ms: number) {
    super(`no answer within ${ms} ms`)
  }
}

/** The answer, or an error if it does not arrive within `ms` of the clock. A late answer is ignored. */
export async function withTimeout<T>(clock: StallAwareClock, ms: number, answer: Promise<T>): Promise<T> {
  const startedAt = clock.now()
  let timer: NodeJS.Timeout | undefined
  const timeout = new Promise<never>((_resolve, reject) => {
    timer = setInterval(() => {
      if (clock.now() - startedAt >= ms) reject(new AnswerTimeoutError(ms))
    }, ms / 20)
  })
  try {
    return await Promise.race([answer, timeout])
  } finally {
    clearInterval(timer)
  }
}
