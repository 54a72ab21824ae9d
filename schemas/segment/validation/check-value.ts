/** One field's value against its schema: what is wrong with it, in a sentence that says how to mend it. */
import type { SegmentError, SegmentErrorCode } from '../../base/errors.js'
import { isCurrency } from '../../base/currency.js'
import { NOT_STORABLE, isStorable } from '../../base/storable.js'
import { normaliseText } from '../../base/text.js'
import { isZone } from '../../base/time-zone.js'
import { parseDate, parseInstant, parseTime, parseWall } from '../../base/wall-time.js'
import type { FieldKind } from '../fields/field.js'

/** A schema of field.ts as plain JSON Schema. */
export interface FieldSchema {
  anyOf?: FieldSchema[]
  'x-kind'?: FieldKind
  'x-form'?: string
  maxLength?: number
  maxItems?: number
  minimum?: number
  maximum?: number
  pattern?: string
  enum?: readonly string[]
  items?: { properties: Record<string, FieldSchema>; required?: string[] }
}

/** Looks at a value that is neither null nor "". */
export type ValueCheck = (value: unknown, field: string, strict: boolean) => SegmentError[] | null

const METADATA_BYTES = 4_096
const DEPTH = 32

const fault = (error: SegmentErrorCode, field: string, sentence: string): SegmentError[] => [
  { error, error_description: sentence, field },
]

/** Whether a value is absent: contract.md 1 counts null and "" as the same, and text is trimmed first (RULES N1). */
export const isAbsent = (value: unknown): boolean =>
  value === undefined || value === null || (typeof value === 'string' && blank(value))

