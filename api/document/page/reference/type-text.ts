/** The type and the form of a field as short text. */
import type { Json } from '../../json-schema.js'
import { code, escape } from '../html.js'
import { alternatives, hasSection, list, refName, resolve } from './reference.js'
import type { Reference } from './reference.js'

/** Forms with a name: contract.md 1. */
const NAMED_FORMS: ReadonlyArray<readonly [pattern: string, form: string]> = [
  ['^[1-9][0-9]{0,15}$', 'decimal id'],
  ['^[-\\dT:]{19}Z$', 'UTC instant'],
  [
    '^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}(\\.\\d{1,9})?(Z|\\+00:?00)$',
    'UTC instant, with or without fractions of a second',
  ],
  ['^\\d{4}-\\d{2}-\\d{2}(T\\d{2}:\\d{2}:\\d{2})?$', 'local date-time, or a date'],
  ['^\\d{4}-\\d{2}-\\d{2}(T\\d{2}:\\d{2}(:\\d{2})?)?$', 'local date-time, or a date'],
  ['^\\d{4}-\\d{2}-\\d{2}$', 'date, YYYY-MM-DD'],
  ['^\\d{2}:\\d{2}(:\\d{2})?$', 'time of day, HH:MM'],
  ['^-?\\d+(\\.\\d+)?$', 'decimal number as text'],
  ['^\\d{1,12}(\\.\\d+)?$', 'decimal number as text'],
  ['^[+-]?\\d{1,2}(\\.\\d+)?$', 'decimal number as text'],
  ['^[+-]?\\d{1,3}(\\.\\d+)?$', 'decimal number as text'],
  ['^[A-Z]{3}$', 'three capital letters'],
  ['^[A-Za-z]{2}$', 'two letters'],
  ['[0-9]', 'at least one digit'],
  ['^[A-Za-z]{2,3}(-[A-Za-z0-9]{1,8})*$', 'BCP 47 tag'],
  ['^[a-z][a-z0-9_]{0,59}$', 'name of a field'],
]
const MAX_PATTERN = 40

/** A type as short text. Named schemas are links. */
export function typeText(reference: Reference, schema: Json | undefined): string {
  if (schema === undefined) return ''
  const name = refName(schema)
  if (name !== null && !hasSection(resolve(reference.document, schema)))
    return typeText(reference, resolve(reference.document, schema))
  if (name !== null) return `<a href="${escape(reference.schemaHref(name))}">${breakable(name)}</a>`
  const options = list(schema['anyOf'] ?? schema['oneOf'])
  if (options.length > 0)
    return [...new Set(options.map((option) => typeText(reference, option)))].join(' or ')
  const types = [schema['type'] ?? 'any'].flat().map(String)
  const shown = types.map((type) =>
    type === 'array' ? `array of ${typeText(reference, (schema['items'] ?? {}) as Json)}` : escape(type),
  )
  return shown.join(' or ')
}

/** The name of a schema, which may continue on the next line before a capital. */
const breakable = (name: string): string => escape(name).replaceAll(/(?<=[a-z])(?=[A-Z])/g, '<wbr>')

/** What the value has to look like, beyond its type; empty if there is nothing to say. */
export function formText(reference: Reference, schema: Json): string {
  const own = schema['items'] === undefined ? [] : [itemsText(schema)]
  const inner = schema['items'] === undefined ? schema : resolve(reference.document, schema['items'] as Json)
  const parts = [...own, ...valueForms(inner), ...boundTexts(inner), defaultText(schema)]
  return parts.filter((part) => part !== '').join(', ')
}

function valueForms(schema: Json): string[] {
  const { const: only, format, pattern } = schema
  const forms: string[] = []
  if (only !== undefined) forms.push(`always ${code(only)}`)
  if (format !== undefined) forms.push(escape(String(format)))
  if (typeof pattern === 'string') forms.push(patternText(pattern))
  for (const option of alternatives(schema)) forms.push(...valueForms(option))
  return forms
}

function patternText(pattern: string): string {
  const named = NAMED_FORMS.find(([known]) => known === pattern)
  if (named !== undefined) return named[1]
  return pattern.length <= MAX_PATTERN ? code(pattern) : ''
}

function boundTexts(schema: Json): string[] {
  const { minLength, maxLength, minimum, maximum } = schema
  const length = rangeText(minLength === 1 ? undefined : minLength, maxLength)
  return [length === '' ? '' : `${length} characters`, rangeText(minimum, maximum)]
}

function rangeText(minimum: unknown, maximum: unknown): string {
  if (minimum !== undefined && maximum !== undefined) return `${String(minimum)} to ${String(maximum)}`
  if (minimum !== undefined) return `at least ${String(minimum)}`
  return maximum === undefined ? '' : `at most ${String(maximum)}`
}

function itemsText({ minItems, maxItems }: Json): string {
  const range = rangeText(minItems, maxItems)
  return range === '' ? '' : `${range} entries`
}

/** Parameters have `default`; the fields of bodies have `x-default` (document/json-schema.ts). */
function defaultText(schema: Json): string {
  const standard = schema['default'] ?? schema['x-default']
  return standard === undefined ? '' : `default ${code(standard)}`
}
