/** Chance that repeats: the same seed throws the same numbers everywhere. For demo and test data, never for secrets. */
export interface Random {
  /** A number in [0, 1). */
  next: () => number
  /** A whole number from `low` to `high`, both included. */
  int: (low: number, high: number) => number
  chance: (share: number) => boolean
  /** One of the list. Throws a RangeError for an empty list. */
  pick: <T>(list: readonly T[]) => T
  /** One of the list, likelier in proportion to its weight. */
  weighted: <T>(list: ReadonlyArray<readonly [T, number]>) => T
}

/** Dice of their own for each (seed, label), so that adding throws in one place does not change those of another. */
export function seededRandom(seed: number, label = ''): Random {
  const next = mulberry32(hash(`${seed}:${label}`))
  const pick = <T>(list: readonly T[]): T => {
    if (list.length === 0) throw new RangeError('nothing to pick from')
    return list[Math.floor(next() * list.length)] as T
  }
  return {
    next,
    int: (low, high) => low + Math.floor(next() * (high - low + 1)),
    chance: (share) => next() < share,
    pick,
    weighted: (list) => {
      let left = next() * list.reduce((sum, [, weight]) => sum + weight, 0)
      for (const [one, weight] of list) {
        left -= weight
        if (left < 0) return one
      }
      return pick(list)[0]
    },
  }
}

/** FNV-1a, 32 bits: a number that stays the same for the same text. */
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
