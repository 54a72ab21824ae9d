/** Bounds what is in flight by count and by bytes. Requests over the bound wait in order, up to a timeout. */
export interface ByteSemaphore {
  /** True once admitted; false if `timeoutMs` passed first. Each true must be matched by one `release`. */
  acquire: (bytes: number) => Promise<boolean>
  release: (bytes: number) => void
  usage: () => { count: number; bytes: number; waiting: number }
}

interface Waiter {
  bytes: number
  timer: NodeJS.Timeout
  admit: (admitted: boolean) => void
}

/** Admits at most `count` holders with `bytes` in total; a single one is admitted whatever its size. */
export function byteSemaphore(limit: { count: number; bytes: number; timeoutMs: number }): ByteSemaphore {
  let count = 0
  let bytes = 0
  const queue = new Set<Waiter>()
  const fits = (size: number): boolean => count === 0 || (count < limit.count && bytes + size <= limit.bytes)
  const admit = (size: number): void => {
    count += 1
    bytes += size
  }
  const admitWaiters = (): void => {
    for (const waiter of queue) {
      if (!fits(waiter.bytes)) return
      queue.delete(waiter)
      clearTimeout(waiter.timer)
      admit(waiter.bytes)
      waiter.admit(true)
    }
  }
  return {
    acquire: async (size) => {
      if (queue.size === 0 && fits(size)) {
        admit(size)
        return true
      }
      return await new Promise((resolve) => {
        const waiter: Waiter = {
          bytes: size,
          admit: resolve,
          timer: setTimeout(() => {
            queue.delete(waiter)
            resolve(false)
            admitWaiters()
          }, limit.timeoutMs),
        }
        queue.add(waiter)
      })
    },
    release: (size) => {
      count -= 1
      bytes -= size
      admitWaiters()
    },
    usage: () => ({ count, bytes, waiting: queue.size }),
  }
}
