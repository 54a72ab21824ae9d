/**
 * Turns at the stream for feeds (workers/README.md 6): so many of their messages at once in all, that single requests find room
 * beside them, and each application in its turn, that one with four busy feeds leaves the others theirs.
 */
export interface FairQueue {
  /** Waits for a turn of the application; it must be given back. */
  acquire: (client: string) => Promise<void>
  release: (client: string) => void
}

/** `all`: turns at once; `each`: of one application. */
export function fairQueue({ all, each }: { all: number; each: number }): FairQueue {
  const taken = new Map<string, number>()
  const queues = new Map<string, Array<() => void>>()
  let total = 0
  const has = (client: string): number => taken.get(client) ?? 0
  const give = (client: string): void => {
    total += 1
    taken.set(client, has(client) + 1)
  }
  /** The application that waited longest since its last turn stands first in the map. */
  const next = (): void => {
    for (const [client, queue] of queues) {
      if (total >= all) return
      if (has(client) >= each) continue
      queues.delete(client)
      const go = queue.shift()
      if (queue.length > 0) queues.set(client, queue)
      give(client)
      go?.()
    }
  }
  return {
    acquire: async (client) => {
      if (total < all && has(client) < each && !queues.has(client)) {
        give(client)
        return
      }
      await new Promise<void>((resolve) => {
        const queue = queues.get(client)
        if (queue === undefined) queues.set(client, [resolve])
        else queue.push(resolve)
      })
    },
    release: (client) => {
      total -= 1
      if (has(client) > 1) taken.set(client, has(client) - 1)
      else taken.delete(client)
      next()
    },
  }
}
