/** Which known word a mistyped one probably is (contract.md 6.1): what every "did you mean" comes from. */

/** The known word that is meant; null if none is close, or two are equally close. */
export type Suggest = (word: string, known: readonly string[]) => string | null

/** Longer words are not compared: a comparison takes the product of both lengths. */
const MAX_LENGTH = 64
/** Comparisons that the answer to one request may cost: 5,000 of long words take some 10 ms. */
const MAX_COMPARISONS = 5_000
/** Room for three rows of a table of distances; a word is at most 3 letters longer than one of MAX_LENGTH. */
const newRow = (): Uint8Array => new Uint8Array(MAX_LENGTH + 4)
const ROWS: readonly [Uint8Array, Uint8Array, Uint8Array] = [newRow(), newRow(), newRow()]

/** Makes suggestions for one request, each word compared once. When its comparisons are used up, it has none. */
export function suggestions(comparisons = MAX_COMPARISONS): Suggest {
  const answered = new Map<readonly string[], Map<string, string | null>>()
  let left = comparisons
  return (word, known) => {
    const answers = answered.get(known) ?? new Map<string, string | null>()
    const answer = answers.get(word)
    if (answer !== undefined || left < known.length) return answer ?? null
    left -= known.length
    const likely = likelyWord(word, known)
    answered.set(known, answers.set(word, likely))
    return likely
  }
}

/** Suggests nothing, where nobody reads it. */
export const noSuggestions: Suggest = () => null

/**
 * The one known word with the fewest typing errors, which are letters that were left out, added, replaced or
 * swapped. Case, `_`, `-` and spaces do not count: `homeCity` is `home_city`. Short words allow fewer errors.
 */
export function likelyWord(word: string, known: readonly string[]): string | null {
  const typed = plain(word)
  if (typed === '' || typed.length > MAX_LENGTH) return null
  let least = allowedErrors(typed)
  let found: string | null = null
  for (const candidate of known) {
    const other = plain(candidate)
    if (Math.abs(other.length - typed.length) > least) continue
    const errors = typingErrors(typed, other, least)
    if (errors > least || candidate === found) continue
    if (errors === least && found !== null) {
      // Two are equally close: only a closer one counts from here on.
      found = null
      least -= 1
    } else [least, found] = [errors, candidate]
  }
  return found
}

/** A word in lower case, without separators. */
export const plain = (word: string): string => word.toLowerCase().replace(/[\s_.-]/g, '')

function allowedErrors({ length }: string): number {
  if (length < 3) return 0
  if (length < 6) return 1
  return length < 10 ? 2 : 3
}

/**
 * The optimal string alignment distance: Levenshtein's, with two swapped letters as one error. It is not counted
 * beyond the most that matters.
 */
function typingErrors(a: string, b: string, most: number): number {
  let [before, above, row] = ROWS
  for (let at = 0; at <= b.length; at += 1) above[at] = at
  for (let i = 1; i <= a.length; i += 1) {
    row[0] = i
    let least = i
    for (let j = 1; j <= b.length; j += 1) {
      const cost = a[i - 1] === b[j - 1] ? 0 : 1
      const isSwap = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]
      const errors = Math.min(above[j]! + 1, row[j - 1]! + 1, above[j - 1]! + cost)
      row[j] = isSwap ? Math.min(errors, before[j - 2]! + 1) : errors
      least = Math.min(least, row[j]!)
    }
    if (least > most) return least
    ;[before, above, row] = [above, row, before]
  }
  return above[b.length]!
}
