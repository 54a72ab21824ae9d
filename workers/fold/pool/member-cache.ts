/**
 * Members kept in memory between steps: a segmented LRU (Karedla et al. 1994). A member that is asked for
 * again outlives one that came once: with a plain LRU, a feed that cycles through more members than fit
 * evicts each of them just before its next message, and finds none.
 */
import type { Id } from '../../../schemas/base/ids.js'
import type { MemberPosition } from '../../ports.js'

export interface MemberCache<S> {
  /** Removes and returns the state; null if it is not cached for this owner. */
  take: (member: Id, ownerTag: string) => S | null
  put: (member: Id, ownerTag: string, state: S, position: MemberPosition, bytes: number) => void
  position: (member: Id, ownerTag: string) => MemberPosition | null
  invalidate: (what: Id[] | { ownerTag: string } | 'all') => void
  /** Bytes held. */
  weight: () => number
}

interface CachedMember<S> {
  ownerTag: string
  state: S
  position: MemberPosition
  weight: number
}

/** Members in the order of their last use, oldest first, and their total weight. */
interface Generation<S> {
  members: Map<Id, CachedMember<S>>
  weight: number
}

/** Share of the budget for members seen once, while the cache is full. */
const PROBATION_SHARE = 1 / 8

/** Holds states of at most `budget` bytes in total. A state that is taken is gone until it is put back. */
export function memberCache<S>(budget: number): MemberCache<S> {
  /** Seen once since the cache filled up. */
  const probation: Generation<S> = { members: new Map(), weight: 0 }
  /** Asked for again, or cached before it was full. */
  const established: Generation<S> = { members: new Map(), weight: 0 }
  const generations = [probation, established]
  /** Taken and not yet put back. */
  const taken = new Set<Id>()

  const remove = (member: Id): CachedMember<S> | null => {
    taken.delete(member)
    for (const generation of generations) {
      const found = generation.members.get(member)
      if (found === undefined) continue
      generation.members.delete(member)
      generation.weight -= found.weight
      return found
    }
    return null
  }

  const weight = (): number => probation.weight + established.weight

  const evictOverBudget = (): void => {
    while (weight() > budget) {
      // The newest member stays even if it alone exceeds the share: its next message may already be here.
      const onProbation =
        established.members.size === 0 ||
        (probation.members.size > 1 && probation.weight > budget * PROBATION_SHARE)
      const [oldest] = (onProbation ? probation : established).members.keys()
      if (oldest === undefined) return
      remove(oldest)
    }
  }

  return {
    take: (member, ownerTag) => {
      const found = remove(member)
      if (found?.ownerTag !== ownerTag) return null
      taken.add(member)
      return found.state
    },
    put: (member, ownerTag, state, position, bytes) => {
      const returned = taken.has(member)
      remove(member)
      const generation = returned || weight() + bytes <= budget ? established : probation
      generation.members.set(member, { ownerTag, state, position, weight: bytes })
      generation.weight += bytes
      evictOverBudget()
    },
    position: (member, ownerTag) => {
      const found = probation.members.get(member) ?? established.members.get(member)
      return found?.ownerTag === ownerTag ? found.position : null
    },
    invalidate: (what) => {
      if (Array.isArray(what)) {
        what.forEach(remove)
        return
      }
      for (const generation of generations)
        for (const [member, cached] of generation.members)
          if (what === 'all' || cached.ownerTag === what.ownerTag) remove(member)
    },
    weight,
  }
}
