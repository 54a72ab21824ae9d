/** A bounded cache in two generations: the older one is dropped when the younger one is full. */
export interface TwoGenerationCache<T> {
  get: (key: string) => T | undefined
  set: (key: string, value: T) => void
  delete: (key: string) => void
  clear: () => void
}

/**
 * Keeps between `size` and `2 * size` of what was used last, measured by `weigh` (default: each entry counts
 * 1).
 */
export function twoGenerationCache<T>(
  size: number,
  weigh: (value: T) => number = () => 1,
): TwoGenerationCache<T> {
  let young = new Map<string, T>()
  let old = new Map<string, T>()
  let weight = 0
  const remove = (key: string): void => {
    const value = young.get(key)
    if (value !== undefined && young.delete(key)) weight -= weigh(value)
  }
  const set = (key: string, value: T): void => {
    remove(key)
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
      remove(key)
      old.delete(key)
    },
    clear: () => {
      young.clear()
      old.clear()
      weight = 0
    },
  }
}
