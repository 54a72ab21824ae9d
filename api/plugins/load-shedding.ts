/**
 * Sheds load: requests are refused before memory or the event loop are exhausted (contract.md 6). A request
 * counts as load from the moment its body is there until its answer is handed over: what a client sends or
 * reads slowly costs the others nothing.
 */
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { fastifyPlugin } from 'fastify-plugin'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { getHeapStatistics } from 'node:v8'
import { ApiError } from '../../schemas/base/errors.js'
import type { ConnectionMetrics } from './connections/connection-metrics.js'
import { announcesBody } from './body-timeout.js'
import { requestNetwork } from './connections/connection-limits.js'

export interface PressureLimits {
  /** Requests in flight at the same time. */
  maxInFlight: number
  /** Of these, requests of one network (IPv4 address, IPv6 /64). */
  maxInFlightPerNetwork?: number
  /** Mean delay of the event loop, exceeded in two consecutive checks, milliseconds. */
  maxDelayMs: number
  /** Used part of the heap limit, 0 to 1. */
  maxHeap: number
}

export const DEFAULT_PRESSURE_LIMITS: PressureLimits = {
  maxInFlight: 1_000,
  maxInFlightPerNetwork: 500,
  maxDelayMs: 1_000,
  maxHeap: 0.92,
}

const CHECK_INTERVAL_MS = 500

declare module 'fastify' {
  interface FastifyRequest {
    /** Ends its time in flight; null while it is not in flight. */
    leaveFlight: (() => void) | null
  }
}

export interface PressureOptions {
  limits: PressureLimits
  metrics: ConnectionMetrics | undefined
}

/** Answers 503 with Retry-After while a limit is exceeded, and 429 to a network that takes too much. */
export const loadShedding = fastifyPlugin<PressureOptions>(
  async (app, { limits, metrics }) => {
    const isOverloaded = watchProcess(app, limits)
    const inFlight = flightCounts(limits)
    metrics?.watch({ inFlight: inFlight.size })
    app.decorateRequest('leaveFlight', null)
    app.addHook('onRequest', (request, _reply, done) => {
      if (isOverloaded()) done(overloaded(5))
      else done(announcesBody(request) ? undefined : inFlight.enter(request))
    })
    app.addHook('preValidation', (request, _reply, done) => {
      done(announcesBody(request) ? inFlight.enter(request) : undefined)
    })
  },
  { name: 'load-shedding', dependencies: ['body-timeout'] },
)

/**
 * The answer is made: the rest is the client's time. A client that left is load until then, as what it asked
 * for is still being done. A stream is in flight until its end.
 */
export const loadEnd = fastifyPlugin(
  async (app) => {
    app.addHook('onSend', (request, { raw }, payload, done) => {
      const isStream = payload !== null && typeof payload === 'object' && !Buffer.isBuffer(payload)
      if (isStream && !raw.closed) raw.once('close', () => request.leaveFlight?.())
      else request.leaveFlight?.()
      done(null, payload)
    })
  },
  { name: 'load-end', dependencies: ['load-shedding', 'compression'] },
)

const overloaded = (retryAfter: number): ApiError =>
  new ApiError('temporarily_unavailable', `The service is overloaded. Retry after ${retryAfter} s.`, {
    retryAfter,
  })

/** What is in flight, in all and by network. */
function flightCounts({ maxInFlight, maxInFlightPerNetwork }: PressureLimits): {
  /** Counts a request; the error if there is no place for it. */
  enter: (request: FastifyRequest) => ApiError | undefined
  size: () => number
} {
  const maxOfNetwork = maxInFlightPerNetwork ?? maxInFlight
  const byNetwork = new Map<string, number>()
  let size = 0
  return {
    enter: (request) => {
      if (size >= maxInFlight) return overloaded(1)
      const network = requestNetwork(request)
      const ofNetwork = byNetwork.get(network) ?? 0
      if (ofNetwork >= maxOfNetwork)
        return new ApiError(
          'rate_limited',
          `More than ${maxOfNetwork} requests from this network are in progress. Retry after 1 s.`,
          { retryAfter: 1 },
        )
      size += 1
      byNetwork.set(network, ofNetwork + 1)
      request.leaveFlight = () => {
        request.leaveFlight = null
        size -= 1
        const left = (byNetwork.get(network) ?? 1) - 1
        if (left === 0) byNetwork.delete(network)
        else byNetwork.set(network, left)
      }
      return undefined
    },
    size: () => size,
  }
}

/** Whether the event loop is late or the heap nearly full, checked twice a second until the server closes. */
function watchProcess(app: FastifyInstance, limits: PressureLimits): () => boolean {
  const delay = monitorEventLoopDelay({ resolution: 20 })
  delay.enable()
  let isOverloaded = false
  let wasSlow = false
  const timer = setInterval(() => {
    const { used_heap_size: used, heap_size_limit: limit } = getHeapStatistics()
    const isSlow = delay.mean / 1e6 > limits.maxDelayMs
    isOverloaded = (isSlow && wasSlow) || used / limit > limits.maxHeap
    wasSlow = isSlow
    delay.reset()
  }, CHECK_INTERVAL_MS)
  timer.unref()
  app.addHook('onClose', async () => {
    clearInterval(timer)
    delay.disable()
  })
  return () => isOverloaded
}
