/** Schemas as text and tables of the docs page. */
import type { Json } from '../json-schema.js'
import { table } from './html.js'
import { escape, markdown } from './markdown.js'

const code = (value: unknown): string => `<code>${escape(String(value))}</code>`

/** A type as short text. Named schemas are links. */
export function typeText(schema: Json | undefined): string {
  if (schema === undefined) return ''
  const ref = schema['$ref']
  if (typeof ref === 'string') {
    const name = escape(ref.slice(ref.lastIndexOf('/') + 1))
    return `<a href="#schema-${name}">${name}</a>`
  }
  const parts = schema['allOf']
  if (Array.isArray(parts)) return (parts as Json[]).map(typeText).join(' and ')
  const options = schema['anyOf'] ?? schema['oneOf']
  if (Array.isArray(options)) return (options as Json[]).map(typeText).join(' or ')
  const types = schema['type'] ?? 'anything'
  const type = Array.isArray(types) ? (types as string[]).join(' or ') : String(types)
  if (type.startsWith('array')) {
    const items = typeText(schema['items'] as Json)
    return `array of ${items}${type.endsWith('null') ? ' or null' : ''}`
  }
  if (schema['const'] !== undefined) return code(schema['const'])
  const values = schema['enum']
  if (Array.isArray(values)) return `${escape(type)}: ${(values as unknown[]).map(code).join(' ')}`
  return escape(type)
}

/** The fields of an object as a table; another schema as text. */
export function schemaTable(schema: Json): string {
  const parts = schema['allOf']
  if (Array.isArray(parts)) return (parts as Json[]).map(schemaTable).join('')
  const properties = schema['properties'] as Record<string, Json> | undefined
  if (properties === undefined) return `<p>${typeText(schema)}</p>`
  const required = new Set((schema['required'] ?? []) as string[])
  const rows = Object.entries(properties).map(([name, field]) => [
    `${code(name)}${required.has(name) ? ' *' : ''}`,
    typeText(field),
    markdown(String(field['description'] ?? '')),
  ])
  return table(['Field', 'Type', 'Meaning'], rows)
}
