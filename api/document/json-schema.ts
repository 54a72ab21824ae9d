/** TypeBox schemas as JSON Schema of the OpenAPI document. */
import type { TObject, TSchema } from 'typebox'
import { NAMED_SCHEMAS } from './components.js'

export type Json = Record<string, unknown>

/** Version of the service that a field came with; those without it are there since the first. */
export const SINCE = 'x-since'

const FORMS = new Set(NAMED_SCHEMAS.map(([name]) => name))
const NAMES = new Map<unknown, string>(NAMED_SCHEMAS.map(([name, schema]) => [schema, name]))

/**
 * The schema as JSON Schema. A named schema becomes a reference, unless it is the root. Keys that only this
 * service uses (`x-kind` and the like) are left out; `x-since`, the version that a field came with, stays. A
 * `default` becomes `x-default`: generators of types make a property with a default required.
 */
export function toJsonSchema(schema: unknown, isRoot = false): unknown {
  if (Array.isArray(schema)) return schema.map((inner) => toJsonSchema(inner))
  if (typeof schema !== 'object' || schema === null) return schema
  const name = NAMES.get(schema)
  if (name !== undefined && !isRoot) return reference(name)
  const { 'x-extends': bases, 'x-discriminator': discriminator, 'x-named': form } = schema as Annotations
  if (form !== undefined && FORMS.has(form) && !isRoot) return { ...reference(form), ...described(schema) }
  if (bases !== undefined && bases.length > 0) return extension(schema as TObject, bases)
  return shortenNullable(withType(plainSchema(schema, discriminator)))
}

function plainSchema(schema: object, discriminator: string | undefined): Json {
  const out: Json = {}
  for (const [key, value] of Object.entries(schema)) {
    if (key.startsWith('x-') && key !== SINCE) continue
    if (key === 'default') out['x-default'] = value
    else if (key === 'anyOf' && discriminator !== undefined)
      Object.assign(out, distinctBy(discriminator, value as TObject[]))
    else out[key] = key === 'properties' ? propertySchemas(value as Json) : toJsonSchema(value)
  }
  return out
}

/** The type of constants and enumerations, which need not name one. */
function withType(schema: Json): Json {
  if (schema['type'] !== undefined) return schema
  const { enum: values, const: only } = schema
  if (Array.isArray(values)) return { ...schema, type: typeof values[0] === 'number' ? 'integer' : 'string' }
  return only === undefined ? schema : { ...schema, type: 'string' }
}

interface Annotations {
  /** Name of the form of a text, which is described once. */
  'x-named'?: string
  /** Object schemas whose properties this one has too. */
  'x-extends'?: readonly TObject[]
  /** Property that tells the options of a union apart. */
  'x-discriminator'?: string
}

interface Described {
  properties: Record<string, TSchema>
  required?: readonly string[]
}

/** What is true of one field alone, next to the reference to its form. */
const described = (schema: object): Json =>
  Object.fromEntries(Object.entries(schema).filter(([key]) => key === 'description' || key === SINCE))

const reference = (name: string): Json => ({ $ref: `#/components/schemas/${name}` })

const isClosed = (schema: object): boolean =>
  (schema as { additionalProperties?: unknown }).additionalProperties === false

/** What a schema shares with its bases is written once, in the bases. */
function extension(schema: TObject, bases: readonly TObject[]): Json {
  const { properties, required = [] } = schema as Described
  const inherited = new Set<unknown>(bases.flatMap((base) => Object.values(base.properties)))
  const own = Object.fromEntries(Object.entries(properties).filter(([, value]) => !inherited.has(value)))
  const kept = new Set(bases.flatMap((base) => (base as Described).required ?? []))
  // Fields of a base that only this schema requires.
  const added = required.filter((field) => own[field] === undefined && !kept.has(field))
  return {
    ...described(schema),
    // What `additionalProperties: false` would not allow are the properties of the bases.
    ...(isClosed(schema) ? { unevaluatedProperties: false } : {}),
    ...(added.length === 0 ? {} : { required: added }),
    allOf: [
      ...bases.map((base) => toJsonSchema(base)),
      {
        type: 'object',
        required: required.filter((field) => own[field] !== undefined),
        properties: propertySchemas(own),
      },
    ],
  }
}

/** A union of named schemas of which each has its own values of the property. */
function distinctBy(propertyName: string, options: readonly TObject[]): Json {
  const mapping = options.flatMap((option) => {
    const { const: only, enum: several = [only] } = option.properties[propertyName] as {
      const?: string
      enum?: string[]
    }
    return several.map((value): [string, string] => [
      String(value),
      String(reference(NAMES.get(option)!)['$ref']),
    ])
  })
  return {
    oneOf: options.map((option) => toJsonSchema(option)),
    discriminator: { propertyName, mapping: Object.fromEntries(mapping) },
  }
}

const propertySchemas = (properties: Json): Json =>
  Object.fromEntries(Object.entries(properties).map(([field, inner]) => [field, toJsonSchema(inner)]))

/** Shortens `anyOf` of one simple schema and null to a list of types. */
function shortenNullable(schema: Json): Json {
  const options = schema['anyOf']
  if (!Array.isArray(options) || options.length !== 2) return schema
  const [one, other] = options as [Json, Json]
  if (other['type'] === 'null' && one['$ref'] !== undefined)
    return { ...described(one), ...schema, anyOf: [{ $ref: one['$ref'] }, other] }
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
