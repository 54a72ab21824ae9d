/** The check of one field's value against its schema: what is wrong with it, and how to fix it. */
import { isCurrency } from '../../base/currency.js'
import { NOT_STORABLE, isStorable } from '../../base/storable.js'
import { normaliseText } from '../../base/text.js'
import { isZone } from '../../base/time-zone.js'
import { parseDate, parseDateOrWall, parseInstant, parseTime } from '../../base/wall-time.js'
import type { Suggest } from '../../hints/likely-word.js'
import { unknownField } from '../../hints/unknown-field.js'
import type { UnknownField } from '../../hints/unknown-field.js'
import type { FieldKind } from '../fields/field.js'
import { checkDecimal } from './check-decimal.js'
import { MAX_ERRORS } from './limit-errors.js'
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
 * @param strict unknown fields of list entries are errors, with what it suggests; null: they are kept
 */
export type ValueCheck = (value: unknown, field: string, strict: Suggest | null) => SegmentError[] | null

const MAX_METADATA_BYTES = 4_096
const MAX_DEPTH = 32
const MAX_NAME_SHOWN = 100

const errorOf = (error: SegmentErrorCode, field: string, sentence: string): SegmentError[] => [
  { error, error_description: sentence, field },
]

/**
 * True for null, "" and absence, which count as the same (contract.md 1); text is trimmed first (RULES N1).
 */
export const isAbsent = (value: unknown): boolean =>
  value === undefined || value === null || (typeof value === 'string' && isBlank(value))

/** Most texts begin with a printable letter, which proves that they are not blank. */
function isBlank(text: string): boolean {
  const first = text.charCodeAt(0)
  return !(first > 0x20 && first < 0x7f) && normaliseText(text) === null
}

const ERROR_CODES: Partial<Record<FieldKind, SegmentErrorCode>> = {
  type: 'invalid_type',
  status: 'invalid_status',
  source: 'invalid_source',
  datetime: 'invalid_datetime',
  date: 'invalid_datetime',
  time: 'invalid_datetime',
  instant: 'invalid_datetime',
  airport: 'invalid_airport',
  price: 'invalid_price',
  currency: 'invalid_currency',
}

/** Text that every store can keep: no NUL, no half of a surrogate pair, at most `max` characters. */
function checkText(
  value: unknown,
  field: string,
  code: SegmentErrorCode,
  max: number | undefined,
): SegmentError[] | null {
  if (typeof value !== 'string') {
    const fix = typeof value === 'number' ? `; write it in quotes, "${String(value)}"` : ''
    return errorOf(code, field, `Field "${field}" must be a string${fix}.`)
  }
  if (max !== undefined && value.length > max && [...value].length > max)
    return errorOf('too_long', field, `Field "${field}" is longer than ${max} characters; shorten it.`)
  if (!isStorable(value)) return errorOf(code, field, `Field "${field}" ${NOT_STORABLE}; remove them.`)
  return null
}

/** True if a parsed JSON value is nested deeper than `limit`; counts no further. */
export function isDeeperThan(value: unknown, limit: number): boolean {
  if (typeof value !== 'object' || value === null) return false
  if (limit === 0) return true
  for (const inner of Array.isArray(value) ? value : Object.values(value))
    if (isDeeperThan(inner, limit - 1)) return true
  return false
}

/**
 * True if a parsed JSON value holds a number that lost digits in parsing: an integer beyond 2^53 (RFC 8259
 * 6).
 */
function hasInexactNumber(value: unknown): boolean {
  if (typeof value === 'number')
    return !Number.isFinite(value) || (Number.isInteger(value) && !Number.isSafeInteger(value))
  return typeof value === 'object' && value !== null && Object.values(value).some(hasInexactNumber)
}

/** A kind of text: `accepts` tests it, `mustBe` completes the sentence `Field "x" must be ...`. */
interface TextForm {
  accepts: (text: string) => boolean
  mustBe: string
}

