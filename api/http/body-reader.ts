/** Validates bodies other than raw segments against their schema. The first error is reported. */
import type { FastifyRequest } from 'fastify'
import type { Static, TObject } from 'typebox'
import { Compile } from 'typebox/compile'
import { ApiError } from '../../schemas/base/errors.js'
import { NOT_STORABLE, isStorable } from '../../schemas/base/storable.js'
import { normaliseText } from '../../schemas/base/text.js'
import { bodyObject } from './form/form-body.js'
import { preferences } from './prefer.js'

/**
 * Makes a function that reads bodies of one shape. Blank text is null (contract.md 1, RULES N1); null in an
 * optional field that has no null of its own means omitted. Unknown fields are ignored, or refused with
 * `Prefer: handling=strict`. The function throws `invalid_request` naming the field, and
 * `unsupported_media_type`.
 */
export function bodyReader<T extends TObject>(schema: T): (request: FastifyRequest) => Static<T> {
  const compiled = Compile(schema)
  const properties = schema.properties as Record<string, Shape>
  const keepsNull = new Set(
    Object.entries(properties)
      .filter(([name, shape]) => schema.required?.includes(name) === true || acceptsNull(shape))
      .map(([name]) => name),
  )
  return (request) => {
    const body: Record<string, unknown> = {}
    for (const [name, sent] of Object.entries(bodyObject(request, properties))) {
      if (!Object.hasOwn(properties, name)) {
        if (preferences(request).strict) throw invalid(name.slice(0, 100), 'is unknown; remove it')
        continue
      }
      const value = typeof sent === 'string' && normaliseText(sent) === null ? null : sent
      if (value !== null || keepsNull.has(name)) body[name] = value
    }
    requireShortLists(body, properties)
    const unstorable = Object.entries(body).find(([, value]) =>
      [value].flat().some((text) => typeof text === 'string' && !isStorable(text)),
    )
    if (unstorable !== undefined) throw invalid(unstorable[0], NOT_STORABLE)
    if (compiled.Check(body)) return body
    const empty = schema.required?.find((name) => body[name] === null)
    if (empty !== undefined) throw invalid(empty, 'is required; it must not be empty')
    const [first] = compiled.Errors(body)
    throw new ApiError('invalid_request', errorSentence(first as unknown as Finding, schema as Shape))
  }
}

const invalid = (field: string, problem: string): ApiError =>
  new ApiError('invalid_request', `Field "${field}" ${problem}.`)

/** Before anything looks at the entries: the validator finds every wrong one, which takes seconds for 20,000. */
function requireShortLists(body: Record<string, unknown>, properties: Record<string, Shape>): void {
  for (const [name, value] of Object.entries(body)) {
    const shape = properties[name]
    const max = (shape?.anyOf?.[0] ?? shape)?.maxItems
    if (max !== undefined && Array.isArray(value) && value.length > max)
      throw invalid(name, `must have at most ${max} entries`)
  }
}

/** The part of a schema that messages are made from. */
interface Shape {
  type?: string
  maxItems?: number
  const?: unknown
  enum?: unknown[]
  anyOf?: Shape[]
  properties?: Record<string, Shape>
  items?: Shape
  examples?: unknown[]
}

const acceptsNull = ({ type, anyOf }: Shape): boolean => type === 'null' || anyOf?.some(acceptsNull) === true

/** The schema at the path of an error. */
function shapeAt(shape: Shape | undefined, [name, ...rest]: string[]): Shape | undefined {
  const inner = shape?.anyOf?.[0] ?? shape
  return name === undefined ? inner : shapeAt(inner?.items ?? inner?.properties?.[name], rest)
}

interface Finding {
  keyword: string
  instancePath: string
  params: Record<string, unknown>
  message: string
}

function errorSentence({ keyword, instancePath, params, message }: Finding, schema: Shape): string {
  const field = instancePath.slice(1).replaceAll('/', '.')
  if (keyword === 'required' || keyword === 'requiredProperties') {
    const [name] = Object.values(params).flat() as string[]
    return `Field "${name ?? ''}" is required; add it.`
  }
  const shape = shapeAt(schema, instancePath.split('/').slice(1))
  const problem = requirement(keyword, params, shape) ?? message
  return field === '' ? `The body ${problem}.` : `Field "${field}" ${problem}.`
}

/** The violated rule in plain words; null where the validator's own message is plain enough. */
function requirement(
  keyword: string,
  params: Record<string, unknown>,
  shape: Shape | undefined,
): string | null {
  switch (keyword) {
    case 'pattern': {
      const [example] = shape?.examples ?? []
      return example === undefined ? null : `must look like ${String(example)}`
    }
    case 'type':
      return `must be ${String(params['type']).split(',').map(withArticle).join(' or ')}`
    case 'enum': {
      const allowed = params['allowedValues']
      return Array.isArray(allowed) ? `must be one of ${allowed.join(', ')}` : null
    }
    case 'const':
    case 'anyOf':
      return `must be ${describe(shape)}`
    default:
      return null
  }
}

const withArticle = (type: string): string =>
  type === 'null' ? type : `${/^[aio]/.test(type) ? 'an' : 'a'} ${type}`

/** The values that a schema allows, in words. */
function describe(shape: Shape | undefined): string {
  if (shape?.const !== undefined) return String(shape.const)
  if (shape?.enum !== undefined) return `one of ${shape.enum.join(', ')}`
  return shape?.type === undefined ? 'a value from the API reference' : withArticle(shape.type)
}
