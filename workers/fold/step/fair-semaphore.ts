/** Lets a few partitions work at once; the others queue in order, and their batches grow meanwhile. */
import { StoppedError } from '../../lib/errors.js'

export interface FairSemaphore {
  /**
   * Waits for a turn; `alone`: for one during which nobody else has any, or, when that takes too long because somebody's
   * turn hangs, for an ordinary one. `weigh` is asked when it comes: how much of what all may have in hand it takes, 1
   * unless told. Answers how to give it back. Throws `Stopped` when the signal comes first.
   */
  acquire: (signal: AbortSignal, asked?: { alone?: boolean; weigh?: () => number }) => Promise<() => void>
}

/** How long a turn alone is waited for: whoever waits for it holds everybody up. */
const EXCLUSIVE_TIMEOUT_MS = 2_000

interface Waiter {
  alone: boolean
  admit: () => void
}

/** `atOnce` have turns whatever they weigh, and more as long as all together weigh less than `most`. */
export function fairSemaphore(atOnce: number, most = 0): FairSemaphore {
  let given = 0
  let inHand = 0
  let queue: Waiter[] = []
  const admit = (): void => {
    for (
      let next = queue[0];
      next !== undefined && (next.alone ? given === 0 : given < atOnce || inHand < most);
      next = queue[0]
    ) {
      queue.shift()
      next.admit()
    }
  }
  return {
    acquire: async (signal, { alone = false, weigh = () => 1 } = {}) => {
      const mine: Waiter = { alone, admit: () => undefined }
      let [places, weight] = [1, 0]
      await new Promise<void>((resolve, reject) => {
        const leave = (): void => {
          queue = queue.filter((other) => other !== mine)
          clearTimeout(timer)
          reject(new StoppedError())
          admit()
        }
        const timer = alone
          ? setTimeout(() => {
              mine.alone = false
              admit()
            }, EXCLUSIVE_TIMEOUT_MS)
          : undefined
        mine.admit = () => {
          ;[places, weight] = mine.alone ? [atOnce, Math.max(most, weigh())] : [1, weigh()]
          given += places
          inHand += weight
          clearTimeout(timer)
          signal.removeEventListener('abort', leave)
          resolve()
        }
        signal.addEventListener('abort', leave, { once: true })
        queue.push(mine)
        if (signal.aborted) leave()
        else admit()
      })
      return () => {
        given -= places
        inHand -= weight
        admit()
      }
    },
  }
}
