/** A bounded memory of what was asked for last: two generations, the older one dropped when the younger is full. */
export interface TwoGenerationCache<T> {
  get: (key: string) => T | undefined
  set: (key: string, value: T) => void
  delete: (key: string) => void
  clear: () => void
}

/** Holds between `size` and `2 * size` of what was used last, counted by `weigh`: entries, when it is left out. */
export function twoGenerationCache<T>(
  size: number,
  weigh: (value: T) => number = () => 1,
): TwoGenerationCache<T> {
  let young = new Map<string, T>()
  let old = new Map<string, T>()
  let weight = 0
  const drop = (key: string): void => {
    const held = young.get(key)
    if (held !== undefined && young.delete(key)) weight -= weigh(held)
  }
  const set = (key: string, value: T): void => {
    drop(key)
    if (weight >= size) {
      old = young
      young = new Map()
      weight = 0
    }
    young.set(key, value)
    weight += weigh(value)
  }
  return {
    get: (key) => {
      const hit = young.get(key)
      if (hit !== undefined) return hit
      const aged = old.get(key)
      if (aged !== undefined) set(key, aged)
      return aged
    },
    set,
    delete: (key) => {
      drop(key)
      old.delete(key)
    },
    clear: () => {
      young.clear()
      old.clear()
      weight = 0
    },
  }
}
