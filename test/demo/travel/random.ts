/**
 * Pseudo-random numbers that repeat for the same seed, for demo and test data. Never use them for secrets.
 */
export interface Random {
  /** A number in [0, 1). */
  next: () => number
  /** A whole number from `low` to `high`, both included. */
  int: (low: number, high: number) => number
  /** True with the given probability. */
  chance: (probability: number) => boolean
  /** An element of the list. Throws a RangeError if it is empty. */
  pick: <T>(list: readonly T[]) => T
  /** An element of the list with a probability in proportion to its weight. */
  weighted: <T>(list: ReadonlyArray<readonly [T, number]>) => T
}

/** A separate sequence for each (seed, label), so that more draws in one place do not change another. */
export function seededRandom(seed: number, label = ''): Random {
  const next = mulberry32(hash(`${seed}:${label}`))
  const pick = <T>(list: readonly T[]): T => {
    if (list.length === 0) throw new RangeError('nothing to pick from')
    return list[Math.floor(next() * list.length)] as T
  }
  return {
    next,
    int: (low, high) => low + Math.floor(next() * (high - low + 1)),
    chance: (probability) => next() < probability,
    pick,
    weighted: (list) => {
      let remaining = next() * list.reduce((sum, [, weight]) => sum + weight, 0)
      for (const [element, weight] of list) {
        remaining -= weight
        if (remaining < 0) return element
      }
      return pick(list)[0]
    },
  }
}

/** FNV-1a, 32 bits. */
export function hash(text: string): number {
  let value = 0x811c9dc5
  for (let i = 0; i < text.length; i++) value = Math.imul(value ^ text.charCodeAt(i), 0x01000193)
  return value >>> 0
}

function mulberry32(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = state
    mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}
