/**
 * Members kept in memory between batches. A member asked for again stays before one that came once: a feed that goes round
 * more members than fit would otherwise push each of them out just before its turn comes again, and find none of them here
 * (segmented LRU, Karedla et al. 1994).
 */
import type { Id } from '../../../schemas/base/ids.js'
import type { MemberCursor } from '../../ports.js'

export interface MemberCache<S> {
  take: (member: Id, owner: string) => S | null
  put: (member: Id, owner: string, state: S, seen: MemberCursor, weight: number) => void
  cursor: (member: Id, owner: string) => MemberCursor | null
  invalidate: (what: Id[] | { owner: string } | 'all') => void
  weight: () => number
}

interface CachedMember<S> {
  owner: string
  state: S
  seen: MemberCursor
  weight: number
}

/** Members in the order of their last use, oldest first, with what they weigh together. */
interface Generation<S> {
  held: Map<Id, CachedMember<S>>
  weight: number
}

/** Of the budget, for members that came once, when it is full. */
const PROBATION_SHARE = 1 / 8

/** Keeps states of at most `budget` bytes in all. A state that is taken is gone until it is put back. */
export function memberCache<S>(budget: number): MemberCache<S> {
  /** Came once since it is full. */
  const once: Generation<S> = { held: new Map(), weight: 0 }
  /** Asked for again, or here before it was full. */
  const again: Generation<S> = { held: new Map(), weight: 0 }
  const rows = [once, again]
  /** Taken and not yet put back. */
  const out = new Set<Id>()
  const drop = (member: Id): CachedMember<S> | null => {
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
        again.held.size === 0 || (once.held.size > 1 && once.weight > budget * PROBATION_SHARE) ? once : again
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
    cursor: (member, owner) => {
      const found = once.held.get(member) ?? again.held.get(member)
      return found?.owner === owner ? found.seen : null
    },
    invalidate: (what) => {
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
