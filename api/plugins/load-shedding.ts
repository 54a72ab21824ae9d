/** Under pressure requests are turned away before memory or the event loop suffer. */
import type { FastifyInstance } from 'fastify'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { getHeapStatistics } from 'node:v8'
import { ApiError } from '../../schemas/base/errors.js'

export interface PressureLimits {
  /** Requests in work at the same time. */
  maxInFlight: number
  /** Mean delay of the event loop over each of the last two looks, milliseconds. */
  maxDelayMs: number
  /** Part of the heap's limit that is in use. */
  maxHeap: number
}

export const DEFAULT_PRESSURE_LIMITS: PressureLimits = {
  maxInFlight: 1_000,
  maxDelayMs: 1_000,
  maxHeap: 0.92,
}

const CHECK_INTERVAL_MS = 500

/** Answers 503 with Retry-After while a measure is over its limit. */
export function shedLoad(app: FastifyInstance, limits: PressureLimits): void {
  const delay = monitorEventLoopDelay({ resolution: 20 })
  delay.enable()
  let strained = false
  let slowBefore = false
  let inFlight = 0
  const timer = setInterval(() => {
    const { used_heap_size: used, heap_size_limit: most } = getHeapStatistics()
    const slow = delay.mean / 1e6 > limits.maxDelayMs
    strained = (slow && slowBefore) || used / most > limits.maxHeap
    slowBefore = slow
    delay.reset()
  }, CHECK_INTERVAL_MS)
  timer.unref()
  app.addHook('onRequest', async (_request, reply) => {
    if (strained || inFlight >= limits.maxInFlight)
      throw new ApiError('temporarily_unavailable', 'The service is busy.', { retryAfter: strained ? 5 : 1 })
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
