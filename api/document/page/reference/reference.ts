/** The OpenAPI document as the reference pages read it. */
import type { Json } from '../../json-schema.js'

export interface Reference {
  document: Json
  /** The address of the section of a named schema. */
  schemaHref: (name: string) => string
  /** Whether requests have it. */
  isSent: (name: string) => boolean
  /** The example of a named schema, from the requests and responses that have one. */
  exampleOf: (name: string) => unknown
}

export const list = (value: unknown): Json[] => (Array.isArray(value) ? (value as Json[]) : [])

/** The name of the schema that a `$ref` refers to; null if it is none. */
export function refName(schema: Json): string | null {
  const ref = schema['$ref']
  return typeof ref === 'string' ? ref.slice(ref.lastIndexOf('/') + 1) : null
}

/** Follows a `$ref` within the document. What stands next to it takes precedence. */
export function resolve(document: Json, value: Json): Json {
  const ref = value['$ref']
  if (typeof ref !== 'string') return value
  let found: unknown = document
  for (const part of ref.split('/').slice(1)) found = (found as Json)[part.replaceAll('~1', '/')]
  const { $ref: _ref, ...more } = value
  return { ...(found as Json), ...more }
}

/** The schema with `$ref` followed and `allOf` merged. */
export function flat(document: Json, schema: Json): Json {
  const { allOf, ...own } = resolve(document, schema)
  if (!Array.isArray(allOf)) return own
  const parts = [...(allOf as Json[]).map((part) => flat(document, part)), own]
  const required = parts.flatMap((part) => (part['required'] ?? []) as string[])
  const properties = Object.assign({}, ...parts.map((part) => part['properties'] ?? {})) as Json
  return Object.assign({}, ...parts, { properties, required }) as Json
}

/** The alternatives of a union; none for anything else. Null alone is no alternative. */
export const alternatives = (schema: Json): Json[] =>
  list(schema['oneOf'] ?? schema['anyOf']).filter((one) => one['type'] !== 'null')

/** Whether a named schema has a section: objects, lists and unions, but no form of a text or number. */
export const hasSection = (schema: Json): boolean =>
  ['properties', 'items', 'oneOf', 'anyOf', 'allOf'].some((key) => schema[key] !== undefined)

/**
 * The object behind a schema: itself, the entries of a list, or the only alternative next to null or to
 * those that have a name and therefore a section of their own.
 */
export function objectIn(
  document: Json,
  schema: Json,
): { schema: Json; name: string | null; isList: boolean } {
  let name = refName(schema)
  let found = flat(document, schema)
  const all = alternatives(found)
  const options = all.length > 1 ? all.filter((one) => refName(one) === null) : all
  if (options.length === 1) {
    name = refName(options[0]!)
    found = flat(document, options[0]!)
  }
  if (found['items'] === undefined) return { schema: found, name, isList: false }
  const items = found['items'] as Json
  const inner = objectIn(document, items)
  return { ...inner, isList: true }
}

/** Examples of named schemas: of the first body or response that has one of them, or a list of them. */
export function collectExamples(document: Json): Map<string, unknown> {
  const found = new Map<string, unknown>()
  const visit = (schema: Json, example: unknown): void => {
    const name = refName(schema)
    if (name !== null && !found.has(name) && example !== undefined) found.set(name, example)
    const inner = flat(document, schema)
    if (inner['items'] !== undefined && Array.isArray(example)) visit(inner['items'] as Json, example[0])
    for (const part of alternatives(inner)) visitAlternative(part, example)
    for (const [field, property] of Object.entries((inner['properties'] ?? {}) as Record<string, Json>)) {
      const value = (example as Json | null | undefined)?.[field]
      if (value !== undefined && value !== null) visit(property, value)
    }
  }
  const visitAlternative = (part: Json, example: unknown): void => {
    const { properties = {} } = resolve(document, part) as { properties?: Record<string, Json> }
    const { const: only, enum: several = [only] } = (properties['type'] ?? {}) as {
      const?: string
      enum?: unknown[]
    }
    const type = (example as Json | null | undefined)?.['type']
    if (several[0] === undefined || several.includes(type)) visit(part, example)
  }
  for (const { schema, example } of exampleBodies(document)) visit(schema, example)
  return found
}

function* exampleBodies(document: Json): Generator<{ schema: Json; example: unknown }> {
  const items = { ...(document['paths'] as Json), ...(document['webhooks'] as Json) }
  for (const operation of Object.values(items).flatMap((item) =>
    Object.values(item as Record<string, Json>),
  )) {
    const holders = [
      operation['requestBody'] as Json | undefined,
      ...Object.values((operation['responses'] ?? {}) as Json),
    ]
    for (const holder of holders) {
      if (holder === undefined) continue
      const { content = {} } = resolve(document, holder as Json) as { content?: Record<string, Json> }
      for (const { schema, examples = {} } of Object.values(content))
        for (const example of Object.values(examples as Record<string, Json>))
          yield { schema: schema as Json, example: resolve(document, example)['value'] }
    }
  }
}