const TEXT_FORMS: Partial<Record<FieldKind, TextForm>> = {
  datetime: {
    accepts: (text) => !Number.isNaN(parseDateOrWall(text)),
    mustBe:
      'a date and time that exists, YYYY-MM-DDTHH:MM or YYYY-MM-DDTHH:MM:SS in local time, ' +
      'without Z or an offset, or YYYY-MM-DD if the time is not known',
  },
  date: { accepts: (text) => !Number.isNaN(parseDate(text)), mustBe: 'a date that exists, YYYY-MM-DD' },
  time: { accepts: (text) => !Number.isNaN(parseTime(text)), mustBe: 'a time of day, HH:MM' },
  instant: {
    accepts: (text) => !Number.isNaN(parseInstant(text)),
    mustBe: 'a UTC date and time that exists, such as 2026-03-01T12:00:00Z',
  },
  zone: { accepts: isZone, mustBe: 'a time zone of the IANA database, such as Europe/Zurich' },
  airport: {
    accepts: (text) =>
      /^[A-Z]{3}$/i.test(text) || text.replace(/[^A-Z]/gi, '').length > 3 || /[^\x00-\x7f]/.test(text),
    mustBe: 'an airport code of three letters, such as ZRH, or the name of an airport',
  },
  currency: { accepts: isCurrency, mustBe: 'a currency code of ISO 4217 in capitals, such as USD' },
  url: {
    accepts: (text) => /^https?:\/\//i.test(text) && URL.canParse(text),
    mustBe: 'an http or https address',
  },
}

function checkForm(schema: FieldSchema, code: SegmentErrorCode, { accepts, mustBe }: TextForm): ValueCheck {
  return (value, field) =>
    checkText(value, field, code, schema.maxLength) ??
    (accepts(value as string) ? null : errorOf(code, field, `Field "${field}" must be ${mustBe}.`))
}

function checkPattern(schema: FieldSchema, code: SegmentErrorCode, mustBe: string): ValueCheck {
  const pattern = new RegExp(schema.pattern!)
  return checkForm(schema, code, { accepts: (text) => pattern.test(text), mustBe })
}

function checkEnum(schema: FieldSchema, code: SegmentErrorCode): ValueCheck {
  const values = new Set<unknown>(schema.enum)
  return (value, field) =>
    values.has(value)
      ? null
      : errorOf(code, field, `Field "${field}" must be one of ${schema.enum!.join(', ')}.`)
}

const checkBoolean: ValueCheck = (value, field) =>
  typeof value === 'boolean'
    ? null
    : errorOf('invalid_value', field, `Field "${field}" must be true or false.`)

function checkInteger({ minimum = 0, maximum = 0 }: FieldSchema): ValueCheck {
  return (value, field) =>
    Number.isInteger(value) && (value as number) >= minimum && (value as number) <= maximum
      ? null
      : errorOf('invalid_value', field, `Field "${field}" must be an integer from ${minimum} to ${maximum}.`)
}

const checkObject: ValueCheck = (value, field) => {
  if (typeof value !== 'object' || Array.isArray(value))
    return errorOf('invalid_value', field, `Field "${field}" must be an object.`)
  if (isDeeperThan(value, MAX_DEPTH)) return errorOf('invalid_value', field, tooDeep(field))
  if (hasInexactNumber(value))
    return errorOf(
      'invalid_value',
      field,
      `Field "${field}" holds a number too large to be kept exactly; send it as text.`,
    )
  return Buffer.byteLength(JSON.stringify(value)) <= MAX_METADATA_BYTES
    ? null
    : errorOf(
        'too_long',
        field,
        `Field "${field}" is larger than ${MAX_METADATA_BYTES} bytes of JSON; shorten it.`,
      )
}

function tooDeep(field: string): string {
  return `Field "${field}" is nested deeper than ${MAX_DEPTH} levels; flatten it.`
}

/**
 * Makes the check of one field. Codes and sentences: contract.md 5.
 * @throws {TypeError} if the schema has no kind, or one that is not known
 */
