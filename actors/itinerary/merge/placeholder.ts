/** RULES 3.5: values that stand for "not known". */
import { SEGMENT_KINDS } from '../../../schemas/segment/segment-kinds.js'
import type { Statement } from '../statement/statement.js'

/** True for a date without its time, an arrival at 00:00 that is none (RULES N6), and for a word that means "none" as locator or number. */
export function isPlaceholder(s: Statement, field: string): boolean {
  if (field === 'confirmation_no') return s.locator === null
  const kind = SEGMENT_KINDS[s.raw.type]
  if (field === kind.number) return s.number === null
  if (!field.endsWith('_datetime')) return false
  if (field === kind.start) return s.start !== null && !s.start.timed
  if (field === kind.end) return s.end === null || !s.end.timed
  return false
}
