/** Runs work in pieces on the event loop: a few milliseconds a turn, one piece of work after the other. */
import type { Pieces } from '../../../actors/itinerary/lib/pieces.js'

/** Then timers and sockets have theirs. */
const TURN_MS = 10

export class EventLoopTurns {
  /** When the turn began; null if nothing has run in it yet. */
  private begun: number | null = null
  private readonly waiting: Array<() => void> = []

  /** Does the work, and returns its result. It goes on at once while the turn lasts, else when those before it have had one. */
  async run<T>(work: Pieces<T>): Promise<T> {
    for (;;) {
      while (!this.isOver()) {
        const { done, value } = work.next()
        if (done === true) return value
      }
      await new Promise<void>((resolve) => this.waiting.push(resolve))
    }
  }

  private isOver(): boolean {
    if (this.begun === null) this.begin()
    return performance.now() - (this.begun ?? 0) > TURN_MS
  }

  private begin(): void {
    this.begun = performance.now()
    setImmediate(() => {
      this.begun = null
      const next = this.waiting.shift()
      if (next === undefined) return
      this.begin()
      next()
    })
  }
}
