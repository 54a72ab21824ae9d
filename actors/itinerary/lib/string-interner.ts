/**
 * Equal texts held once. Of what a raw segment says hardly anything is new: airports, carriers, the traveller's name, the
 * times that another source has told before. As a text of its own each would be moved and walked through by every collection
 * for as long as its member stays in memory.
 */

/** Longer texts are seldom said twice. */
const LONGEST = 40

/**
 * Answers the equal text that was handed in lately, or the text itself, which is then the one to be answered. Remembers
 * between `most` and twice as many, for senders may make up as many texts as they like.
 */
export function stringInterner(most: number): (text: string) => string {
  let young = new Map<string, string>()
  let old = new Map<string, string>()
  return (text) => {
    if (text.length > LONGEST) return text
    const held = young.get(text)
    if (held !== undefined) return held
    const kept = old.get(text) ?? text
    if (young.size >= most) {
      old = young
      young = new Map()
    }
    young.set(kept, kept)
    return kept
  }
}
