/** The normal form of text and its comparison form (RULES N1). */

/** Words of printable ASCII with single spaces between them: already normal. */
const NORMALISED = /^[!-~]+(?: [!-~]+)*$/

/**
 * NFKC, trimmed, runs of spaces collapsed; null for empty text and for other types than text, number and
 * boolean.
 */
export function normaliseText(value: unknown): string | null {
  if (typeof value === 'number' || typeof value === 'boolean') return String(value)
  if (typeof value !== 'string') return null
  if (NORMALISED.test(value)) return value
  const text = value.normalize('NFKC').replace(/\s+/g, ' ').trim()
  return text === '' ? null : text
}

const LINE_BREAK = /\r\n|[\n\r\u2028\u2029]/

/** Each line in its normal form, without empty ones at both ends; null like `normaliseText`. */
export function normaliseLines(value: unknown): string | null {
  if (typeof value !== 'string' || !LINE_BREAK.test(value)) return normaliseText(value)
  const lines = value.split(LINE_BREAK).map((line) => normaliseText(line) ?? '')
  return lines.join('\n').replace(/^\n+|\n+$/g, '') || null
}

const PLAIN = /^[A-Za-z0-9 ]*$/
const SPECIAL: Record<string, string> = {
  ß: 'SS',
  Æ: 'AE',
  æ: 'AE',
  Ø: 'O',
  ø: 'O',
  Œ: 'OE',
  œ: 'OE',
  Ł: 'L',
  ł: 'L',
  Đ: 'D',
  đ: 'D',
  ı: 'I',
  Þ: 'TH',
  þ: 'TH',
  Ð: 'D',
  ð: 'D',
}

/**
 * Upper case, no accents, single spaces, no punctuation: apostrophes and full stops vanish, the rest
 * separates words.
 */
export function comparisonForm(text: string): string {
  if (PLAIN.test(text) && !text.includes('  ')) return text.toUpperCase().trim()
  return text
    .normalize('NFKD')
    .replace(/[ßÆæØøŒœŁłĐđıÞþÐð]/g, (c) => SPECIAL[c] ?? c)
    .replace(/[\u0300-\u036f'’`.]/g, '')
    .toUpperCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
}

/** Orders texts by their code units, which is the same everywhere. */
export function compareText(a: string, b: string): number {
  if (a === b) return 0
  return a < b ? -1 : 1
}
