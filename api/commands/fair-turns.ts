/**
 * Handles a few batches per turn of the event loop, clients in rotation: hundreds of batches that one client sends at
 * once must not delay the answers to everybody else. A turn has one large batch at most.
 */
export interface FairTurns {
  /** Resolves when a batch of this client and size may be handled: immediately while there are few. */
  next: (client: string, bytes: number) => Promise<void>
}

const PER_TURN = 4
/** Parsing and checking it may take tens of milliseconds. */
const LARGE_BYTES = 64 * 1024

interface Waiting {
  weight: number
  begin: () => void
}

/** The turns of one process. */
export function fairTurns(): FairTurns {
  const queues = new Map<string, Waiting[]>()
  let left = PER_TURN
  let isScheduled = false
  const turn = (): void => {
    left = PER_TURN
    for (const [client, queue] of queues) {
      if (left <= 0) break
      // Moves the client to the end of the rotation.
      queues.delete(client)
      const next = queue.shift()
      left -= next?.weight ?? 0
      next?.begin()
      if (queue.length > 0) queues.set(client, queue)
    }
    isScheduled = queues.size > 0
    if (isScheduled) setImmediate(turn)
  }
  return {
    next: async (client, bytes) => {
      const weight = bytes > LARGE_BYTES ? PER_TURN : 1
      if (!isScheduled) setImmediate(turn)
      isScheduled = true
      if (left > 0 && queues.size === 0) {
        left -= weight
        return
      }
      await new Promise<void>((resolve) => {
        const queue = queues.get(client) ?? []
        queue.push({ weight, begin: resolve })
        queues.set(client, queue)
      })
    },
  }
}
