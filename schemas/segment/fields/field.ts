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
  | 'verbatim'
  | 'datetime'
  | 'date'
  | 'time'
  | 'instant'
  | 'zone'
  | 'airport'
  | 'price'
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

/** Text that is kept to the character, as the content of a bar code: spaces in a row count (RULES N1). */
export const verbatim = (max: number, description: string) =>
  Type.String({ maxLength: max, description, 'x-kind': 'verbatim' })

/** Wall time of a place: `YYYY-MM-DDTHH:MM` or with seconds, never with an offset. */
export const localDateTime = (description: string) =>
  Type.String({
    description: `${description} Local time of the place, without an offset.`,
    pattern: '^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}(:\\d{2})?$',
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

/** Three letters in any case; a code that no list has is taken, and warned of (contract.md 5). */
export const airport = (description: string) =>
  Type.String({
    description,
    pattern: '^[A-Za-z]{3}$',
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

/** Up to 32 digits, with or without a leading plus; neither spaces nor hyphens. */
export const phone = (description: string) =>
  pattern('^\\+?[0-9]{1,32}$', 'digits with an optional leading +', description)
/** An http or https address of at most 2000 characters. */
export const url = (description: string) =>
  Type.String({ description, maxLength: 2000, 'x-kind': 'url', examples: ['https://example.com/help'] })
/** Degrees as a decimal string, north positive, at most 12 digits after the point. */
export const latitude = (description: string) =>
  pattern(
    '^[+-]?(90(\\.0{1,12})?|[0-8]?\\d(\\.\\d{1,12})?)$',
    'a decimal string from -90 to 90',
    description,
    20,
  )
/** Degrees as a decimal string, east positive, at most 12 digits after the point. */
export const longitude = (description: string) =>
  pattern(
    '^[+-]?(180(\\.0{1,12})?|(1[0-7]\\d|\\d{1,2})(\\.\\d{1,12})?)$',
    'a decimal string from -180 to 180',
    description,
    20,
  )

/** A field that may be omitted, null or "". */
export const nullable = <T extends Type.TSchema>(schema: T) =>
  Type.Optional(Type.Union([schema, Type.Null()]))
