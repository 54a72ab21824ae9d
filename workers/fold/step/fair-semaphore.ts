/**
 * A first-come, first-served semaphore for fold steps. Admits `maxConcurrent` holders regardless of weight,
 * and more while the total weight stays below `maxWeight`. An exclusive request waits until nobody else holds
 * a slot, or becomes an ordinary request after `EXCLUSIVE_TIMEOUT_MS`, so that one hung step cannot block the
 * worker.
 */
import { StoppedError } from '../../lib/errors.js'

export interface FairSemaphore {
  /**
   * Resolves with a release function once a slot is free.
   * @param request.exclusive wait until no other holder is active
   * @param request.weight evaluated at admission, because a batch grows while it queues (default 1)
   * @throws {StoppedError} if `signal` aborts first
   */
  acquire: (
    signal: AbortSignal,
    request?: { exclusive?: boolean; weight?: () => number },
  ) => Promise<() => void>
}

/** An exclusive request holds up everybody behind it for at most this long. */
const EXCLUSIVE_TIMEOUT_MS = 2_000

interface Waiter {
  exclusive: boolean
  admit: () => void
}

export function fairSemaphore(maxConcurrent: number, maxWeight = 0): FairSemaphore {
  let slotsTaken = 0
  let totalWeight = 0
  let queue: Waiter[] = []

  const canAdmit = (waiter: Waiter): boolean =>
    waiter.exclusive ? slotsTaken === 0 : slotsTaken < maxConcurrent || totalWeight < maxWeight

  const admitWaiters = (): void => {
    for (let next = queue[0]; next !== undefined && canAdmit(next); next = queue[0]) {
      queue.shift()
      next.admit()
    }
  }

  /** Takes a slot, or all of them for an exclusive holder; returns the release function. */
  const admitOne = (exclusive: boolean, weight: () => number): (() => void) => {
    const slots = exclusive ? maxConcurrent : 1
    const weighs = exclusive ? Math.max(maxWeight, weight()) : weight()
    slotsTaken += slots
    totalWeight += weighs
    return () => {
      slotsTaken -= slots
      totalWeight -= weighs
      admitWaiters()
    }
  }

  return {
    acquire: async (signal, { exclusive = false, weight = () => 1 } = {}) =>
      await new Promise<() => void>((resolve, reject) => {
        const waiter: Waiter = { exclusive, admit: () => undefined }
        const stop = (): void => {
          queue = queue.filter((other) => other !== waiter)
          clearTimeout(timer)
          reject(new StoppedError())
          admitWaiters()
        }
        const timer = exclusive
          ? setTimeout(() => {
              waiter.exclusive = false
              admitWaiters()
            }, EXCLUSIVE_TIMEOUT_MS)
          : undefined
        waiter.admit = () => {
          clearTimeout(timer)
          signal.removeEventListener('abort', stop)
          resolve(admitOne(waiter.exclusive, weight))
        }
        signal.addEventListener('abort', stop, { once: true })
        queue.push(waiter)
        if (signal.aborted) stop()
        else admitWaiters()
      }),
  }
}
