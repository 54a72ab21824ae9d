/**
 * Begins a few pieces of work per turn of the event loop, in rotation over clients and the members of each: hundreds that
 * one of them sends at once must not delay the answers to everybody else. A turn has at most one large batch.
 */
import { ApiError } from '../../schemas/base/errors.js'

/** Who sends it. */
export interface Sender {
  /** An application, or a network. */
  client: string
  member: string
}

export interface FairTurns {
  /**
   * Resolves when work of this size may begin: immediately while there are few. Rejects with `rate_limited` when
   * too many large ones of the member wait.
   */
  next: (sender: Sender, bytes: number) => Promise<void>
  /** The next turn begins nothing, unless many in a row have already begun nothing. */
  hold: () => void
}

/** Batches of segments that a process begins to handle in a turn. */
export const BATCHES_PER_TURN = 4

/** Parsing and checking it may take tens of milliseconds. */
const LARGE_BYTES = 64 * 1024
/** Large batches of a member's token that wait in memory. */
const MAX_LARGE = 8
const RETRY_AFTER_S = 1
/** Turns in a row that may begin nothing: some milliseconds. */
const MAX_HELD = 64

interface Waiting {
  weight: number
  begin: () => void
}

/** @param perTurn how many begin in a turn of the event loop of this process */
export function fairTurns(perTurn: number): FairTurns {
  const clients = new Map<string, Map<string, Waiting[]>>()
  let left = perTurn
  let isScheduled = false
  let isHeld = false
  let held = 0
  const schedule = (): void => {
    if (!isScheduled) setImmediate(turn)
    isScheduled = true
  }
  const turn = (): void => {
    held = isHeld && held < MAX_HELD ? held + 1 : 0
    isHeld = false
    left = held > 0 ? 0 : perTurn
    while (left > 0 && clients.size > 0) {
      const next = takeNext(clients)
      left -= next.weight
      next.begin()
    }
    isScheduled = false
    if (clients.size > 0 || held > 0) schedule()
  }
  return {
    next: async ({ client, member }, bytes) => {
      const weight = bytes > LARGE_BYTES ? perTurn : 1
      schedule()
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
    hold: () => {
      isHeld = true
      left = 0
      schedule()
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
    `More than ${MAX_LARGE} large batches for this member at once; send them one after another. ` +
      `Retry after ${RETRY_AFTER_S} s.`,
    { retryAfter: RETRY_AFTER_S },
  )
