/** Text that every room can keep as it came. */

/** NUL, which Postgres cannot store, and halves of surrogate pairs, which have no UTF-8. */
const UNSTORABLE = /[\0\p{Surrogate}]/u

/** What is wrong with other text, for a sentence that begins with its field. */
export const NOT_STORABLE = 'contains NUL or unpaired surrogate characters'

/** Whether the text can be stored and is read back as the same. */
export function isStorable(text: string): boolean {
  return !UNSTORABLE.test(text)
}
