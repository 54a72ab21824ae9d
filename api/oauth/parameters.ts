import { readFormFields } from '../http/form/form-fields.js'

/**
 * Parameters of a query or form as OAuth reads them (RFC 6749 3.1 and 3.2): an empty value is absent, none
 * may repeat.
 */
export interface Parameters {
  /** The value, or null if it is absent or empty. Of a repeated parameter, the first value. */
  get: (name: string) => string | null
  repeated: (name: string) => boolean
  /** The first of the names that occurs more than once. */
  firstRepeated: (names: readonly string[]) => string | null
}

/** What an invalid character decodes to (Encoding Standard 4.1). */
export const REPLACEMENT = '\ufffd'

/**
 * Parses application/x-www-form-urlencoded text. Bytes that are not UTF-8 become U+FFFD, and so does NUL,
 * as in HTML. Postgres refuses NUL; this way a value with one fails like any wrong value instead of
 * counting as absent. Throws `invalid_request` for too many names.
 */
export function readParameters(text: string): Parameters {
  const all = readFormFields(text)
  const repeated = (name: string): boolean => (all.get(name)?.length ?? 0) > 1
  return {
    get: (name) => {
      const value = all.get(name)?.[0] ?? ''
      return value === '' ? null : value.replaceAll('\0', REPLACEMENT)
    },
    repeated,
    firstRepeated: (names) => names.find(repeated) ?? null,
  }
}

/** The part of a request target after the first '?', undecoded. */
export function queryText(target: string): string {
  const mark = target.indexOf('?')
  return mark < 0 ? '' : target.slice(mark + 1)
}
