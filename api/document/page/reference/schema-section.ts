/** Named schemas with all their fields; unions of segment types share one table of what is common. */
import { valuesOfType } from '../../examples/raw-segments.js'
import { isSegmentType } from '../../../../schemas/segment/fields/segment-types.js'
import type { SegmentType } from '../../../../schemas/segment/fields/segment-types.js'
import type { Json } from '../../json-schema.js'
import { code, details, escape, heading, join } from '../html.js'
import { inlineMarkdown } from '../markdown.js'
import { valuesOf, valuesText } from './enumerations.js'
import { fieldCount, fieldTable } from './field-table.js'
import { alternatives, flat, objectIn, refName } from './reference.js'
import type { Reference } from './reference.js'
import { formText, typeText } from './type-text.js'

const propertiesOf = (schema: Json): Record<string, Json> =>
  (schema['properties'] ?? {}) as Record<string, Json>

/** The section of a named schema. */
export function schemaSection(reference: Reference, name: string, schema: Json): string {
  const whole = flat(reference.document, schema)
  const description = inlineMarkdown(String(whole['description'] ?? ''))
  const inner = objectIn(reference.document, schema)
  const example = reference.exampleOf(name)
  const table =
    inner.name === null && fieldCount(inner.schema) > 0
      ? (inner.isList ? '<p>An array; each entry has:</p>' : '') +
        fieldTable(reference, inner.schema, {
          id: name,
          example: inner.isList && Array.isArray(example) ? (example as unknown[])[0] : example,
          isSent: reference.isSent(name),
        })
      : `<p>${plainText(reference, whole)}</p>`
  const text = heading(3, escape(name), name) + (description === '' ? '' : `<p>${description}</p>`)
  return `<section data-fold>${text}${details('Fields', table, ' class="part"')}</section>`
}

function plainText(reference: Reference, schema: Json): string {
  const values = valuesOf(schema)
  const form = formText(reference, schema)
  const parts = [typeText(reference, schema), form, values === null ? '' : valuesText(values)]
  return parts.filter((part) => part !== '').join(', ')
}

/** A variant of a union over the types of segments. */
interface Variant {
  name: string
  type: SegmentType
  schema: Json
}

/** The named objects of a union over the types of segments; null for other schemas. */
export function variantsOf(document: Json, schema: Json): Variant[] | null {
  const found: Variant[] = []
  for (const option of alternatives(flat(document, schema))) {
    const name = refName(option)
    const variant = flat(document, option)
    const type = propertiesOf(variant)['type']
    if (name === null || type === undefined) continue
    const value = flat(document, type)['const']
    if (isSegmentType(value)) found.push({ name, type: value, schema: variant })
  }
  return found.length > 1 ? found : null
}

/** The section of a union: the fields that all types share, then those of each type. */
export function unionSection(reference: Reference, name: string, schema: Json): string {
  const variants = variantsOf(reference.document, schema) ?? []
  const common = commonFields(variants)
  const description = inlineMarkdown(String(schema['description'] ?? ''))
  const shared = fieldTable(reference, sharedSchema(variants), {
    id: name,
    example: reference.exampleOf(variants[0]!.name),
    isSent: reference.isSent(name),
    only: common,
  })
  return [
    heading(2, escape(name), name),
    `<p>${description} These ${String(common.size)} fields belong to every type:</p>`,
    shared,
    heading(3, 'Fields of each type', `${name}-types`),
    ...variants.map((variant) => variantDetails(reference, variant, common)),
  ].join('')
}

/** The first variant with the types of all, and with what every type requires first. */
function sharedSchema(variants: readonly Variant[]): Json {
  const { schema } = variants[0]!
  const { type, ...others } = propertiesOf(schema)
  const { const: _only, ...anyType } = type!
  const required = new Set((schema['required'] ?? []) as string[])
  const entries = Object.entries(others)
  const properties = {
    type: { ...anyType, enum: variants.map((variant) => variant.type) },
    ...Object.fromEntries(entries.filter(([name]) => required.has(name))),
    ...Object.fromEntries(entries.filter(([name]) => !required.has(name))),
  }
  return { ...schema, properties }
}

function variantDetails(
  reference: Reference,
  { name, type, schema }: Variant,
  common: ReadonlySet<string>,
): string {
  const own = new Set(Object.keys(propertiesOf(schema)).filter((field) => !common.has(field)))
  const text = `<strong>${escape(type)}</strong> <span class="soft">${String(own.size)} fields of its own, as ${code(name)}</span>`
  const values = valuesOfType(type)
  const isSent = reference.isSent(name)
  const table = fieldTable(reference, schema, {
    id: name,
    example: isSent ? values : { ...asRead(values), ...(reference.exampleOf(name) as Json | undefined) },
    isSent,
    only: own,
  })
  return details(text, table, ` class="fold-out" id="${escape(name)}"`)
}

/** Values as responses have them: times with seconds. */
const asRead = (values: Json): Json =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name,
      typeof value === 'string' ? value.replace(/(?<=T\d\d:\d\d)$/, ':00') : value,
    ]),
  )

/** The fields that are the same in every variant, whether required or not. */
function commonFields(variants: readonly Variant[]): Set<string> {
  const [first, ...others] = variants
  const isSame = (field: string, text: string): boolean =>
    others.every(({ schema }) => JSON.stringify(propertiesOf(schema)[field]) === text)
  return new Set(
    Object.entries(propertiesOf(first!.schema))
      .filter(([field, property]) => field === 'type' || isSame(field, JSON.stringify(property)))
      .map(([field]) => field),
  )
}

/** Several schemas under one heading. */
export function schemaSections(
  reference: Reference,
  names: readonly string[],
  schemas: Record<string, Json>,
): string {
  if (names.length === 0) return ''
  return (
    heading(2, 'Schemas', 'schemas') +
    join(names.map((name) => schemaSection(reference, name, schemas[name]!)))
  )
}
