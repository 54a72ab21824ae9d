/**
 * Handles a few batches per turn of the event loop, clients in rotation: hundreds of batches that one client sends at
 * once must not delay the answers to everybody else.
 */
export interface FairTurns {
  /** Resolves when a request of this client may be handled: immediately while there are few. */
  next: (client: string) => Promise<void>
}

const PER_TURN = 4

/** The turns of one process. */
export function fairTurns(): FairTurns {
  const queues = new Map<string, Array<() => void>>()
  let left = PER_TURN
  let isScheduled = false
  const turn = (): void => {
    left = PER_TURN
    for (const [client, queue] of queues) {
      if (left === 0) break
      left -= 1
      // Moves the client to the end of the rotation.
      queues.delete(client)
      queue.shift()?.()
      if (queue.length > 0) queues.set(client, queue)
    }
    isScheduled = queues.size > 0
    if (isScheduled) setImmediate(turn)
  }
  return {
    next: async (client) => {
      if (!isScheduled) setImmediate(turn)
      isScheduled = true
      if (left > 0 && queues.size === 0) {
        left -= 1
        return
      }
      await new Promise<void>((resolve) => {
        const queue = queues.get(client) ?? []
        queue.push(resolve)
        queues.set(client, queue)
      })
    },
  }
}
