/** Members kept in memory between batches, the least lately used let go when they weigh too much. */
import type { Id } from '../../schemas/ids.js'

export interface Residents<S> {
  take: (member: Id, owner: string) => S | null
  put: (member: Id, owner: string, state: S, lastSeq: number, weight: number) => void
  lastSeq: (member: Id, owner: string) => number | null
  forget: (what: Id[] | { owner: string } | 'all') => void
  weight: () => number
}

interface Resident<S> { owner: string, state: S, lastSeq: number, weight: number }

/** Keeps states of at most `budget` bytes in all. A state that is taken is gone until it is put back. */
export function residents<S> (budget: number): Residents<S> {
  const held = new Map<Id, Resident<S>>()
  let total = 0
  const drop = (member: Id): Resident<S> | null => {
    const found = held.get(member)
    if (found === undefined) return null
    held.delete(member)
    total -= found.weight
    return found
  }
  return {
    take: (member, owner) => {
      const found = drop(member)
      return found === null || found.owner !== owner ? null : found.state
    },
    put: (member, owner, state, lastSeq, weight) => {
      drop(member)
      held.set(member, { owner, state, lastSeq, weight })
      total += weight
      for (const oldest of held.keys()) {
        if (total <= budget) break
        drop(oldest)
      }
    },
    lastSeq: (member, owner) => {
      const found = held.get(member)
      return found === undefined || found.owner !== owner ? null : found.lastSeq
    },
    forget: what => {
      if (what === 'all') { held.clear(); total = 0 } else if (Array.isArray(what)) for (const member of what) drop(member)
      else for (const [member, one] of held) if (one.owner === what.owner) drop(member)
    },
    weight: () => total
  }
}
