/** Values inside parsed JSON of unknown shape. */

/** Undefined: the text is no JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** What stands at a path of names; of a list on the way, its first entry. Undefined: nothing. */
export function at(value: unknown, path: string): unknown {
  let found = value
  for (const name of path.split('.')) {
    if (Array.isArray(found)) found = found[0]
    if (typeof found !== 'object' || found === null || !Object.hasOwn(found, name)) return undefined
    found = (found as Record<string, unknown>)[name]
  }
  return found
}

/** A text or number at one of the paths, the first that is there, trimmed; undefined: none, or a blank one. */
export function textAt(value: unknown, ...paths: readonly string[]): string | undefined {
  for (const path of paths) {
    const found = at(value, path)
    if (typeof found !== 'string' && typeof found !== 'number') continue
    const text = String(found).trim()
    if (text !== '') return text
  }
  return undefined
}

/** The entries of a list, or the one value that stands for a list of one. */
export function listAt(value: unknown, path: string): unknown[] {
  const found = at(value, path)
  if (found === undefined || found === null) return []
  return Array.isArray(found) ? found : [found]
}

/** The fields that have a value: blank text, an empty list and an empty object are none. */
export function present<T>(fields: Readonly<Record<string, T>>): Record<string, NonNullable<T>> {
  const isPresent = (entry: [string, T]): entry is [string, NonNullable<T>] => {
    const [, value] = entry
    const isEmpty = typeof value === 'object' && value !== null && Object.keys(value).length === 0
    return value != null && value !== '' && !isEmpty
  }
  return Object.fromEntries(Object.entries(fields).filter(isPresent))
}
