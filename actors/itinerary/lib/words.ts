/** Comparison of free text word by word (RULES N1, N5b). */
import { comparisonForm } from '../../../schemas/base/text.js'

/** The words of a text in comparison form. */
export function words(text: string): string[] {
  const form = comparisonForm(text)
  return form === '' ? [] : form.split(' ')
}

/** Jaccard similarity of two sets of words, 0 to 1; 0 if one is empty. */
export function jaccard(a: readonly string[], b: readonly string[]): number {
  if (a.length === 0 || b.length === 0) return 0
  const left = new Set(a)
  const right = new Set(b)
  let shared = 0
  for (const word of left) if (right.has(word)) shared++
  return shared / (left.size + right.size - shared)
}

/**
 * True if two words differ by at most one edit: a letter added, removed or replaced, or two neighbours
 * swapped.
 */
export function isOneEditApart(a: string, b: string): boolean {
  if (a === b) return true
  const [short, long] = a.length <= b.length ? [a, b] : [b, a]
  if (long.length - short.length > 1) return false
  let i = 0
  while (i < short.length && short[i] === long[i]) i++
  if (short.length === long.length) {
    if (short.slice(i + 1) === long.slice(i + 1)) return true
    return short[i] === long[i + 1] && short[i + 1] === long[i] && short.slice(i + 2) === long.slice(i + 2)
  }
  return short.slice(i) === long.slice(i + 1)
}

/** True if one contains every word of the other. Empty input never matches. */
export function isContained(a: readonly string[], b: readonly string[]): boolean {
  return (
    a.length > 0 &&
    b.length > 0 &&
    (a.every((word) => b.includes(word)) || b.every((word) => a.includes(word)))
  )
}

/** `Bad Hofgastein` for `BAD HOFGASTEIN`, as booking systems write it; text in mixed case stays as it is. */
export function readableName(text: string): string {
  if (text !== text.toUpperCase()) return text
  return text.replace(/\p{L}+/gu, (word) => word.charAt(0) + word.slice(1).toLowerCase())
}
