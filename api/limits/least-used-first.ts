/**
 * Runs a few pieces of expensive work at a time. Of those that wait, the one whose holders have used the least lately goes
 * first: a newcomer waits only for running work, not for hundreds of requests of others. The queue is bounded; when it is
 * full, the holder that has used the most is refused.
 */
import { ApiError } from '../../schemas/base/errors.js'
import type { Budget, Holder } from './budget.js'

export interface LeastUsedOptions {
  /** Pieces done at once. */
  atOnce: number
  /** Pieces that wait. */
  waiting: number
  /** The use of each holder; refills slowly. */
  had: Budget
}

/** The requesters, and how many more pieces than others each may have used and still go first. */
export interface Asking {
  holders: readonly Holder[]
  headStart: number
}

interface Waiting {
  rank: () => number
  begin: () => void
  refuse: (error: ApiError) => void
}

const RETRY_AFTER_S = 5

/** Runs the work in its turn, or throws `rate_limited`. */
export type RunInTurn = <T>(asking: Asking, work: () => Promise<T>) => Promise<T>

export function leastUsedFirst({ atOnce, waiting: most, had }: LeastUsedOptions): RunInTurn {
  /** In order of arrival. */
  const waiting: Waiting[] = []
  let running = 0
  const turn = async (rank: () => number): Promise<void> => {
    if (running < atOnce) {
      running += 1
      return
    }
    await new Promise<void>((resolve, reject) => {
      waiting.push({ rank, begin: resolve, refuse: reject })
      if (waiting.length > most) take(waiting, 'last').refuse(tooMany())
    })
  }
  const leave = (): void => {
    // The next one takes the place over: it is never free in between.
    if (waiting.length === 0) running -= 1
    else take(waiting, 'first').begin()
  }
  return async ({ holders, headStart }, work) => {
    await turn(() => had.used(holders) - headStart)
    had.spend(holders, 1)
    try {
      return await work()
    } finally {
      leave()
    }
  }
}

/** Removes the first by rank, or the last; of equals the one that came first, or last. */
function take(waiting: Waiting[], which: 'first' | 'last'): Waiting {
  let found = 0
  let best = waiting[0]!.rank()
  for (const [at, { rank }] of waiting.entries()) {
    const own = rank()
    if (which === 'first' ? own >= best : own < best) continue
    found = at
    best = own
  }
  return waiting.splice(found, 1)[0]!
}

const tooMany = (): ApiError =>
  new ApiError('rate_limited', `Too many sign-ins at once. Retry after ${RETRY_AFTER_S} s.`, {
    retryAfter: RETRY_AFTER_S,
  })
