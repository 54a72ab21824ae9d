/**
 * Deadlines for many things with the same timeout: those of one length fall due in the order in which they
 * started, so one timer watches the oldest. A timer each would be created and discarded with every delivery.
 */
export interface Deadlines {
  /** Calls `onTimeout` once after `ms`, unless the returned function cancels it. */
  add: (ms: number, onTimeout: () => void) => () => void
  /** Cancels all. */
  clear: () => void
}

interface Deadline {
  at: number
  onTimeout: () => void
}
interface DeadlineQueue {
  ms: number
  waiting: Set<Deadline>
  timer: NodeJS.Timeout | null
}

export function deadlines(): Deadlines {
  const queues = new Map<number, DeadlineQueue>()

  const expire = (queue: DeadlineQueue): void => {
    if (queues.get(queue.ms) !== queue) return
    for (const deadline of queue.waiting) {
      const left = deadline.at - performance.now()
      if (left > 0) {
        queue.timer = startTimer(queue, left)
        return
      }
      queue.waiting.delete(deadline)
      // A deadline added in here starts no timer: this queue's counts as set until its oldest remaining one
      // is known.
      deadline.onTimeout()
    }
    queues.delete(queue.ms)
  }

  // After a stall of the process, timers fire before what arrived meanwhile is read: read that first.
  const startTimer = (queue: DeadlineQueue, ms: number): NodeJS.Timeout =>
    setTimeout(() => {
      setImmediate(expire, queue)
    }, ms)

  return {
    add: (ms, onTimeout) => {
      const queue = queues.get(ms) ?? { ms, waiting: new Set(), timer: null }
      const deadline = { at: performance.now() + ms, onTimeout }
      queue.waiting.add(deadline)
      if (queue.timer === null) {
        queues.set(ms, queue)
        queue.timer = startTimer(queue, ms)
      }
      return () => {
        queue.waiting.delete(deadline)
      }
    },
    clear: () => {
      for (const { timer } of queues.values()) if (timer !== null) clearTimeout(timer)
      queues.clear()
    },
  }
}
