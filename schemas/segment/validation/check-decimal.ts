/** The check of a decimal number, sent as text or as a JSON number. */
import { decimalText } from '../fields/decimal.js'
import type { SegmentError } from './segment-error.js'

interface DecimalSchema {
  pattern?: string
  minimum?: number
  maximum?: number
  'x-digits'?: number
}

/**
 * Accepts what lies within the bounds once it is rounded to the digits that are kept.
 * @param refuse makes the error of a field from the end of the sentence `Field "x" must be ...` and its value
 */
export function checkDecimal(
  schema: DecimalSchema,
  refuse: (field: string, mustBe: string, value: unknown) => SegmentError[],
): (value: unknown, field: string) => SegmentError[] | null {
  const { minimum = -Infinity, maximum = Infinity, 'x-digits': digits = 0 } = schema
  const pattern = new RegExp(schema.pattern ?? '')
  return (value, field) => {
    const isOfForm = typeof value === 'number' || (typeof value === 'string' && pattern.test(value))
    const number = isOfForm ? Number(decimalText(value, digits) ?? NaN) : NaN
    return number >= minimum && number <= maximum
      ? null
      : refuse(field, `a decimal number from ${minimum} to ${maximum}`, value)
  }
}
