/**
 * Counts what clients hold open, per network and in all. Beyond a bound the oldest gives way: that of the same
 * network, or of the network that holds most. A client that finishes in a moment is never the oldest, so one
 * network that holds everything it can takes nothing from the others.
 */

export interface NetworkBound {
  /** Most of one network (IPv4 address, IPv6 /64); 0: no limit. */
  perNetwork: number
  /** Most in all; 0: no limit. */
  all: number
}

/** Ends what gives way. False: it cannot give way now, and the next oldest is asked. */
export type GiveWay = () => boolean

export interface NetworkBounds {
  /**
   * Counts one more, of a network or of none (a trusted proxy, for whose clients only `all` holds). Returns
   * the function that ends it; null if there is no place, because nothing gives way.
   */
  enter: (network: string | null, giveWay: GiveWay) => (() => void) | null
  size: () => number
}

interface Group {
  isBounded: boolean
  /** In order of arrival. */
  entries: Set<{ giveWay: GiveWay }>
}

/** The key of what belongs to no network. */
const NO_NETWORK = ''

export function networkBounds({ perNetwork, all }: NetworkBound): NetworkBounds {
  const groups = new Map<string, Group>()
  let size = 0

  const leave = (key: string, group: Group, entry: { giveWay: GiveWay }): void => {
    if (!group.entries.delete(entry)) return
    size -= 1
    if (group.entries.size === 0) groups.delete(key)
  }
  const evictOldest = (key: string, group: Group): boolean => {
    for (const entry of group.entries) {
      if (!entry.giveWay()) continue
      leave(key, group, entry)
      return true
    }
    return false
  }
  /** A scan of all networks, made only while everything is full: 20 us for 1,000 of them. */
  const evictFromLargest = (): boolean => {
    let largest: [string, Group] | null = null
    for (const one of groups)
      if (largest === null || one[1].entries.size > largest[1].entries.size) largest = one
    return largest !== null && evictOldest(...largest)
  }
  const hasPlace = (key: string, group: Group): boolean => {
    const { isBounded, entries } = group
    if (isBounded && perNetwork > 0 && entries.size >= perNetwork) return evictOldest(key, group)
    return all === 0 || size < all || evictFromLargest()
  }
  return {
    enter: (network, giveWay) => {
      const key = network ?? NO_NETWORK
      const known = groups.get(key) ?? { isBounded: network !== null, entries: new Set() }
      if (!hasPlace(key, known)) return null
      // The group may have been emptied to make a place.
      const group = groups.get(key) ?? known
      groups.set(key, group)
      const entry = { giveWay }
      group.entries.add(entry)
      size += 1
      return () => {
        leave(key, group, entry)
      }
    },
    size: () => size,
  }
}
