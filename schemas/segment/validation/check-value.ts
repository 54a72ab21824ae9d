/** The check of one field's value against its schema: what is wrong with it, and how to fix it. */
import { normaliseText } from '../../base/text.js'
import type { Suggest } from '../../hints/likely-word.js'
import { foundKind, foundValue } from '../../hints/found-value.js'
import { unknownField } from './unknown-field.js'
import type { UnknownField } from './unknown-field.js'
import type { FieldKind } from '../fields/field.js'
import { checkDecimal } from './check-decimal.js'
import { TEXT_FORMS, checkForm, checkPattern, checkText, errorOf } from './check-text.js'
import type { FieldSchema, ValueCheck } from './check-text.js'
import { MAX_ERRORS } from './limit-errors.js'
import type { SegmentError, SegmentErrorCode } from './segment-error.js'

const MAX_METADATA_BYTES = 4_096
const MAX_DEPTH = 32
const MAX_NAME_SHOWN = 100

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

function checkEnum(schema: FieldSchema, code: SegmentErrorCode): ValueCheck {
  const values = new Set<unknown>(schema.enum)
  return (value, field) =>
    values.has(value)
      ? null
      : errorOf(
          code,
          field,
          `Field "${field}" must be one of ${schema.enum!.join(', ')}; it is ${foundValue(value)}.`,
        )
}

const checkBoolean: ValueCheck = (value, field) =>
  typeof value === 'boolean'
    ? null
    : errorOf('invalid_value', field, `Field "${field}" must be true or false, without quotes.`)

/** An integer in quotes is no integer: the sentence says which it is. */
const foundNumber = (value: unknown): string =>
  typeof value === 'string' ? `the text ${foundValue(value)}` : foundValue(value)

function checkInteger({ minimum = 0, maximum = 0 }: FieldSchema): ValueCheck {
  return (value, field) =>
    Number.isInteger(value) && (value as number) >= minimum && (value as number) <= maximum
      ? null
      : errorOf(
          'invalid_value',
          field,
          `Field "${field}" must be an integer from ${minimum} to ${maximum}; it is ${foundNumber(value)}.`,
        )
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
    case 'lines':
    case 'verbatim':
      return (value, field) => checkText(value, field, code, schema.maxLength)
    case 'price':
    case 'decimal':
      return checkDecimal(schema, (field, mustBe, value) =>
        errorOf(code, field, `Field "${field}" must be ${mustBe}; it is ${foundValue(value)}.`),
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
  return (value, field, suggestUnknown) => {
    if (!Array.isArray(value))
      return errorOf('invalid_value', field, `Field "${field}" must be an array; it is ${foundKind(value)}.`)
    if (value.length > max)
      return errorOf('too_long', field, `Field "${field}" holds more than ${max} entries; shorten it.`)
    const errors: SegmentError[] = []
    for (const [at, item] of (value as unknown[]).entries()) {
      if (errors.length > MAX_ERRORS) break
      errors.push(...checkEntry(item, `${field}[${at}]`, entry, suggestUnknown))
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
  suggestUnknown: Suggest | null,
): SegmentError[] {
  if (typeof item !== 'object' || item === null || Array.isArray(item))
    return errorOf('invalid_value', path, `Field "${path}" must be an object.`)
  const errors: SegmentError[] = []
  for (const [name, inner] of Object.entries(item)) {
    if (errors.length > MAX_ERRORS) return errors
    const check = fields.get(name)
    const where = `${path}.${name}`
    if (check === undefined && suggestUnknown !== null)
      errors.push(unknownFieldError({ path, name, known: names }, suggestUnknown))
    else if (check === undefined) errors.push(...checkUnknown(inner, where))
    else if (!isAbsent(inner)) errors.push(...(check(inner, where, suggestUnknown) ?? []))
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
