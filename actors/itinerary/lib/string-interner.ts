/**
 * Keeps equal texts in memory once. Raw segments repeat airports, carriers, the traveller's name and the
 * times that another source already reported; each copy would cost memory and garbage collection for as long
 * as its member stays loaded.
 */

/** Longer texts are seldom repeated. */
const MAX_LENGTH = 40

/**
 * Returns the equal text of an earlier call, or the text itself. Remembers between `max` and twice as many
 * texts, because senders may make up any number.
 */
export function stringInterner(max: number): (text: string) => string {
  let young = new Map<string, string>()
  let old = new Map<string, string>()
  return (text) => {
    if (text.length > MAX_LENGTH) return text
    const hit = young.get(text)
    if (hit !== undefined) return hit
    const kept = old.get(text) ?? text
    if (young.size >= max) {
      old = young
      young = new Map()
    }
    young.set(kept, kept)
    return kept
  }
}
