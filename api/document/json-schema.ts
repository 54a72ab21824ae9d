/** TypeBox schemas as JSON Schema of the OpenAPI document. */
import { NAMED_SCHEMAS } from './components.js'

export type Json = Record<string, unknown>

const NAMES = new Map<unknown, string>(NAMED_SCHEMAS.map(([name, schema]) => [schema, name]))

/**
 * The schema as JSON Schema. A named schema becomes a reference, unless it is the root. Keys that only this
 * service uses (`x-kind` and the like) are left out.
 */
export function toJsonSchema(schema: unknown, isRoot = false): unknown {
  if (Array.isArray(schema)) return schema.map((inner) => toJsonSchema(inner))
  if (typeof schema !== 'object' || schema === null) return schema
  const name = NAMES.get(schema)
  if (name !== undefined && !isRoot) return { $ref: `#/components/schemas/${name}` }
  const out: Json = {}
  for (const [key, value] of Object.entries(schema)) {
    if (key.startsWith('x-')) continue
    out[key] = key === 'properties' ? propertySchemas(value as Json) : toJsonSchema(value)
  }
  if (Array.isArray(out['enum']) && out['type'] === undefined)
    out['type'] = typeof out['enum'][0] === 'number' ? 'integer' : 'string'
  if (out['const'] !== undefined && out['type'] === undefined) out['type'] = 'string'
  return shortenNullable(out)
}

const propertySchemas = (properties: Json): Json =>
  Object.fromEntries(Object.entries(properties).map(([field, inner]) => [field, toJsonSchema(inner)]))

/** Shortens `anyOf` of one simple schema and null to a list of types. */
function shortenNullable(schema: Json): Json {
  const options = schema['anyOf']
  if (!Array.isArray(options) || options.length !== 2) return schema
  const [one, other] = options as [Json, Json]
  const types = [one['type']].flat()
  if (other['type'] !== 'null' || !types.every((type) => typeof type === 'string')) return schema
  const { anyOf: _options, ...rest } = schema
  return {
    ...one,
    ...rest,
    type: [...types, 'null'],
    ...(Array.isArray(one['enum']) ? { enum: [...(one['enum'] as unknown[]), null] } : {}),
  }
}
