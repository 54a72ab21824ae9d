import { delimiterIn } from '../../../../actors/readers/exports/table.js'

/** A line that only says what stands between cells, as spreadsheets read it. */
export const SEPARATOR_MARK = /^\s*sep=.\s*$/i
/** The first line of a table is shorter. */
const FIRST_LINE = 20_000

/** Cuts the lines of a table, of which a cell in quotation marks may have several. */
export function recordCutter() {
  let held = ''
  let at = 0
  let isQuoted = false
  /** Whether a quotation mark opens a cell here, or goes on with it after `""`. */
  let mayOpen = true
  let delimiter: string | null = null
  const push = (text: string): string[] => {
    held += text
    if (delimiter === null && held.length < FIRST_LINE && !/\S[^\n]*\n/.test(held)) return []
    delimiter ??= delimiterIn(held).delimiter
    const found: string[] = []
    let from = 0
    for (; at < held.length; at += 1) {
      const char = held[at]!
      if (char === '"') {
        mayOpen ||= isQuoted
        isQuoted = mayOpen && !isQuoted
        continue
      }
      mayOpen = char === delimiter || char === '\n'
      if (char !== '\n' || isQuoted) continue
      found.push(held.slice(from, at + 1))
      from = at + 1
    }
    held = held.slice(from)
    at -= from
    return found
  }
  return {
    push,
    /** The last line may lack its line feed. */
    end: (): string[] => [...push('\n'), held],
    held: (): number => held.length,
    /** What stands between cells; known once there is a line. */
    delimiter: (): string => delimiter ?? ',',
  }
}
