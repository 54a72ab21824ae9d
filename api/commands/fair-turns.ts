/**
 * Handles a few batches per turn of the event loop, clients in rotation, and of each its members: hundreds of batches
 * that one of them sends at once must not delay the answers to everybody else. A turn has one large batch at most.
 */
import { ApiError } from '../../schemas/base/errors.js'

/** Who sends a batch. */
export interface Sender {
  client: string
  member: string
}

export interface FairTurns {
  /**
   * Resolves when a batch of this size may be handled: immediately while there are few. Rejects with `rate_limited` when
   * too many large ones of the member wait.
   */
  next: (sender: Sender, bytes: number) => Promise<void>
}

const PER_TURN = 4
/** Parsing and checking it may take tens of milliseconds. */
const LARGE_BYTES = 64 * 1024
/** Large batches of a member's token that wait in memory. */
const MAX_LARGE = 8
const RETRY_AFTER_S = 1

interface Waiting {
  weight: number
  begin: () => void
}

/** The turns of one process. */
export function fairTurns(): FairTurns {
  const clients = new Map<string, Map<string, Waiting[]>>()
  let left = PER_TURN
  let isScheduled = false
  const turn = (): void => {
    left = PER_TURN
    while (left > 0 && clients.size > 0) {
      const next = takeNext(clients)
      left -= next.weight
      next.begin()
    }
    isScheduled = clients.size > 0
    if (isScheduled) setImmediate(turn)
  }
  return {
    next: async ({ client, member }, bytes) => {
      const weight = bytes > LARGE_BYTES ? PER_TURN : 1
      if (!isScheduled) setImmediate(turn)
      isScheduled = true
      if (left > 0 && clients.size === 0) {
        left -= weight
        return
      }
      const members = clients.get(client) ?? new Map<string, Waiting[]>()
      const queue = members.get(member) ?? []
      if (weight > 1 && queue.filter((one) => one.weight > 1).length >= MAX_LARGE) throw tooMany()
      await new Promise<void>((resolve) => {
        queue.push({ weight, begin: resolve })
        clients.set(client, members.set(member, queue))
      })
    },
  }
}

/** Removes the next one, and moves its client and member to the end of their rotations. */
function takeNext(clients: Map<string, Map<string, Waiting[]>>): Waiting {
  const [client, members] = first(clients)
  const [member, queue] = first(members)
  const next = queue.shift()
  members.delete(member)
  if (queue.length > 0) members.set(member, queue)
  clients.delete(client)
  if (members.size > 0) clients.set(client, members)
  if (next === undefined) throw new Error('an empty queue was kept')
  return next
}

function first<T>(map: Map<string, T>): [string, T] {
  for (const entry of map) return entry
  throw new Error('nobody waits')
}

const tooMany = (): ApiError =>
  new ApiError(
    'rate_limited',
    `More than ${MAX_LARGE} large batches of this member at once; send them one after the other. ` +
      `Retry after ${RETRY_AFTER_S} s.`,
    { retryAfter: RETRY_AFTER_S },
  )
