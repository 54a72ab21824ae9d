/** Decimal numbers in the form in which they are kept: text without an exponent, rounded to some digits. */

const DECIMAL = /^([+-]?)(\d+)(?:\.(\d+))?$/

/**
 * A JSON number or decimal text with at most `digits` digits after the point; null for anything else. Text that
 * has no more digits stays as it is.
 */
export function decimalText(value: unknown, digits: number): string | null {
  if (typeof value === 'number')
    return Math.abs(value) < 1e15 ? withoutTrailingZeros(value.toFixed(digits)) : null
  const parts = typeof value === 'string' ? DECIMAL.exec(value) : null
  if (parts === null) return null
  const [text, sign = '', whole = '', fraction = ''] = parts
  if (fraction.length <= digits) return text
  const kept = BigInt(whole + fraction.slice(0, digits)) + (fraction.charCodeAt(digits) >= 0x35 ? 1n : 0n)
  const all = kept.toString().padStart(digits + 1, '0')
  return withoutTrailingZeros(`${sign}${all.slice(0, -digits)}.${all.slice(-digits)}`)
}

/** `47.4500` to `47.45`, `-0.000` to `0`. */
function withoutTrailingZeros(text: string): string {
  const short = text.includes('.') ? text.replace(/\.?0+$/, '') : text
  return short === '-0' || short === '+0' ? '0' : short
}
