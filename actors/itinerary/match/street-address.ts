/** Whether two first lines of an address are one house: sources abbreviate and order them in their own ways. */
import { words } from '../lib/words.js'

const NUMBER = /^\d/

/** One word, perhaps abbreviated: `ST` and `STREET`, `RD` and `ROAD`, `HAUPTSTR` and `HAUPTSTRASSE`. */
function isSameWord(a: string, b: string): boolean {
  if (NUMBER.test(a) || NUMBER.test(b)) return a === b
  const [short, long] = a.length <= b.length ? [a, b] : [b, a]
  if (short[0] !== long[0]) return false
  let matched = 0
  for (const letter of long) if (letter === short[matched]) matched++
  return matched === short.length
}

/** True if the texts are equal, or the shorter has a number and the longer each of its words, in any order. */
export function isSameAddress(a: string, b: string): boolean {
  if (a === b) return true
  const [left, right] = [words(a), words(b)]
  const [short, long] = left.length <= right.length ? [left, right] : [right, left]
  return (
    short.some((word) => NUMBER.test(word)) &&
    short.every((word) => long.some((other) => isSameWord(word, other)))
  )
}
