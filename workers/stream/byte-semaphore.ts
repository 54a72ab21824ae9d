/** Bounds what is in flight by count and by bytes; those who come too many wait in order, and not for ever. */
export interface ByteSemaphore {
  /** True when let in; false when `patience` milliseconds passed first. Every true must be paid back by `leave`. */
  acquire: (bytes: number) => Promise<boolean>
  release: (bytes: number) => void
  /** How many are in, and their bytes. */
  usage: () => { count: number; bytes: number; waiting: number }
}

interface Waiter {
  bytes: number
  timer: NodeJS.Timeout
  admit: (allowed: boolean) => void
}

/** `count` entries and `bytes` bytes at most are let in at once; one alone is let in whatever its size. */
export function byteSemaphore(limit: { count: number; bytes: number; patience: number }): ByteSemaphore {
  let count = 0
  let bytes = 0
  const queue = new Set<Waiter>()
  const fits = (size: number): boolean => count === 0 || (count < limit.count && bytes + size <= limit.bytes)
  const take = (size: number): void => {
    count += 1
    bytes += size
  }
  const wake = (): void => {
    for (const waiter of queue) {
      if (!fits(waiter.bytes)) return
      queue.delete(waiter)
      clearTimeout(waiter.timer)
      take(waiter.bytes)
      waiter.admit(true)
    }
  }
  return {
    acquire: async (size) => {
      if (queue.size === 0 && fits(size)) {
        take(size)
        return true
      }
      return await new Promise((resolve) => {
        const waiter: Waiter = {
          bytes: size,
          admit: resolve,
          timer: setTimeout(() => {
            queue.delete(waiter)
            resolve(false)
            wake()
          }, limit.patience),
        }
        queue.add(waiter)
      })
    },
    release: (size) => {
      count -= 1
      bytes -= size
      wake()
    },
    usage: () => ({ count, bytes, waiting: queue.size }),
  }
}
