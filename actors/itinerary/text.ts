/** Comparison forms of free text (itinerary.md N1, N5b). */

/** Words of printable ASCII parted by single spaces: nothing about them is to be changed. */
const TIDY = /^[!-~]+(?: [!-~]+)*$/

/** NFKC, trimmed, runs of space collapsed; null for nothing. */
export function clean (value: unknown): string | null {
  if (typeof value === 'number' || typeof value === 'boolean') return String(value)
  if (typeof value !== 'string') return null
  if (TIDY.test(value)) return value
  const text = value.normalize('NFKC').replace(/\s+/g, ' ').trim()
  return text === '' ? null : text
}

const PLAIN = /^[A-Za-z0-9 ]*$/
const SPECIAL: Record<string, string> = { ß: 'SS', Æ: 'AE', æ: 'AE', Ø: 'O', ø: 'O', Œ: 'OE', œ: 'OE', Ł: 'L', ł: 'L', Đ: 'D', đ: 'D', ı: 'I', Þ: 'TH', þ: 'TH', Ð: 'D', ð: 'D' }

/** Upper case, no accents, no punctuation (apostrophes vanish, all else parts words), single spaces. */
export function fold (text: string): string {
  if (PLAIN.test(text) && !text.includes('  ')) return text.toUpperCase().trim()
  return text.normalize('NFKD').replace(/[ßÆæØøŒœŁłĐđıÞþÐð]/g, c => SPECIAL[c] ?? c).replace(/[\u0300-\u036f'’`.]/g, '')
    .toUpperCase().replace(/[^\p{L}\p{N}]+/gu, ' ').trim()
}

/** The words of a text in comparison form. */
export function words (text: string): string[] {
  const folded = fold(text)
  return folded === '' ? [] : folded.split(' ')
}

/** Jaccard similarity of two sets of words, 0 to 1; two empty sets are unlike. */
export function jaccard (a: readonly string[], b: readonly string[]): number {
  if (a.length === 0 || b.length === 0) return 0
  const left = new Set(a)
  const right = new Set(b)
  let shared = 0
  for (const word of left) if (right.has(word)) shared++
  return shared / (left.size + right.size - shared)
}

/** Whether two words differ by at most one edit: a letter more, less, other, or two neighbours swapped. */
export function oneEdit (a: string, b: string): boolean {
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
