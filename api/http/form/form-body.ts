/** Form bodies (contract.md 1.1): the fields of a JSON body as names and values, typed by the schema. */
import type { FastifyRequest } from 'fastify'
import { ApiError } from '../../../schemas/base/errors.js'
import { bodyBytes, mediaType, parseJson } from '../body.js'
import { FORM_TYPE, formText, readFormFields } from './form-fields.js'
import { resolveBrackets } from './form-names.js'
import { innerShape } from '../faults/shape.js'
import type { Shape } from '../faults/shape.js'
import { jsonField, scalarField, shapeType } from './form-values.js'

export const isForm = (request: FastifyRequest): boolean => mediaType(request) === FORM_TYPE

/**
 * The body as an object: JSON, or a form whose fields `properties` types. Throws `unsupported_media_type` for
 * another type, `invalid_request` for anything but an object.
 */
export function bodyObject(
  request: FastifyRequest,
  properties: Record<string, unknown>,
): Record<string, unknown> {
  if (isForm(request)) return parseForm(formText(bodyBytes(request)), properties as Record<string, Shape>)
  if (mediaType(request) !== 'application/json')
    throw new ApiError(
      'unsupported_media_type',
      `The Content-Type of the body must be application/json or ${FORM_TYPE}.`,
    )
  const body = parseJson(bodyBytes(request))
  if (typeof body !== 'object' || body === null || Array.isArray(body))
    throw new ApiError('invalid_request', 'The body must be a JSON object.')
  return body as Record<string, unknown>
}

/**
 * A repeated field is a list; a list of ids or codes may also be one value with commas; objects are JSON
 * text.
 */
function parseForm(text: string, properties: Record<string, Shape>): Record<string, unknown> {
  const body: Record<string, unknown> = Object.create(null) as Record<string, unknown>
  const isField = (name: string): boolean => Object.hasOwn(properties, name)
  for (const [name, values] of resolveBrackets(readFormFields(text), isField)) {
    const shape = isField(name) ? properties[name] : undefined
    if (shapeType(shape) === 'array') body[name] = listField(name, values, innerShape(shape)?.items)
    else if (values.length > 1)
      throw new ApiError(
        'invalid_request',
        `Field "${name.slice(0, 100)}" is given more than once; send it once.`,
      )
    else body[name] = scalarField(name, values[0]!, shape)
  }
  return { ...body }
}

function listField(name: string, values: string[], items: Shape | undefined): unknown {
  if (shapeType(items) === 'object') return values[0] === '' ? null : jsonField(name, values[0]!)
  return (isFreeText(items) ? values : values.flatMap((value) => value.split(',')))
    .map((value) => value.trim())
    .filter((value) => value !== '')
}

/**
 * Whether the entries of a list are free text, in which a comma is a comma. Ids and codes have a pattern or
 * an enum.
 */
const isFreeText = (items: Shape | undefined): boolean =>
  items?.type === 'string' && items.pattern === undefined && items.enum === undefined
