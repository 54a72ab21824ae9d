/** Memoizes a lookup by text. At `max` entries all are dropped: senders may make up any number of texts. */
export function memoize<T>(max: number, find: (key: string) => T): (key: string) => T {
  const known = new Map<string, T>()
  return (key) => {
    const hit = known.get(key)
    if (hit !== undefined) return hit
    const found = find(key)
    if (known.size >= max) known.clear()
    known.set(key, found)
    return found
  }
}

/** Makes a value when it is first asked for. */
export function once<T>(make: () => T): () => T {
  let made: { value: T } | null = null
  return () => (made ??= { value: make() }).value
}
