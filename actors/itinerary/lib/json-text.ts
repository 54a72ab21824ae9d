/** Texts as JSON, for documents that are written from fixed pieces. */

/** Text that JSON shows as it is: no quote, backslash, control character or half of a surrogate pair. */
const PLAIN_TEXT = /^[ !#-[\]-\ud7ff\ue000-\uffff]*$/

/** True if JSON shows the text as it is, between quotes. */
export function isPlainText(text: string): boolean {
  return PLAIN_TEXT.test(text)
}

/** A text or null as JSON.stringify writes it. */
export function jsonText(text: string | null): string {
  if (text === null) return 'null'
  return PLAIN_TEXT.test(text) ? `"${text}"` : JSON.stringify(text)
}