export function valueCheck(schema: FieldSchema): ValueCheck {
  const kind = schema['x-kind']
  if (kind === undefined) throw new TypeError('a field of a segment needs a kind')
  const code = ERROR_CODES[kind] ?? 'invalid_value'
  const form = TEXT_FORMS[kind]
  if (form !== undefined) return checkForm(schema, code, form)
  switch (kind) {
    case 'text':
    case 'verbatim':
      return (value, field) => checkText(value, field, code, schema.maxLength)
    case 'price':
    case 'decimal':
      return checkDecimal(schema, (field, mustBe) =>
        errorOf(code, field, `Field "${field}" must be ${mustBe}.`),
      )
    case 'pattern':
      return checkPattern(schema, code, schema['x-form'] ?? 'of the documented form')
    case 'enum':
    case 'status':
      return checkEnum(schema, code)
    case 'boolean':
      return checkBoolean
    case 'integer':
      return checkInteger(schema)
    case 'object':
      return checkObject
    case 'list':
      return checkList(schema)
    case 'type':
    case 'source':
      return (value, field) => checkText(value, field, code, undefined)
    default:
      throw new TypeError(`no such kind of field: ${kind}`)
  }
}

function checkList(schema: FieldSchema): ValueCheck {
  const { properties, required = [] } = schema.items!
  const entry: EntryFields = { fields: fieldChecks(properties), names: Object.keys(properties), required }
  const max = schema.maxItems!
  return (value, field, strict) => {
    if (!Array.isArray(value)) return errorOf('invalid_value', field, `Field "${field}" must be an array.`)
    if (value.length > max)
      return errorOf('too_long', field, `Field "${field}" holds more than ${max} entries; shorten it.`)
    const errors: SegmentError[] = []
    for (const [at, item] of (value as unknown[]).entries()) {
      if (errors.length > MAX_ERRORS) break
      errors.push(...checkEntry(item, `${field}[${at}]`, entry, strict))
    }
    return errors.length === 0 ? null : errors
  }
}

/** The fields of the entries of a list. */
interface EntryFields {
  fields: Map<string, ValueCheck>
  names: readonly string[]
  required: readonly string[]
}

function checkEntry(
  item: unknown,
  path: string,
  { fields, names, required }: EntryFields,
  strict: Suggest | null,
): SegmentError[] {
  if (typeof item !== 'object' || item === null || Array.isArray(item))
    return errorOf('invalid_value', path, `Field "${path}" must be an object.`)
  const errors: SegmentError[] = []
  for (const [name, inner] of Object.entries(item)) {
    if (errors.length > MAX_ERRORS) return errors
    const check = fields.get(name)
    const where = `${path}.${name}`
    if (check === undefined && strict !== null)
      errors.push(unknownFieldError({ path, name, known: names }, strict))
    else if (check === undefined) errors.push(...checkUnknown(inner, where))
    else if (!isAbsent(inner)) errors.push(...(check(inner, where, strict) ?? []))
  }
  for (const name of required)
    if (isAbsent((item as Record<string, unknown>)[name]))
      errors.push(
        ...errorOf('missing_field', `${path}.${name}`, `Field "${path}.${name}" is required; add it.`),
      )
  return errors
}

/** The error for a field that the type does not have, under strict handling. */
export const unknownFieldError = (found: UnknownField, suggest: Suggest): SegmentError =>
  unknownField(found, suggest, 'is not a field of this type of segment')

/** The check of a field that is kept without being known: it must not be nested without end. */
export const checkUnknown = (value: unknown, field: string): SegmentError[] => {
  if (!isDeeperThan(value, MAX_DEPTH)) return []
  const shown = field.slice(0, MAX_NAME_SHOWN)
  return errorOf('invalid_value', shown, tooDeep(shown))
}

/** The checks of a record of fields, by name; a schema that also takes null is checked without it. */
export function fieldChecks(properties: Record<string, FieldSchema>): Map<string, ValueCheck> {
  return new Map(
    Object.entries(properties).map(([name, schema]) => [name, valueCheck(schema.anyOf?.[0] ?? schema)]),
  )
}
