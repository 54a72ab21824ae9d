/** Schemas as words and tables for the reader page. */
import { escape, markdown } from './markdown.js'

type Json = Record<string, unknown>

/** A type in a few words; named schemas are links. */
export function typeText(schema: Json | undefined): string {
  if (schema === undefined) return ''
  const ref = schema['$ref']
  if (typeof ref === 'string') {
    const name = ref.slice(ref.lastIndexOf('/') + 1)
    return `<a href="#schema-${escape(name)}">${escape(name)}</a>`
  }
  for (const key of ['anyOf', 'oneOf'])
    if (Array.isArray(schema[key])) return (schema[key] as Json[]).map(typeText).join(' or ')
  const type = Array.isArray(schema['type'])
    ? (schema['type'] as string[]).join(' or ')
    : String(schema['type'] ?? 'anything')
  if (type.startsWith('array'))
    return `array of ${typeText(schema['items'] as Json)}${type.endsWith('null') ? ' or null' : ''}`
  if (schema['const'] !== undefined) return `<code>${escape(String(schema['const']))}</code>`
  if (Array.isArray(schema['enum']))
    return `${escape(type)}: ${(schema['enum'] as unknown[]).map((value) => `<code>${escape(String(value))}</code>`).join(' ')}`
  return escape(type)
}

/** The fields of an object as a table; other schemas in words. */
export function schemaTable(schema: Json): string {
  const properties = schema['properties'] as Record<string, Json> | undefined
  if (properties === undefined) return `<p>${typeText(schema)}</p>`
  const required = new Set((schema['required'] ?? []) as string[])
  return `<div class="wide"><table><thead><tr><th scope="col">Field</th><th scope="col">Type</th><th scope="col">Meaning</th></tr></thead><tbody>${Object.entries(
    properties,
  )
    .map(
      ([name, field]) =>
        `<tr><td><code>${escape(name)}</code>${required.has(name) ? ' *' : ''}</td><td>${typeText(field)}</td><td>${markdown(String(field['description'] ?? ''))}</td></tr>`,
    )
    .join('')}</tbody></table></div>`
}
