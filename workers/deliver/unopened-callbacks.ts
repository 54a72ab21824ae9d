/**
 * Callbacks that this worker leaves to others, because it cannot open their secrets: its SECRET_KEY is
 * another one, or the stored bytes are damaged.
 */
import type { Id } from '../../schemas/base/ids.js'
import type { Log } from '../../schemas/base/log.js'

/** Until the worker tries again; a change of the callback's settings ends it sooner. */
const LEAVE_MS = 600_000
/** So many mean that the key is wrong: the worker claims nothing more. */
const MAX_UNOPENED = 1_000

export class UnopenedCallbacks {
  private readonly log: Log
  /** When each was met, on the scale of `performance.now()`, oldest first. */
  private readonly met = new Map<Id, number>()

  constructor(log: Log) {
    this.log = log
  }

  /** Callbacks not to claim now; null: claim nothing at all. */
  except(): Id[] | null {
    for (const [callback, at] of this.met) {
      if (performance.now() - at < LEAVE_MS) break
      this.forget(callback)
    }
    return this.met.size < MAX_UNOPENED ? [...this.met.keys()] : null
  }

  /** How many there are now. */
  count(): number {
    return this.met.size
  }

  /** The secrets of a claimed callback could not be opened. Logged once, until there is none left. */
  add(callback: Id, error: unknown): void {
    if (this.met.size === 0)
      this.log.error(
        { callback, error },
        'callback secrets cannot be opened with this SECRET_KEY; leaving such callbacks to other workers',
      )
    this.met.set(callback, performance.now())
  }

  /** Its settings have changed, perhaps its secrets: it may be claimed again. */
  forget(callback: Id): void {
    if (this.met.delete(callback) && this.met.size === 0)
      this.log.info({ callback }, 'no callback is left to other workers any more')
  }
}
