/** Bodies other than raw segments against their schema; the first fault is told. */
import type { FastifyRequest } from 'fastify'
import type { Static, TObject } from 'typebox'
import { Compile } from 'typebox/compile'
import { ApiError } from '../../schemas/base/errors.js'
import { NOT_STORABLE, isStorable } from '../../schemas/base/storable.js'
import { normaliseText } from '../../schemas/base/text.js'
import { bodyObject } from './form.js'
import { preferences } from './prefer.js'

/**
 * Reads bodies of one shape: blank text is null (contract.md 1, RULES N1), and null in a field that may be left out and
 * has no null of its own is the same as leaving it out; text that cannot be stored is refused, unknown fields are left out
 * (refused with `Prefer: handling=strict`).
 */
export function bodyReader<T extends TObject>(schema: T): (request: FastifyRequest) => Static<T> {
  const compiled = Compile(schema)
  const properties = schema.properties as Record<string, Shape>
  const needed = new Set(
    Object.entries(properties)
      .filter(([name, shape]) => schema.required?.includes(name) === true || acceptsNull(shape))
      .map(([name]) => name),
  )
  return (request) => {
    const sent = bodyObject(request, properties)
    const body: Record<string, unknown> = {}
    for (const [name, value] of Object.entries(sent)) {
      if (Object.hasOwn(properties, name)) {
        const told = typeof value === 'string' && normaliseText(value) === null ? null : value
        if (told !== null || needed.has(name)) body[name] = told
      } else if (preferences(request).strict)
        throw new ApiError('invalid_request', `Field "${name.slice(0, 100)}" is not known here.`)
    }
    const unstorable = Object.entries(body).find(([, value]) =>
      [value].flat().some((text) => typeof text === 'string' && !isStorable(text)),
    )
    if (unstorable !== undefined)
      throw new ApiError('invalid_request', `Field "${unstorable[0]}" ${NOT_STORABLE}.`)
    if (compiled.Check(body)) return body
    const empty = schema.required?.find((name) => body[name] === null)
    if (empty !== undefined)
      throw new ApiError('invalid_request', `Field "${empty}" is required; it must not be empty.`)
    const [first] = compiled.Errors(body)
    throw new ApiError('invalid_request', errorSentence(first as unknown as Finding, schema as Shape))
  }
}

/** What is looked at of a schema. */
interface Shape {
  type?: string
  anyOf?: Shape[]
  properties?: Record<string, Shape>
  items?: Shape
  examples?: unknown[]
}

const acceptsNull = ({ type, anyOf }: Shape): boolean => type === 'null' || anyOf?.some(acceptsNull) === true

/** The schema at the place of a fault. */
function shapeAt(shape: Shape | undefined, [name, ...rest]: string[]): Shape | undefined {
  const plain = shape?.anyOf?.[0] ?? shape
  return name === undefined ? plain : shapeAt(plain?.items ?? plain?.properties?.[name], rest)
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
  const [example] =
    keyword === 'pattern' ? (shapeAt(schema, instancePath.split('/').slice(1))?.examples ?? []) : []
  const what =
    example === undefined ? (requirement(keyword, params) ?? message) : `must look like ${String(example)}`
  return field === '' ? `The body ${what}.` : `Field "${field}" ${what}.`
}

/** The rule that was broken, in words of our own where the checker's are none for people. */
function requirement(keyword: string, params: Record<string, unknown>): string | null {
  if (keyword === 'type')
    return `must be ${String(params['type'])
      .split(',')
      .map((type) => (type === 'null' ? type : `${/^[aio]/.test(type) ? 'an' : 'a'} ${type}`))
      .join(' or ')}`
  if (keyword === 'enum' && Array.isArray(params['allowedValues']))
    return `must be one of ${params['allowedValues'].join(', ')}`
  if (keyword === 'const' || keyword === 'anyOf')
    return 'has a value that is not known here; see the document'
  return null
}
