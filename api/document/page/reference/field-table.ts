/** The fields of a body or response as a table, nested ones expanded. */
import { exampleOfField } from '../../examples/field-values.js'
import { SINCE } from '../../json-schema.js'
import type { Json } from '../../json-schema.js'
import { code, escape, table } from '../html.js'
import type { TableRow } from '../html.js'
import { inlineMarkdown } from '../markdown.js'
import { valuesOf, valuesText } from './enumerations.js'
import { alternatives, flat, objectIn, resolve } from './reference.js'
import type { Reference } from './reference.js'
import { formText, typeText } from './type-text.js'

/** A named object with more fields has a table of its own; others are expanded where they are used. */
const MAX_EXPANDED = 20
const MAX_DEPTH = 5
export const REQUIRED = ' <b class="req">required</b>'
const MAX_EXAMPLE = 60
/** Tables of fields have the same widths on all pages. */
export const FIELDS_CLASS = 'stack fields'
const COLUMNS = ['Field', 'Type and form', 'Meaning', 'Example']

export interface FieldTableOptions {
  /** Anchors of the fields begin with it. */
  id: string
  example: unknown
  /** Whether it is sent: what is required is marked then, else what may be absent. */
  isSent: boolean
  /** Only these fields. */
  only?: ReadonlySet<string>
}

/** The number of fields of an object; 0 for anything else. */
export const fieldCount = (schema: Json): number => Object.keys((schema['properties'] ?? {}) as Json).length

/** Whether the fields of a schema are shown where it is used. */
export function isExpanded(reference: Reference, schema: Json): boolean {
  const inner = objectIn(reference.document, schema)
  const count = fieldCount(inner.schema)
  return count > 0 && (inner.name === null || count <= MAX_EXPANDED)
}

/** The table of an object's fields. */
export function fieldTable(reference: Reference, schema: Json, options: FieldTableOptions): string {
  return table(COLUMNS, fieldRows(reference, schema, options), FIELDS_CLASS)
}

function fieldRows(
  reference: Reference,
  schema: Json,
  { id, example, only, isSent }: FieldTableOptions,
): TableRow[] {
  const rows: TableRow[] = []
  const add = (object: Json, prefix: string, values: unknown, above: readonly unknown[]): void => {
    const required = new Set((object['required'] ?? []) as string[])
    for (const [name, property] of Object.entries((object['properties'] ?? {}) as Record<string, Json>)) {
      if (prefix === '' && only !== undefined && !only.has(name)) continue
      const value = (values as Json | null | undefined)?.[name]
      const path = prefix + name
      rows.push(
        fieldRow(reference, {
          id: `${id}.${path}`,
          prefix,
          name,
          property,
          mark: markOf(isSent, required.has(name)),
          value,
        }),
      )
      const inner = objectIn(reference.document, property)
      if (!isExpanded(reference, property) || above.length >= MAX_DEPTH || above.includes(inner.name))
        continue
      const first = inner.isList && Array.isArray(value) ? (value as unknown[])[0] : value
      add(inner.schema, `${path}${inner.isList ? '[]' : ''}.`, first, [...above, inner.name ?? path])
    }
  }
  add(flat(reference.document, schema), '', example, [])
  return rows
}

const markOf = (isSent: boolean, isRequired: boolean): string => {
  if (isSent) return isRequired ? REQUIRED : ''
  return isRequired ? '' : ' <small>may be absent</small>'
}

interface Field {
  id: string
  prefix: string
  name: string
  property: Json
  mark: string
  value: unknown
}

function fieldRow(reference: Reference, { id, prefix, name, property, mark, value }: Field): TableRow {
  const schema = flat(reference.document, property)
  const form = formText(reference, schema)
  const meaning = inlineMarkdown(String(schema['description'] ?? ''))
  const values = valuesOf(schema)
  const shownName = `<a class="f" href="#${escape(id)}">${prefix === '' ? '' : `<i>${escape(prefix)}</i><wbr>`}${escape(name)}</a>`
  return {
    id,
    cells: [
      shownName + mark + sinceText(schema),
      typeText(reference, property) + (form === '' ? '' : `<br><small>${form}</small>`),
      [meaning, values === null ? '' : valuesText(values)].filter((part) => part !== '').join(' '),
      exampleText(schema, value ?? exampleOfSimple(reference, name, schema)),
    ],
  }
}

/** The version that a field came with; nothing if it has always been there. */
export const sinceText = (schema: Json): string =>
  schema[SINCE] === undefined ? '' : ` <small>since ${escape(String(schema[SINCE]))}</small>`

/** An example by name, of a field that holds one value. */
function exampleOfSimple({ document }: Reference, name: string, schema: Json): unknown {
  const types = [schema, ...alternatives(schema)].flatMap((one) => resolve(document, one)['type'])
  const isSimple = types.some((type) => ['string', 'number', 'integer', 'boolean'].includes(String(type)))
  const hasOwn = schema['examples'] !== undefined || schema['example'] !== undefined
  return isSimple && !hasOwn && valuesOf(schema) === null ? exampleOfField(name) : undefined
}

/** A short example: that of the schema, else the value in the example of the whole, if the field may have it. */
function exampleText(schema: Json, value: unknown): string {
  const own = Array.isArray(schema['examples']) ? (schema['examples'] as unknown[])[0] : schema['example']
  const example = allowed(schema, value ?? own)
  if (example === undefined || example === null || typeof example === 'object') return listExample(example)
  return example === '' ? '' : code(example)
}

/** The value, unless the field may only have others: then the first of them. */
function allowed({ const: only, enum: several = [only] }: Json, value: unknown): unknown {
  const [first] = several as unknown[]
  return first === undefined || value === null || (several as unknown[]).includes(value) ? value : first
}

function listExample(example: unknown): string {
  if (!Array.isArray(example) || example.length === 0) return ''
  const text = JSON.stringify(example)
  return text.length <= MAX_EXAMPLE ? code(text) : ''
}
