/**
 * Deadlines of many things that get the same time: those of one length fall due in the order in which they
 * began, so that one timer watches the oldest. A timer each would be made and thrown away with every
 * delivery.
 */
export interface Deadlines {
  /** Calls `late` once after `ms`, unless it is taken back with what this answers. */
  add: (ms: number, late: () => void) => () => void
  /** Forgets everything. */
  clear: () => void
}

interface Deadline {
  at: number
  late: () => void
}
interface DeadlineQueue {
  ms: number
  waiting: Set<Deadline>
  timer: NodeJS.Timeout | null
}

/** No deadline yet. */
export function deadlines(): Deadlines {
  const lines = new Map<number, DeadlineQueue>()

  const judge = (line: DeadlineQueue): void => {
    if (lines.get(line.ms) !== line) return
    for (const one of line.waiting) {
      const left = one.at - performance.now()
      if (left > 0) {
        line.timer = watch(line, left)
        return
      }
      line.waiting.delete(one)
      // Who begins another one in here arms nothing: the timer of this line counts as set until the oldest
      // that is left is known.
      one.late()
    }
    lines.delete(line.ms)
  }

  // Where the process stood still, timers are late and come before what has arrived meanwhile: that is read
  // first.
  const watch = (line: DeadlineQueue, ms: number): NodeJS.Timeout =>
    setTimeout(() => {
      setImmediate(judge, line)
    }, ms)

  return {
    add: (ms, late) => {
      const line = lines.get(ms) ?? { ms, waiting: new Set(), timer: null }
      const one = { at: performance.now() + ms, late }
      line.waiting.add(one)
      if (line.timer === null) {
        lines.set(ms, line)
        line.timer = watch(line, ms)
      }
      return () => {
        line.waiting.delete(one)
      }
    },
    clear: () => {
      for (const { timer } of lines.values()) if (timer !== null) clearTimeout(timer)
      lines.clear()
    },
  }
}
