/**
 * Bounds what an application has running at once on this node (contract.md 7.5): work that takes seconds is
 * little under a limit per minute, and much when it piles up.
 */
import { ApiError } from '../../schemas/base/errors.js'

export interface InFlightLimit {
  /** Returns the function that ends it; null if the application, or the node, has no place. */
  enter: (client: string) => (() => void) | null
  /** Does the work, or throws `rate_limited` if there is no place for it. */
  run: <T>(client: string, work: () => Promise<T>) => Promise<T>
}

export interface InFlightOptions {
  /** In plain words, such as "pings". */
  what: string
  /** Most of one application. */
  each: number
  /** Most of all applications, where each takes something scarce. */
  all?: number
}

/** A ping lasts as long as its receiver takes to answer. */
export const PINGS_IN_FLIGHT: InFlightOptions = { what: 'pings', each: 5 }
/** A replay of millions of events holds one of the process's connections to Postgres for a minute. */
export const REPLAYS_IN_FLIGHT: InFlightOptions = { what: 'replays', each: 2, all: 4 }
/** Thousands of segments are read and written out as text. */
export const CALENDARS_IN_FLIGHT: InFlightOptions = { what: 'calendars', each: 10 }

const RETRY_AFTER_S = 1

export function inFlightLimit({ what, each, all = Infinity }: InFlightOptions): InFlightLimit {
  const running = new Map<string, number>()
  let total = 0
  const enter: InFlightLimit['enter'] = (client) => {
    const own = running.get(client) ?? 0
    if (own >= each || total >= all) return null
    running.set(client, own + 1)
    total += 1
    return () => {
      total -= 1
      const left = (running.get(client) ?? 1) - 1
      if (left === 0) running.delete(client)
      else running.set(client, left)
    }
  }
  return {
    enter,
    run: async (client, work) => {
      const leave = enter(client)
      if (leave === null)
        throw new ApiError(
          'rate_limited',
          `Too many ${what} at once: at most ${each} of an application` +
            `${all === Infinity ? '' : `, and ${all} in all,`} run at the same time. ` +
            `Retry after ${RETRY_AFTER_S} s.`,
          { retryAfter: RETRY_AFTER_S },
        )
      try {
        return await work()
      } finally {
        leave()
      }
    },
  }
}
