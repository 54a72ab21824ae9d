/** The load, seen from the bench: a generator in a process of its own (load-part.ts). */
import { spawnBenchProcess } from './bench-process.js'
import type { BenchProcess } from './bench-process.js'

export interface LoadRequest {
  method: string
  path: string
  headers: Record<string, string>
  body?: string
}

export interface LoadTarget {
  port: number
  /** PEM of the authority to trust: TLS is spoken. Null: plain HTTP. */
  ca: string | null
  connections: number
  /** Sent in turn, from the first again after the last. */
  requests: LoadRequest[]
  /**
   * On every new turn through the requests their dates move two years on and their locators begin with the next letter or
   * digit, so that a batch is never one that was sent before.
   */
  renew?: boolean
}

export interface LoadResult {
  seconds: number
  requests: number
  /** Answers by status code; 0 counts broken connections. */
  statuses: Record<string, number>
  perSecond: number
  p50: number
  p90: number
  p99: number
  /** Microseconds of CPU the generator itself spent on one request. */
  clientMicros: number
  /** Requests still unanswered when the time was up (open loop: the backlog as well). */
  unanswered: number
}

export interface LoadRun {
  seconds: number
  /**
   * Requests a second, Poisson arrivals, latency counted from the instant a request was meant to leave (no coordinated
   * omission). 0: closed loop, each connection sends the next request as soon as the last is answered.
   */
  rate?: number
  /** Closed loop: send no more while this many requests are answered but not yet told to be done by `done`. */
  window?: number
}

export interface Load {
  process: BenchProcess<unknown>
  run: (run: LoadRun) => Promise<LoadResult>
  /** How many of the requests of this run have had their effect (see `window`). */
  done: (count: number) => void
  stop: () => Promise<void>
}

/** Starts a generator with its connections open. Stop it when done. */
export async function startLoad(target: LoadTarget): Promise<Load> {
  const part = await spawnBenchProcess(new URL('./load-process.ts', import.meta.url), target)
  return {
    process: part,
    run: async (run) => await part.ask<LoadResult>(run),
    done: (count) => {
      part.send({ done: count })
    },
    stop: part.stop,
  }
}

/** Throws when an answer had another status than the one expected: a figure made of errors is no figure. */
export function expectOnlyStatus(status: number, result: LoadResult): LoadResult {
  const others = Object.entries(result.statuses).filter(([code]) => Number(code) !== status)
  if (others.length > 0 || result.requests === 0)
    throw new Error(`expected ${status} only, got ${JSON.stringify(result.statuses)}`)
  return result
}
