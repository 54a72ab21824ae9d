/** Text that every store keeps unchanged. */

/** NUL, which Postgres cannot store, and unpaired surrogates, which have no UTF-8 form. */
const UNSTORABLE = /[\0\p{Surrogate}]/u

/** What is wrong with other text; completes a sentence that begins with its field. */
export const NOT_STORABLE = 'contains NUL or unpaired surrogate characters'

/** True if the text can be stored and read back unchanged. */
export function isStorable(text: string): boolean {
  return !UNSTORABLE.test(text)
}
