/**
 * Deadlines of many things that get the same time: those of one length fall due in the order in which they began, so that
 * one timer watches the oldest. A timer each would be made and thrown away with every delivery.
 */
export interface Deadlines {
  /** Calls `late` once after `ms`, unless it is taken back with what this answers. */
  add: (ms: number, late: () => void) => () => void
  /** Forgets everything. */
  clear: () => void
}

interface Watched { at: number, late: () => void }

/** No deadline yet. */
export function deadlines (): Deadlines {
  const lines = new Map<number, { waiting: Set<Watched>, timer: NodeJS.Timeout | null }>()

  const watch = (ms: number): void => {
    const line = lines.get(ms)
    if (line === undefined) return
    line.timer = null
    for (const one of line.waiting) {
      const left = one.at - performance.now()
      if (left > 0) { line.timer ??= setTimeout(watch, left, ms); return }
      line.waiting.delete(one)
      one.late()
    }
    lines.delete(ms)
  }

  return {
    add: (ms, late) => {
      const line = lines.get(ms) ?? { waiting: new Set(), timer: null }
      const one = { at: performance.now() + ms, late }
      line.waiting.add(one)
      if (line.timer === null) {
        lines.set(ms, line)
        line.timer = setTimeout(watch, ms, ms)
      }
      return () => { line.waiting.delete(one) }
    },
    clear: () => {
      for (const { timer } of lines.values()) if (timer !== null) clearTimeout(timer)
      lines.clear()
    }
  }
}
