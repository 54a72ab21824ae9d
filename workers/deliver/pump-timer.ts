/**
 * Schedules calls of one function: once for everything that happens in one turn, and at the earliest
 * requested time.
 */
export class PumpTimer {
  private readonly pump: () => void
  private scheduled = false
  private timer: NodeJS.Timeout | null = null
  private timerAt = Infinity

  constructor(pump: () => void) {
    this.pump = pump
  }

  /** At the end of this turn. */
  soon(): void {
    if (this.scheduled) return
    this.scheduled = true
    queueMicrotask(() => {
      this.scheduled = false
      this.pump()
    })
  }

  /** After `ms`, unless an earlier call is scheduled. */
  after(ms: number): void {
    const at = performance.now() + ms
    if (at >= this.timerAt) return
    if (this.timer !== null) clearTimeout(this.timer)
    this.timerAt = at
    this.timer = setTimeout(this.pump, ms)
  }

  /** Cancels the delayed call. */
  clear(): void {
    if (this.timer === null) return
    clearTimeout(this.timer)
    this.timer = null
    this.timerAt = Infinity
  }
}
