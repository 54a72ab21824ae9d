/** What was sent, for the end of a sentence that says what belongs there (contract.md 6.1). */

/** Characters of a text that a sentence repeats. */
const MAX_SHOWN = 40

/** Text in quotes, numbers and literals as they are, of everything else the kind. */
export function foundValue(value: unknown): string {
  if (typeof value === 'string') {
    const characters = [...value.slice(0, 2 * MAX_SHOWN + 2)]
    const isWhole = characters.length <= MAX_SHOWN
    return `"${isWhole ? value : `${characters.slice(0, MAX_SHOWN).join('')}...`}"`
  }
  if (Array.isArray(value)) return 'an array'
  return typeof value === 'object' && value !== null ? 'an object' : String(value)
}

/** The kind of a value of JSON, with its article. */
export function foundKind(value: unknown): string {
  if (value === null) return 'null'
  if (Array.isArray(value)) return 'an array'
  return typeof value === 'object' ? 'an object' : `a ${typeof value}`
}