/** Most texts begin with a printable letter: a glance tells that they are not blank. */
function blank(text: string): boolean {
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

/** Text that the next rooms can store: no NUL, no half of a surrogate pair, at most `max` characters. */
function checkText(
  value: unknown,
  field: string,
  code: SegmentErrorCode,
  max: number | undefined,
): SegmentError[] | null {
  if (typeof value !== 'string') {
    const mend = typeof value === 'number' ? `; write it in quotes, "${String(value)}"` : ''
    return fault(code, field, `Field "${field}" must be a string${mend}.`)
  }
  if (max !== undefined && value.length > max && [...value].length > max) {
    return fault('too_long', field, `Field "${field}" is longer than ${max} characters; shorten it.`)
  }
  if (!isStorable(value)) return fault(code, field, `Field "${field}" ${NOT_STORABLE}; remove them.`)
  return null
}

/** How deep a parsed JSON value goes; stops counting beyond `limit`. */
export function isDeeperThan(value: unknown, limit: number): boolean {
  if (typeof value !== 'object' || value === null) return false
  if (limit === 0) return true
  for (const inner of Array.isArray(value) ? value : Object.values(value))
    if (isDeeperThan(inner, limit - 1)) return true
  return false
}

/** Whether a parsed JSON value holds a number that is no longer the one that was written: beyond 2^53 integers lose digits (RFC 8259 6). */
function hasInexactNumber(value: unknown): boolean {
  if (typeof value === 'number')
    return !Number.isFinite(value) || (Number.isInteger(value) && !Number.isSafeInteger(value))
  return typeof value === 'object' && value !== null && Object.values(value).some(hasInexactNumber)
}

/** The check of one field. Sentences and codes: contract.md 5. */
export function valueCheck(schema: FieldSchema): ValueCheck {
  const kind = schema['x-kind']
  if (kind === undefined) throw new TypeError('a field of a segment needs a kind')
  const code = ERROR_CODES[kind] ?? 'invalid_value'
  const spoken =
    (test: (text: string) => boolean, sentence: (field: string) => string): ValueCheck =>
    (value, field) =>
      checkText(value, field, code, schema.maxLength) ??
      (test(value as string) ? null : fault(code, field, sentence(field)))
  switch (kind) {
    case 'text':
      return spoken(
        () => true,
        () => '',
      )
    case 'datetime':
      return spoken(
        (text) => parseWall(text) === parseWall(text),
        (field) =>
          `Field "${field}" must be a date and time that exists, YYYY-MM-DDTHH:MM or YYYY-MM-DDTHH:MM:SS in local time, without Z or an offset.`,
      )
    case 'date':
      return spoken(
        (text) => parseDate(text) === parseDate(text),
        (field) => `Field "${field}" must be a date that exists, YYYY-MM-DD.`,
      )
    case 'time':
      return spoken(
        (text) => parseTime(text) === parseTime(text),
        (field) => `Field "${field}" must be a time of day, HH:MM.`,
      )
    case 'instant':
      return spoken(
        (text) => parseInstant(text) === parseInstant(text),
        (field) => `Field "${field}" must be a UTC date and time that exists, such as 2026-03-01T12:00:00Z.`,
      )
    case 'zone':
      return spoken(
        isZone,
        (field) => `Field "${field}" must be a time zone of the IANA database, such as Europe/Zurich.`,
      )
    case 'airport':
      return spoken(
        (text) => /^[A-Za-z]{3}$/.test(text),
        (field) => `Field "${field}" must be an airport code of three letters, such as ZRH.`,
      )
    case 'currency':
      return spoken(
        isCurrency,
        (field) => `Field "${field}" must be a currency code of ISO 4217 in capitals, such as USD.`,
      )
    case 'price': {
      const form = new RegExp(schema.pattern!)
      return spoken(
        (text) => form.test(text),
        (field) =>
          `Field "${field}" must be a decimal number in a string, at most 12 digits before the point and 4 after it, such as "249.90".`,
      )
    }
    case 'pattern': {
      const form = new RegExp(schema.pattern!)
      return spoken(
        (text) => form.test(text),
        (field) => `Field "${field}" must be ${schema['x-form'] ?? 'of the documented form'}.`,
      )
    }
    case 'url':
      return spoken(
        (text) => /^https?:\/\//i.test(text) && URL.canParse(text),
        (field) => `Field "${field}" must be an http or https address.`,
      )
    case 'enum':
    case 'status': {
      const values = new Set<unknown>(schema.enum)
      return (value, field) =>
        values.has(value)
          ? null
          : fault(code, field, `Field "${field}" must be one of ${schema.enum!.join(', ')}.`)
    }
    case 'boolean':
      return (value, field) =>
        typeof value === 'boolean' ? null : fault(code, field, `Field "${field}" must be true or false.`)
    case 'integer': {
      const { minimum = 0, maximum = 0 } = schema
      return (value, field) =>
        Number.isInteger(value) && (value as number) >= minimum && (value as number) <= maximum
          ? null
          : fault(code, field, `Field "${field}" must be an integer from ${minimum} to ${maximum}.`)
    }
    case 'object':
      return (value, field) => {
        if (typeof value !== 'object' || Array.isArray(value))
          return fault(code, field, `Field "${field}" must be an object.`)
        if (isDeeperThan(value, DEPTH))
          return fault(code, field, `Field "${field}" is nested deeper than ${DEPTH} levels; flatten it.`)
        if (hasInexactNumber(value))
          return fault(
            code,
            field,
            `Field "${field}" holds a number too large to be kept exactly; send it as text.`,
          )
        return Buffer.byteLength(JSON.stringify(value)) <= METADATA_BYTES
          ? null
          : fault(
              'too_long',
              field,
              `Field "${field}" is larger than ${METADATA_BYTES} bytes of JSON; shorten it.`,
            )
      }
    case 'list':
      return listCheck(schema)
    case 'type':
    case 'source':
      return (value, field) => checkText(value, field, code, undefined)
    default: {
      const never: never = kind
      throw new TypeError(`no such kind of field: ${String(never)}`)
    }
  }
}

function listCheck(schema: FieldSchema): ValueCheck {
  const fields = fieldChecks(schema.items!.properties)
  const required = schema.items!.required ?? []
  const most = schema.maxItems!
  return (value, field, strict) => {
    if (!Array.isArray(value)) return fault('invalid_value', field, `Field "${field}" must be an array.`)
    if (value.length > most)
      return fault('too_long', field, `Field "${field}" holds more than ${most} entries; shorten it.`)
    const faults: SegmentError[] = []
    for (const [at, item] of (value as unknown[]).entries()) {
      const path = `${field}[${at}]`
      if (typeof item !== 'object' || item === null || Array.isArray(item)) {
        faults.push(...fault('invalid_value', path, `Field "${path}" must be an object.`))
        continue
      }
      for (const [name, inner] of Object.entries(item)) {
        const check = fields.get(name)
        const where = `${path}.${name}`
        if (check === undefined)
          faults.push(...(strict ? unknownFieldError(where) : checkUnknown(inner, where)))
        else if (!isAbsent(inner)) faults.push(...(check(inner, where, strict) ?? []))
      }
      for (const name of required) {
        if (isAbsent((item as Record<string, unknown>)[name]))
          faults.push(
            ...fault('missing_field', `${path}.${name}`, `Field "${path}.${name}" is required; add it.`),
          )
      }
    }
    return faults.length === 0 ? null : faults
  }
}

/** What strict handling says to a field that the type does not have. */
export const unknownFieldError = (field: string): SegmentError[] =>
  fault(
    'unknown_field',
    field,
    `Field "${field.slice(0, 100)}" is not a field of this type of segment; remove it.`,
  )

/** What is asked even of a field that is only kept: that it is not nested without end. */
export const checkUnknown = (value: unknown, field: string): SegmentError[] =>
  isDeeperThan(value, DEPTH)
    ? fault(
        'invalid_value',
        field.slice(0, 100),
        `Field "${field.slice(0, 100)}" is nested deeper than ${DEPTH} levels; flatten it.`,
      )
    : []

/** The checks of a record of fields, by name; a schema that also takes null is looked at without it. */
export function fieldChecks(properties: Record<string, FieldSchema>): Map<string, ValueCheck> {
  return new Map(
    Object.entries(properties).map(([name, schema]) => [name, valueCheck(schema.anyOf?.[0] ?? schema)]),
  )
}
