/** Sheds load: requests are refused before memory or the event loop are exhausted (contract.md 6). */
import type { FastifyInstance } from 'fastify'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { getHeapStatistics } from 'node:v8'
import { ApiError } from '../../schemas/base/errors.js'

export interface PressureLimits {
  /** Requests in flight at the same time. */
  maxInFlight: number
  /** Mean delay of the event loop, exceeded in two consecutive checks, milliseconds. */
  maxDelayMs: number
  /** Used part of the heap limit, 0 to 1. */
  maxHeap: number
}

export const DEFAULT_PRESSURE_LIMITS: PressureLimits = {
  maxInFlight: 1_000,
  maxDelayMs: 1_000,
  maxHeap: 0.92,
}

const CHECK_INTERVAL_MS = 500

/** Answers 503 with Retry-After while a limit is exceeded. */
export function shedLoad(app: FastifyInstance, limits: PressureLimits): void {
  const delay = monitorEventLoopDelay({ resolution: 20 })
  delay.enable()
  let isOverloaded = false
  let wasSlow = false
  let inFlight = 0
  const timer = setInterval(() => {
    const { used_heap_size: used, heap_size_limit: limit } = getHeapStatistics()
    const isSlow = delay.mean / 1e6 > limits.maxDelayMs
    isOverloaded = (isSlow && wasSlow) || used / limit > limits.maxHeap
    wasSlow = isSlow
    delay.reset()
  }, CHECK_INTERVAL_MS)
  timer.unref()
  app.addHook('onRequest', async (_request, reply) => {
    if (isOverloaded || inFlight >= limits.maxInFlight) {
      const retryAfter = isOverloaded ? 5 : 1
      throw new ApiError(
        'temporarily_unavailable',
        `The service is overloaded. Retry after ${retryAfter} s.`,
        { retryAfter },
      )
    }
    inFlight += 1
    reply.raw.once('close', () => {
      inFlight -= 1
    })
  })
  app.addHook('onClose', async () => {
    clearInterval(timer)
    delay.disable()
  })
}
