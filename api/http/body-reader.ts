/** Validates bodies other than raw segments against their schema, and reports all errors at once. */
import type { FastifyRequest } from 'fastify'
import type { Static, TObject } from 'typebox'
import { Compile } from 'typebox/compile'
import { NOT_STORABLE, isStorable } from '../../schemas/base/storable.js'
import { normaliseText } from '../../schemas/base/text.js'
import { suggestions } from '../../schemas/hints/likely-word.js'
import { knownFieldsHint, unknownField } from '../../schemas/segment/validation/unknown-field.js'
import type { UnknownField } from '../../schemas/segment/validation/unknown-field.js'
import { invalidValue, missingField, withHint } from '../../schemas/segment/validation/segment-error.js'
import type { SegmentError } from '../../schemas/segment/validation/segment-error.js'
import { findUnknown } from './faults/find-unknown.js'
import { InvalidBodyError } from './faults/invalid-body-error.js'
import { schemaFaults } from './faults/schema-faults.js'
import type { Finding } from './faults/schema-faults.js'
import { acceptsNull, innerShape } from './faults/shape.js'
import type { Shape } from './faults/shape.js'
import { bodyObject, isForm } from './form/form-body.js'
import { preferences } from './prefer.js'

interface BodyOptions<T extends TObject> {
  /** The resource that the body creates or changes: its other fields cannot be set. */
  resource?: TObject
  /**
   * Those fields are ignored unless handling is strict, so that what was read can be sent back (PUT). In a form
   * they always are: older clients send them.
   */
  mayBeSentBack?: boolean
  /** What the schema cannot express. Only the fields that fit the schema are there. */
  check?: (body: Partial<Static<T>>) => SegmentError[]
}

type Body = Record<string, unknown>

/**
 * Makes a function that reads bodies of one shape. Blank text is null (contract.md 1, RULES N1); null in an
 * optional field that has no null of its own means omitted. Unknown fields are refused. The function throws an
 * `InvalidBodyError` with all errors, and `unsupported_media_type`.
 */
export function bodyReader<T extends TObject>(
  schema: T,
  options: BodyOptions<T> = {},
): (request: FastifyRequest) => Static<T> {
  const compiled = Compile(schema)
  const properties = schema.properties as Record<string, Shape>
  const keepsNull = new Set(
    Object.entries(properties)
      .filter(([name, shape]) => schema.required?.includes(name) === true || acceptsNull(shape))
      .map(([name]) => name),
  )
  return (request) => {
    const sent = bodyObject(request, properties)
    const ignoresReadOnly =
      !preferences(request).strict && (options.mayBeSentBack === true || isForm(request))
    const unknown = findUnknown(sent, schema as Shape)
    const faults = unknownFaults(unknown, options.resource, ignoresReadOnly)
    const body: Body = {}
    for (const [name, value] of Object.entries(sent)) {
      if (!Object.hasOwn(properties, name)) continue
      const kept = typeof value === 'string' && normaliseText(value) === null ? null : value
      if (kept !== null || keepsNull.has(name)) body[name] = kept
    }
    const unreadable = unreadableFaults(body, properties)
    for (const { field } of unreadable) delete body[field!]
    faults.push(...unreadable)
    if (!compiled.Check(body)) {
      const empty = schema.required?.filter((name) => body[name] === null) ?? []
      faults.push(
        ...empty.map((name) => missingField(name, `Field "${name}" is required; it must not be empty.`)),
      )
      const findings = [...compiled.Errors(body)] as unknown as Finding[]
      const known = new Set(faults.map(({ field }) => field))
      faults.push(...schemaFaults(findings, schema as Shape, body).filter(({ field }) => !known.has(field)))
    }
    if (options.check !== undefined)
      faults.push(...options.check(withoutFaulty(body, faults) as Partial<Static<T>>))
    if (faults.length > 0) throw new InvalidBodyError(faults)
    return body as Static<T>
  }
}

/** The errors of unknown fields; a field of the resource that cannot be set may be among them. */
function unknownFaults(
  unknown: readonly UnknownField[],
  resource: TObject | undefined,
  ignoresReadOnly: boolean,
): SegmentError[] {
  const suggest = suggestions()
  return unknown.flatMap((found) => {
    const isReadOnly =
      found.path === '' && resource !== undefined && Object.hasOwn(resource.properties, found.name)
    if (!isReadOnly) return [withHint(unknownField(found, suggest), knownFieldsHint(found))]
    return ignoresReadOnly ? [] : [unknownField({ ...found, known: [] }, suggest, 'cannot be set here')]
  })
}

/** Lists that are too long, before anything looks at their entries, and text that cannot be stored. */
function unreadableFaults(body: Body, properties: Record<string, Shape>): SegmentError[] {
  return Object.entries(body).flatMap(([name, value]): SegmentError[] => {
    const max = innerShape(properties[name])?.maxItems
    if (max !== undefined && Array.isArray(value) && value.length > max)
      return [invalidValue(name, `must have at most ${max} entries`, 'too_long')]
    const isStored = [value].flat().every((text) => typeof text !== 'string' || isStorable(text))
    return isStored ? [] : [invalidValue(name, NOT_STORABLE)]
  })
}

function withoutFaulty(body: Body, faults: readonly SegmentError[]): Body {
  const faulty = new Set(faults.map(({ field }) => field?.split(/[.[]/, 1)[0]))
  return Object.fromEntries(Object.entries(body).filter(([name]) => !faulty.has(name)))
}
