/** How alike the titles of meetings, events, tables and places are (RULES N5b). */
import { isContained, isOneEditApart, jaccard } from '../lib/words.js'
import { Pair } from './pair.js'

/** From this similarity on two titles are one. */
export const SAME_TITLE = 0.8
const MIN_CORRECTED_LENGTH = 4

/** Similarity of two titles, 0 to 1; one wrong letter in a word is forgiven. */
export function titleSimilarity(a: readonly string[], b: readonly string[]): number {
  const exact = jaccard(a, b)
  if (exact >= SAME_TITLE || a.length === 0 || b.length === 0) return exact
  const left = [...new Set(a)]
  const right = [...new Set(b)]
  const isShared = (word: string): boolean =>
    right.some(
      (other) => other === word || (word.length >= MIN_CORRECTED_LENGTH && isOneEditApart(word, other)),
    )
  const shared = left.filter(isShared).length
  return shared / (left.length + right.length - shared)
}

/** True if the longer title contains all words of the shorter one, which has at least two. */
export function isTitleWithin(a: readonly string[], b: readonly string[]): boolean {
  return Math.min(a.length, b.length) > 1 && isContained(a, b)
}

/** A pair that is compared by its titles. */
export class TitledPair extends Pair {
  private known: number | null = null

  /** Of the titles, 0 to 1. */
  get similarity(): number {
    return (this.known ??= titleSimilarity(this.a.nameWords, this.b.nameWords))
  }
}
