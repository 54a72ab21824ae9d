/** Load on a server, from a generator in its own process (load-process.ts). */
import { spawnBenchProcess } from './bench-process.js'

export interface LoadRequest {
  method: string
  path: string
  headers: Record<string, string>
  body?: string
}

export interface LoadTarget {
  port: number
  /** PEM of the authority to trust; null: plain HTTP. */
  ca: string | null
  connections: number
  /** Sent in order, and then again from the first one. */
  requests: LoadRequest[]
  /**
   * The tokens of the members of each pass over the requests, which name those of the first. So no batch is ever
   * repeated, and members stay as large as those of a year. Without it every pass sends the same.
   */
  passes?: string[][]
}

export interface LoadResult {
  seconds: number
  requests: number
  /** Answers by status code; 0 counts broken connections. */
  statuses: Record<string, number>
  perSecond: number
  /** Latencies in milliseconds. */
  p50: number
  p90: number
  p99: number
  /** Microseconds of CPU that the generator itself used for a request. */
  clientMicros: number
  /** Requests without an answer when the time was up, in open loop also the backlog. */
  unanswered: number
}

export interface LoadRun {
  seconds: number
  /**
   * Open loop: requests a second with Poisson arrivals; latency is counted from the intended start (no
   * coordinated omission). 0: closed loop, each connection sends its next request when the last one is
   * answered.
   */
  rate?: number
  /** Closed loop: stop sending while this many requests are answered but not yet reported by `reportDone`. */
  window?: number
  /** Share of the requests that are sent again as they were (send-order.ts). */
  resends?: number
}

export interface Load {
  run: (run: LoadRun) => Promise<LoadResult>
  /** Reports how many requests of this run have taken effect (see `window`). */
  reportDone: (count: number) => void
  stop: () => Promise<void>
}

/** Starts a generator and opens its connections. */
export async function startLoad(target: LoadTarget): Promise<Load> {
  const generator = await spawnBenchProcess(new URL('./load-process.ts', import.meta.url), target)
  return {
    run: async (run) => await generator.ask<LoadResult>(run),
    reportDone: (count) => {
      generator.send({ done: count })
    },
    stop: generator.stop,
  }
}

/** Throws if an answer had another status, because a figure that includes errors is worthless. */
export function expectOnlyStatus(status: number, result: LoadResult): LoadResult {
  const others = Object.entries(result.statuses).filter(([code]) => Number(code) !== status)
  if (others.length > 0 || result.requests === 0)
    throw new Error(`expected only ${status}, got ${JSON.stringify(result.statuses)}`)
  return result
}
