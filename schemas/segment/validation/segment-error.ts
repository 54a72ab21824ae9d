/**
 * What can be wrong with one field of a body, of a raw segment or another: a closed list of codes (contract.md
 * 5.2 and 6.1), each with a sentence that names the fix.
 */
export const SEGMENT_ERROR_CODES = [
  'missing_field',
  'invalid_type',
  'invalid_status',
  'invalid_source',
  'invalid_trip_id',
  'invalid_datetime',
  'invalid_date_range',
  'invalid_airport',
  'invalid_currency',
  'invalid_price',
  'invalid_value',
  'too_long',
  'unknown_field',
  'too_many_errors',
] as const
export type SegmentErrorCode = (typeof SEGMENT_ERROR_CODES)[number]

/** What each code means, for the reference. */
export const SEGMENT_ERROR_MEANINGS: Readonly<Record<SegmentErrorCode, string>> = {
  missing_field: 'A field that the type requires is absent.',
  invalid_type: 'The type of the segment is absent or unknown. Types are written exactly: `Air`, `Hotel`.',
  invalid_status: 'The status is none that a raw segment may have.',
  invalid_source: 'The source is unknown or inactive. GET /v2/sources lists those that may be named.',
  invalid_trip_id: 'A `trip_id` was sent where none may be, or it names no trip of the member.',
  invalid_datetime: 'A date or time does not exist or is written in another form.',
  invalid_date_range: 'The end is before the start.',
  invalid_airport: 'Neither a code of three letters nor a name.',
  invalid_currency: 'Not a currency code of ISO 4217.',
  invalid_price: 'Not a price: digits with an optional point, without a currency sign.',
  invalid_value: 'The value has the wrong type or form.',
  too_long: 'The text has more characters than the field may have.',
  unknown_field: 'The type has no such field. Only with `Prefer: handling=strict`.',
  too_many_errors: 'Not an error of its own: further errors of this segment are left out.',
}

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
