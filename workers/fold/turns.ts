/** Lets a few partitions work at once; the others queue in order, and their batches grow meanwhile. */
import { Stopped } from './failure.js'

export interface Turns {
  /**
   * Waits for a turn; `alone`: for one during which nobody else has any, or, when that takes too long because somebody's
   * turn hangs, for an ordinary one. Answers how to give it back. Throws `Stopped` when the signal comes first.
   */
  enter: (signal: AbortSignal, alone?: boolean) => Promise<() => void>
}

/** How long a turn alone is waited for: whoever waits for it holds everybody up. */
const ALONE_MS = 2_000

interface Waiting { places: number, admit: () => void }

export function turns (atOnce: number): Turns {
  let free = atOnce
  let queue: Waiting[] = []
  const admit = (): void => {
    for (let next = queue[0]; next !== undefined && next.places <= free; next = queue[0]) {
      queue.shift()
      free -= next.places
      next.admit()
    }
  }
  return {
    enter: async (signal, alone = false) => {
      const mine: Waiting = { places: alone ? atOnce : 1, admit: () => undefined }
      await new Promise<void>((resolve, reject) => {
        const leave = (): void => {
          queue = queue.filter(other => other !== mine)
          clearTimeout(timer)
          reject(new Stopped())
          admit()
        }
        const timer = alone ? setTimeout(() => { mine.places = 1; admit() }, ALONE_MS) : undefined
        mine.admit = () => {
          clearTimeout(timer)
          signal.removeEventListener('abort', leave)
          resolve()
        }
        signal.addEventListener('abort', leave, { once: true })
        queue.push(mine)
        if (signal.aborted) leave()
        else admit()
      })
      return () => { free += mine.places; admit() }
    }
  }
}
