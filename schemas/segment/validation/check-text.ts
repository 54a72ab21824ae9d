/** The checks of text fields: what every text must be, and the forms that some have. */
import { isCurrency } from '../../base/currency.js'
import { NOT_STORABLE, isStorable } from '../../base/storable.js'
import { isZone } from '../../base/time-zone.js'
import { parseDate, parseDateOrWall, parseInstant, parseTime } from '../../base/wall-time.js'
import { foundKind, foundValue } from '../../hints/found-value.js'
import type { Suggest } from '../../hints/likely-word.js'
import { timeProblem } from '../../hints/time-problem.js'
import type { TimeForm } from '../../hints/time-problem.js'
import type { FieldKind } from '../fields/field.js'
import type { SegmentError, SegmentErrorCode } from './segment-error.js'

/** A schema of field.ts as plain JSON Schema. */
export interface FieldSchema {
  anyOf?: FieldSchema[]
  'x-kind'?: FieldKind
  'x-form'?: string
  'x-digits'?: number
  maxLength?: number
  maxItems?: number
  minimum?: number
  maximum?: number
  pattern?: string
  enum?: readonly string[]
  items?: { properties: Record<string, FieldSchema>; required?: string[] }
}

/**
 * Checks a value that is neither null nor "". Null: no error.
 * @param suggestUnknown unknown fields of list entries are errors, with what it suggests; null: they are kept
 */
export type ValueCheck = (
  value: unknown,
  field: string,
  suggestUnknown: Suggest | null,
) => SegmentError[] | null

export const errorOf = (error: SegmentErrorCode, field: string, sentence: string): SegmentError[] => [
  { error, error_description: sentence, field },
]

/** Text that every store can keep: no NUL, no half of a surrogate pair, at most `max` characters. */
export function checkText(
  value: unknown,
  field: string,
  code: SegmentErrorCode,
  max: number | undefined,
): SegmentError[] | null {
  if (typeof value !== 'string') {
    const fix =
      typeof value === 'number' ? `; write it in quotes, "${String(value)}"` : `; it is ${foundKind(value)}`
    return errorOf(code, field, `Field "${field}" must be a string${fix}.`)
  }
  if (max !== undefined && value.length > max && [...value].length > max)
    return errorOf('too_long', field, `Field "${field}" is longer than ${max} characters; shorten it.`)
  if (!isStorable(value)) return errorOf(code, field, `Field "${field}" ${NOT_STORABLE}; remove them.`)
  return null
}

/** A kind of text: `accepts` tests it, `mustBe` completes the sentence `Field "x" must be ...`. */
interface TextForm {
  accepts: (text: string) => boolean
  mustBe: string
  /** What is wrong with a text of nearly this form, as the end of `Field "x" ...`; null: it is not nearly one. */
  problem?: (text: string) => string | null
}

const timeForm = (form: TimeForm, parse: (text: string) => number, mustBe: string): TextForm => ({
  accepts: (text) => !Number.isNaN(parse(text)),
  mustBe,
  problem: (text) => timeProblem(text, form),
})

export const TEXT_FORMS: Partial<Record<FieldKind, TextForm>> = {
  datetime: timeForm(
    'datetime',
    parseDateOrWall,
    'a date and time in local time as text, YYYY-MM-DDTHH:MM, or YYYY-MM-DD if the time is not known',
  ),
  date: timeForm('date', parseDate, 'a date as text, YYYY-MM-DD'),
  time: timeForm('time', parseTime, 'a time of day as text, HH:MM'),
  instant: timeForm('instant', parseInstant, 'a UTC date and time as text, such as 2026-03-01T12:00:00Z'),
  zone: { accepts: isZone, mustBe: 'a time zone of the IANA database, such as Europe/Zurich' },
  airport: {
    accepts: (text) =>
      /^\s*[A-Z]{3}\s*$/i.test(text) || text.replace(/[^A-Z]/gi, '').length > 3 || /[^\x00-\x7f]/.test(text),
    mustBe: 'an airport code of three letters, such as ZRH, or the name of an airport',
  },
  currency: { accepts: isCurrency, mustBe: 'a currency code of ISO 4217 in capitals, such as USD' },
  url: {
    accepts: (text) => /^https?:\/\//i.test(text) && URL.canParse(text),
    mustBe: 'an http or https address',
  },
}

export function checkForm(
  schema: FieldSchema,
  code: SegmentErrorCode,
  { accepts, mustBe, problem }: TextForm,
): ValueCheck {
  return (value, field) => {
    if (problem !== undefined && typeof value !== 'string')
      return errorOf(code, field, `Field "${field}" must be ${mustBe}; it is ${foundKind(value)}.`)
    const unreadable = checkText(value, field, code, schema.maxLength)
    if (unreadable !== null) return unreadable
    const text = value as string
    if (accepts(text)) return null
    const wrong = problem?.(text) ?? `must be ${mustBe}; it is ${foundValue(text)}`
    return errorOf(code, field, `Field "${field}" ${wrong}.`)
  }
}

export function checkPattern(schema: FieldSchema, code: SegmentErrorCode, mustBe: string): ValueCheck {
  const pattern = new RegExp(schema.pattern!)
  return checkForm(schema, code, { accepts: (text) => pattern.test(text), mustBe })
}
