/**
 * Slots for publishing feed messages (contract.md 8.2). The total leaves room for single requests; slots are
 * given to applications in turn, so that one with four busy feeds does not starve the others.
 */
export interface FairQueue {
  /** Waits for a slot of the application. Every slot must be released. */
  acquire: (client: string) => Promise<void>
  release: (client: string) => void
}

/** @param limits.all slots in all; `each`: of one application, at the moment */
export function fairQueue({ all, each }: { all: number; each: () => number }): FairQueue {
  const held = new Map<string, number>()
  const queues = new Map<string, Array<() => void>>()
  let total = 0
  const heldBy = (client: string): number => held.get(client) ?? 0
  const take = (client: string): void => {
    total += 1
    held.set(client, heldBy(client) + 1)
  }
  /** The application that has waited longest since its last slot is first in the map. */
  const admitWaiting = (): void => {
    for (const [client, queue] of queues) {
      if (total >= all) return
      if (heldBy(client) >= each()) continue
      queues.delete(client)
      const admit = queue.shift()
      if (queue.length > 0) queues.set(client, queue)
      take(client)
      admit?.()
    }
  }
  return {
    acquire: async (client) => {
      if (total < all && heldBy(client) < each() && !queues.has(client)) {
        take(client)
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
      if (heldBy(client) > 1) held.set(client, heldBy(client) - 1)
      else held.delete(client)
      admitWaiting()
    },
  }
}
