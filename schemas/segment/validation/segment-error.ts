import { values } from '../../data/enumerations.js'
import type { ValueOf } from '../../data/enumerations.js'

/**
 * What can be wrong with one field of a body, of a raw segment or another: a closed list of codes (contract.md
 * 5.2 and 6.1), each with a sentence that names the fix.
 */
export const SEGMENT_ERROR_CODES = values('segment-error')
export type SegmentErrorCode = ValueOf<'segment-error'>

export interface SegmentError {
  error: SegmentErrorCode
  error_description: string
  /** Path of the field; null when the segment as a whole is wrong. */
  field: string | null
  /** What the sentence cannot say: what was probably meant, or where the right value is found. */
  hint?: string
}

/** Adds a hint, if there is one. */
export const withHint = (error: SegmentError, hint: string | null): SegmentError =>
  hint === null ? error : { ...error, hint }

export const missingField = (field: string, sentence: string): SegmentError => ({
  error: 'missing_field',
  error_description: sentence,
  field,
})

/** @param problem the rest of the sentence, such as `must be a date` */
export const invalidValue = (
  field: string,
  problem: string,
  error: SegmentErrorCode = 'invalid_value',
): SegmentError => ({ error, error_description: `Field "${field}" ${problem}.`, field })
