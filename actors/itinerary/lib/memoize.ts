/** Answers of a lookup by text, remembered until there are `most`; then all are forgotten, for senders may make up as many texts as they like. */
export function memoize<T>(most: number, find: (key: string) => T): (key: string) => T {
  const known = new Map<string, T>()
  return (key) => {
    const hit = known.get(key)
    if (hit !== undefined) return hit
    const found = find(key)
    if (known.size >= most) known.clear()
    known.set(key, found)
    return found
  }
}
