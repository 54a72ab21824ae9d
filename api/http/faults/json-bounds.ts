/**
 * How much a JSON text may contain, whatever it is about (limits.md): a few bytes that inflate to a million
 * brackets or names would cost the parser a hundred times what others cost it.
 */

/** A body around segments around metadata, which has 32 levels of its own. */
export const MAX_LEVELS = 64
/** 500 segments with 120 fields each. */
export const MAX_VALUES = 60_000

const QUOTE = 0x22
const BACKSLASH = 0x5c

/**
 * What a text in UTF-8 has too much of, found in one pass before it is parsed: a millisecond for a mebibyte. Null if
 * it may be parsed.
 */
export function exceededJsonBound(bytes: Uint8Array): 'levels' | 'values' | null {
  let levels = 0
  let values = 1
  for (let at = 0; at < bytes.length; at += 1) {
    switch (bytes[at]) {
      case QUOTE:
        at = closingQuote(bytes, at)
        break
      case 0x2c: // ,
        values += 1
        break
      case 0x5b: // [
      case 0x7b: // {
        levels += 1
        values += 1
        if (levels > MAX_LEVELS) return 'levels'
        break
      case 0x5d: // ]
      case 0x7d: // }
        levels -= 1
    }
    if (values > MAX_VALUES) return 'values'
  }
  return null
}

function closingQuote(bytes: Uint8Array, from: number): number {
  let at = from + 1
  while (at < bytes.length && bytes[at] !== QUOTE) at += bytes[at] === BACKSLASH ? 2 : 1
  return at
}
