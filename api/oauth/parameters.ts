/** Parameters of a query or form as OAuth reads them (RFC 6749 3.1, 3.2): an empty value counts as absent, none may repeat. */
export interface Parameters {
  /** The value, or null when absent or empty. A repeated one gives its first value. */
  get: (name: string) => string | null
  repeated: (name: string) => boolean
  /** The first of the names that came more than once. */
  firstRepeated: (names: readonly string[]) => string | null
}

/** What a character that is none becomes when text is decoded (Encoding Standard 4.1). */
export const REPLACEMENT = '\ufffd'

/**
 * Reads application/x-www-form-urlencoded text. Bytes that are not UTF-8 are U+FFFD in it, and so is NUL, as in HTML: Postgres
 * keeps no NUL, so that a value with one is refused wherever a wrong value is, and never mistaken for an absent one.
 */
export function readParameters(text: string): Parameters {
  const all = new URLSearchParams(text)
  const repeated = (name: string): boolean => all.getAll(name).length > 1
  return {
    get: (name) => {
      const value = all.get(name)
      return value === null || value === '' ? null : value.replaceAll('\0', REPLACEMENT)
    },
    repeated,
    firstRepeated: (names) => names.find(repeated) ?? null,
  }
}

/** The part of a request target after the first '?', as it came. */
export function queryText(target: string): string {
  const mark = target.indexOf('?')
  return mark < 0 ? '' : target.slice(mark + 1)
}
