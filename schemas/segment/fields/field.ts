/**
 * The kinds of field a raw segment is made of (RULES 1). Each is a TypeBox schema whose `x-kind` tells
 * `validation/check-value.ts` how to check it, so that type, check and document come from the same line.
 */
import Type from 'typebox'

export type FieldKind =
  | 'type'
  | 'status'
  | 'source'
  | 'text'
  | 'lines'
  | 'verbatim'
  | 'datetime'
  | 'date'
  | 'time'
  | 'instant'
  | 'zone'
  | 'airport'
  | 'price'
  | 'decimal'
  | 'currency'
  | 'integer'
  | 'boolean'
  | 'pattern'
  | 'enum'
  | 'list'
  | 'object'
  | 'url'

/** Any text of at most `max` characters. */
export const text = (max: number, description: string) =>
  Type.String({ maxLength: max, description, 'x-kind': 'text' })

/** Text of several lines: its line breaks are kept (RULES N1). */
export const lines = (max: number, description: string) =>
  Type.String({ maxLength: max, description, 'x-kind': 'lines' })

/** Text that is kept to the character, as the content of a bar code: spaces in a row count (RULES N1). */
export const verbatim = (max: number, description: string) =>
  Type.String({ maxLength: max, description, 'x-kind': 'verbatim' })

/**
 * Wall time of a place: `YYYY-MM-DDTHH:MM` or with seconds, never with an offset; or `YYYY-MM-DD` alone, whose
 * time is not known (RULES N6).
 */
export const localDateTime = (description: string) =>
  Type.String({
    'x-named': 'WallTime',
    description,
    pattern: '^\\d{4}-\\d{2}-\\d{2}(T\\d{2}:\\d{2}(:\\d{2})?)?$',
    examples: ['2026-03-14T18:30'],
    'x-kind': 'datetime',
  })

/** A day of the place's calendar, `YYYY-MM-DD`; one that does not exist is refused. */
export const localDate = (description: string) =>
  Type.String({
    description,
    pattern: '^\\d{4}-\\d{2}-\\d{2}$',
    examples: ['2026-03-14'],
    'x-kind': 'date',
  })

/** Wall time of the place without a day, `HH:MM` or with seconds. */
export const timeOfDay = (description: string) =>
  Type.String({
    description,
    pattern: '^\\d{2}:\\d{2}(:\\d{2})?$',
    examples: ['15:00'],
    'x-kind': 'time',
  })

/** A UTC instant: `Z`, `+0000` or `+00:00`. */
export const instant = (description: string) =>
  Type.String({
    description,
    pattern: '^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}(\\.\\d{1,9})?(Z|\\+00:?00)$',
    examples: ['2026-03-01T12:00:00Z'],
    'x-kind': 'instant',
  })

/** The IANA zone of a place; a name that the runtime does not know is refused. */
export const zone = (description: string) =>
  Type.String({
    description: `${description} An IANA name; it wins over the zone of the place.`,
    maxLength: 64,
    examples: ['Europe/Zurich'],
    'x-kind': 'zone',
  })

/**
 * An IATA code in any case, an ICAO code, or a name. What is in no list is taken, and warned of (contract.md 5). A
 * text that is too short for a name is taken for a mistyped code.
 */
export const airport = (description: string) =>
  Type.String({
    description: `${description} IATA or ICAO code, or name; shown as the IATA code if it is known.`,
    pattern: '^\\s*[A-Za-z]{3}\\s*$|[A-Za-z].*[A-Za-z].*[A-Za-z].*[A-Za-z]|[^\\x00-\\x7f]',
    maxLength: 200,
    examples: ['ZRH'],
    'x-kind': 'airport',
  })

/** A whole number within both bounds, as a JSON number. */
export const integer = (minimum: number, maximum: number, description: string) =>
  Type.Integer({
    minimum,
    maximum,
    description,
    'x-kind': 'integer',
  })

/** A JSON boolean; in a form the word `true` or `false`. */
export const flag = (description: string) => Type.Boolean({ description, 'x-kind': 'boolean' })

/** Text of a form that `form` says in words, for the error's sentence. */
export const pattern = (expression: string, form: string, description: string, max = 64) =>
  Type.String({
    description,
    pattern: expression,
    maxLength: max,
    'x-kind': 'pattern',
    'x-form': form,
  })

/** One of a closed list, exactly as it is written there. */
export const oneOf = <const T extends readonly string[]>(values: T, description: string) =>
  Type.Enum(values, {
    description,
    'x-kind': 'enum',
  })

/** As people write it: digits with spaces, signs and words such as `ext.` between them. It is kept as sent. */
export const phone = (description: string) =>
  pattern('[0-9]', 'a telephone number, with at least one digit', `${description} Kept as sent.`)
/** An http or https address of at most 2000 characters. */
export const url = (description: string) =>
  Type.String({ description, maxLength: 2000, 'x-kind': 'url', examples: ['https://example.com/help'] })
interface DecimalForm {
  minimum: number
  maximum: number
  /** Digits before the point at most. */
  wholeDigits: number
  /** Digits after the point that are kept; more are rounded. */
  digits: number
}

/** A decimal number, as text or as a JSON number; documents show it as text. */
export const decimal = (
  description: string,
  { minimum, maximum, wholeDigits, digits }: DecimalForm,
  kind: 'decimal' | 'price' = 'decimal',
) =>
  Type.Unsafe<string | number>({
    type: ['string', 'number'],
    pattern: `^${minimum < 0 ? '[+-]?' : ''}\\d{1,${wholeDigits}}(\\.\\d+)?$`,
    minimum,
    maximum,
    description: `${description} Text or a number; rounded to ${digits} digits after the point, shown as text.`,
    'x-kind': kind,
    'x-digits': digits,
    'x-shown': description,
  })

const COORDINATE_DIGITS = 12

/** Degrees, north positive. */
export const latitude = (description: string) =>
  decimal(description, { minimum: -90, maximum: 90, wholeDigits: 2, digits: COORDINATE_DIGITS })
/** Degrees, east positive. */
export const longitude = (description: string) =>
  decimal(description, { minimum: -180, maximum: 180, wholeDigits: 3, digits: COORDINATE_DIGITS })

const nullableOf = <T extends Type.TSchema>(schema: T) => Type.Optional(Type.Union([schema, Type.Null()]))
const NULLABLES = new WeakMap<Type.TSchema, Type.TSchema>()

/** A field that may be omitted, null or "". One schema gives one result, so that the API document can name it. */
export function nullable<T extends Type.TSchema>(schema: T): ReturnType<typeof nullableOf<T>> {
  const known = NULLABLES.get(schema) ?? nullableOf(schema)
  NULLABLES.set(schema, known)
  return known as ReturnType<typeof nullableOf<T>>
}
