/**
 * Members kept in memory between batches. A member asked for again stays before one that came once: a feed that goes round
 * more members than fit would otherwise push each of them out just before its turn comes again, and find none of them here
 * (segmented LRU, Karedla et al. 1994).
 */
import type { Id } from '../../schemas/ids.js'
import type { Seen } from '../ports.js'

export interface Residents<S> {
  take: (member: Id, owner: string) => S | null
  put: (member: Id, owner: string, state: S, seen: Seen, weight: number) => void
  seen: (member: Id, owner: string) => Seen | null
  forget: (what: Id[] | { owner: string } | 'all') => void
  weight: () => number
}

interface Resident<S> {
  owner: string
  state: S
  seen: Seen
  weight: number
}

/** Members in the order of their last use, oldest first, with what they weigh together. */
interface Row<S> {
  held: Map<Id, Resident<S>>
  weight: number
}

/** Of the budget, for members that came once, when it is full. */
const TRIAL = 1 / 8

/** Keeps states of at most `budget` bytes in all. A state that is taken is gone until it is put back. */
export function residents<S>(budget: number): Residents<S> {
  /** Came once since it is full. */
  const once: Row<S> = { held: new Map(), weight: 0 }
  /** Asked for again, or here before it was full. */
  const again: Row<S> = { held: new Map(), weight: 0 }
  const rows = [once, again]
  /** Taken and not yet put back. */
  const out = new Set<Id>()
  const drop = (member: Id): Resident<S> | null => {
    out.delete(member)
    for (const row of rows) {
      const found = row.held.get(member)
      if (found === undefined) continue
      row.held.delete(member)
      row.weight -= found.weight
      return found
    }
    return null
  }
  const weight = (): number => once.weight + again.weight
  const makeRoom = (): void => {
    while (weight() > budget) {
      // The newest may weigh more than that: it stays, its next message may be here already.
      const from =
        again.held.size === 0 || (once.held.size > 1 && once.weight > budget * TRIAL) ? once : again
      const [oldest] = from.held.keys()
      if (oldest === undefined) return
      drop(oldest)
    }
  }
  return {
    take: (member, owner) => {
      const found = drop(member)
      if (found?.owner !== owner) return null
      out.add(member)
      return found.state
    },
    put: (member, owner, state, seen, bytes) => {
      const back = out.has(member)
      drop(member)
      const row = back || weight() + bytes <= budget ? again : once
      row.held.set(member, { owner, state, seen, weight: bytes })
      row.weight += bytes
      makeRoom()
    },
    seen: (member, owner) => {
      const found = once.held.get(member) ?? again.held.get(member)
      return found?.owner === owner ? found.seen : null
    },
    forget: (what) => {
      if (Array.isArray(what)) {
        what.forEach(drop)
        return
      }
      for (const row of rows)
        for (const [member, one] of row.held) if (what === 'all' || one.owner === what.owner) drop(member)
    },
    weight,
  }
}
