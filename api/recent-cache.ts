/** A bounded memory of what was asked for last: two generations, the older one dropped when the younger is full. */
export interface RecentCache<T> {
  get: (key: string) => T | undefined
  set: (key: string, value: T) => void
  delete: (key: string) => void
  clear: () => void
}

/** Holds between `size` and `2 * size` entries, those used last. */
export function recentCache<T> (size: number): RecentCache<T> {
  let young = new Map<string, T>()
  let old = new Map<string, T>()
  const set = (key: string, value: T): void => {
    if (young.size >= size) { old = young; young = new Map() }
    young.set(key, value)
  }
  return {
    get: key => {
      const hit = young.get(key)
      if (hit !== undefined) return hit
      const aged = old.get(key)
      if (aged !== undefined) set(key, aged)
      return aged
    },
    set,
    delete: key => { young.delete(key); old.delete(key) },
    clear: () => { young.clear(); old.clear() }
  }
}
