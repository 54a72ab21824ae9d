/**
 * Complete validation of a raw segment when it is submitted (contract.md 5): all errors at once, in the order
 * of the fields. The checks are compiled from the definitions once, when this file is loaded.
 */
import type { TSchema } from 'typebox'
import { noSuggestions } from '../../hints/likely-word.js'
import type { Suggest } from '../../hints/likely-word.js'
import { sourceHint } from '../../hints/source-hint.js'
import { sourceIndex } from '../../hints/source-index.js'
import type { SourceIndex } from '../../hints/source-index.js'
import { LIVE_FIELDS, SEGMENT_DEFINITIONS } from '../catalog.js'
import { commonProperties } from '../fields/common.js'
import { SEGMENT_TYPES } from '../fields/segment-types.js'
import type { SegmentType } from '../fields/segment-types.js'
import { SEGMENT_KINDS } from '../segment-kinds.js'
import { checkUnknown, fieldChecks, isAbsent, unknownFieldError } from './check-value.js'
import type { FieldSchema, ValueCheck } from './check-text.js'
import { checkPair, checkRelations, ownField } from './end-relations.js'
import type { RawFields, ZoneLookup } from './end-relations.js'
import { MAX_ERRORS } from './limit-errors.js'
import { invalidValue, missingField, withHint } from './segment-error.js'
import type { SegmentError } from './segment-error.js'

export interface CheckContext {
  /** The source of an id; undefined for an unknown one. */
  source: (id: string) => { status: 'Active' | 'Inactive'; classification?: string } | undefined
  zoneOf: ZoneLookup
  /** Unknown fields are errors (`Prefer: handling=strict`). */
  strict: boolean
  /** All sources, and what finds the one that was meant, for hints; absent: no suggestions. */
  sources?: (() => SourceIndex) | undefined
  suggest?: Suggest
}

/** Unknown fields are kept as sent, with every version of the segment: their number is bounded. */
const MAX_UNKNOWN_FIELDS = 256

/** A longer name is no field that was mistyped. */
const MAX_NAME = 64

/** Fields that have checks of their own. */
const KNOWN_APART = new Set(['type', 'trip_id'])

/** The checks of one type, or of what has no known type. */
interface CompiledType {
  type: SegmentType | null
  fields: Map<string, ValueCheck>
  required: string[]
  names: readonly string[]
  /** Position of each field, for the order of errors. */
  order: Map<string, number>
}

function compile(
  type: SegmentType | null,
  properties: Record<string, TSchema>,
  required: readonly string[],
): CompiledType {
  const { type: _type, ...fields } = properties
  return {
    type,
    fields: fieldChecks(fields as unknown as Record<string, FieldSchema>),
    required: required.filter((name) => name !== 'type'),
    names: Object.keys(properties),
    order: new Map(['type', ...Object.keys(properties)].map((name, at) => [name, at])),
  }
}

const COMPILED = new Map<string, CompiledType>(
  SEGMENT_TYPES.map((type) => {
    const { schema } = SEGMENT_DEFINITIONS[type]
    return [type, compile(type, schema.properties, schema.required ?? [])]
  }),
)
const UNTYPED = compile(null, commonProperties, ['source'])

const TRIP_ID_ERROR: SegmentError = {
  error: 'invalid_trip_id',
  field: 'trip_id',
  error_description: 'Field "trip_id" must not be sent: the service decides to which trip a segment belongs.',
}

const NO_OBJECT: SegmentError = {
  error: 'invalid_value',
  error_description: 'Each entry of "segments" must be an object.',
  field: null,
}

/**
 * All errors of one raw segment, in the order of its type's fields; empty if there is none. Beyond MAX_ERRORS not
 * all are looked for: `limitErrors` cuts them.
 */
export function checkSegment(raw: unknown, context: CheckContext): SegmentError[] {
  if (typeof raw !== 'object' || raw === null || Array.isArray(raw)) return [NO_OBJECT]
  const segment = raw as RawFields
  const errors: SegmentError[] = []
  const type = ownField(segment, 'type')
  const compiled = typeof type === 'string' ? (COMPILED.get(type) ?? UNTYPED) : UNTYPED
  if (compiled === UNTYPED) errors.push(typeError(type, context))
  checkFields(segment, compiled, context, errors)
  const isStatus = isOfStatusSource(segment, context)
  const isByName = !isStatus && cancelsByName(segment, compiled)
  checkRequired(
    segment,
    compiled,
    { required: isByName ? ['source'] : requiredOf(compiled, isStatus), context },
    errors,
  )
  if (isStatus && compiled.type !== null && LIVE_FIELDS[compiled.type].length === 0)
    errors.push(NO_STATUS_OF_TYPE)
  checkPair(segment, 'price', 'currency', errors)
  if (compiled.type !== null && !isByName) checkRelations(segment, compiled.type, context.zoneOf, errors)
  if (errors.length > 1) errors.sort((a, b) => position(compiled, a) - position(compiled, b))
  return errors
}

const LIVE_TYPES = SEGMENT_TYPES.filter((type) => LIVE_FIELDS[type].length > 0)
const NO_STATUS_OF_TYPE: SegmentError = {
  error: 'invalid_source',
  field: 'source',
  error_description: `A source of live status can only report ${LIVE_TYPES.join(', ')}.`,
}

/** RULES 3.6: the segment of a status report is found by its number too. */
function requiredOf({ type, required }: CompiledType, isStatus: boolean): string[] {
  const number = isStatus && type !== null ? SEGMENT_KINDS[type].number : null
  return number === null ? required : [...required, number]
}

function isOfStatusSource(segment: RawFields, { source }: CheckContext): boolean {
  const id = ownField(segment, 'source')
  return typeof id === 'string' && source(id)?.classification === 'status'
}

/**
 * The errors of the fields that a change names (contract.md 1.1): what is wrong by itself, and required fields
 * that it removes. Whether the changed statement is complete, `checkSegment` says of the whole.
 */
export function checkChangedFields(change: RawFields, context: CheckContext): SegmentError[] {
  const errors: SegmentError[] = []
  const type = ownField(change, 'type')
  const compiled = typeof type === 'string' ? (COMPILED.get(type) ?? UNTYPED) : UNTYPED
  if (compiled === UNTYPED && !isAbsent(type)) errors.push(typeError(type, context))
  checkFields(change, compiled, context, errors)
  const removed = compiled.required.filter((name) => Object.hasOwn(change, name))
  checkRequired(change, compiled, { required: removed, context }, errors)
  return errors.sort((a, b) => position(compiled, a) - position(compiled, b))
}

function typeError(type: unknown, { suggest = noSuggestions }: CheckContext): SegmentError {
  if (isAbsent(type))
    return missingField('type', 'Field "type" is required; it names the kind of segment, such as Air.')
  const likely = typeof type === 'string' ? suggest(type, SEGMENT_TYPES) : null
  return withHint(
    invalidValue('type', `must be one of ${SEGMENT_TYPES.join(', ')}`, 'invalid_type'),
    likely === null ? null : `Did you mean "${likely}"?`,
  )
}

function checkFields(
  segment: RawFields,
  compiled: CompiledType,
  context: CheckContext,
  errors: SegmentError[],
): void {
  const { suggest = noSuggestions } = context
  const suggestUnknown = context.strict && compiled !== UNTYPED ? suggest : null
  let unknown = 0
  for (const name of Object.keys(segment)) {
    if (name === 'type') continue
    if (errors.length > MAX_ERRORS) return
    const value = segment[name]
    const check = compiled.fields.get(name)
    if (name === 'trip_id') {
      if (!isAbsent(value)) errors.push(TRIP_ID_ERROR)
    } else if (check === undefined) {
      unknown += 1
      if (unknown > MAX_UNKNOWN_FIELDS) continue
      if (suggestUnknown === null) errors.push(...checkUnknown(value, name))
      else errors.push(unknownFieldError({ path: '', name, known: compiled.names }, suggestUnknown))
    } else if (!isAbsent(value)) {
      const found = check(value, name, context.strict ? suggest : null)
      if (found !== null) errors.push(...found)
      else if (name === 'source') checkSource(value as string, context, errors)
    }
  }
  if (unknown > MAX_UNKNOWN_FIELDS)
    errors.push({
      error: 'too_long',
      field: null,
      error_description:
        `The segment has ${unknown} fields that its type does not know; at most ` +
        `${MAX_UNKNOWN_FIELDS} are allowed. Put them together in one field, such as "metadata".`,
    })
}

const NO_SOURCES = sourceIndex([])

/** The hint after an unknown source. */
export const unknownSourceHint = (
  id: string,
  { sources, suggest = noSuggestions }: Pick<CheckContext, 'sources' | 'suggest'>,
): string => sourceHint(id, sources?.() ?? NO_SOURCES, suggest)

function checkSource(id: string, context: CheckContext, errors: SegmentError[]): void {
  const source = context.source(id)
  if (source === undefined)
    errors.push({
      error: 'invalid_source',
      error_description: 'Invalid source.',
      field: 'source',
      hint: unknownSourceHint(id, context),
    })
  else if (source.status === 'Inactive')
    errors.push({
      error: 'invalid_source',
      error_description: `Source "${id}" is inactive and accepts no new segments; use another one.`,
      field: 'source',
    })
}

function checkRequired(
  segment: RawFields,
  { type, fields }: CompiledType,
  { required, context }: { required: readonly string[]; context: CheckContext },
  errors: SegmentError[],
): void {
  const forType = type === null ? '' : ` for a segment of type ${type}`
  const missing = required.filter((name) => isAbsent(ownField(segment, name)))
  if (missing.length === 0) return
  const { suggest = noSuggestions } = context
  const unknown = Object.keys(segment).filter(
    (name) => !fields.has(name) && !KNOWN_APART.has(name) && name.length <= MAX_NAME,
  )
  for (const name of missing) {
    const sent = unknown.length === 0 ? null : suggest(name, unknown)
    errors.push(
      withHint(
        missingField(name, `Field "${name}" is required${forType}; add it.`),
        sent === null ? null : `Did you send it as "${sent}"?`,
      ),
    )
  }
}

/** RULES 3.2 and 4.3: a cancellation without a field of a leg cancels the entry of its id, or all of its booking. */
function cancelsByName(segment: RawFields, compiled: CompiledType): boolean {
  if (compiled.type === null) return false
  const status = ownField(segment, 'status')
  if (status !== 'Cancelled' && status !== 'Canceled') return false
  if (['entry_id', 'confirmation_no'].every((name) => isAbsent(ownField(segment, name)))) return false
  return Object.keys(segment).every(
    (name) => Object.hasOwn(commonProperties, name) || !compiled.fields.has(name) || isAbsent(segment[name]),
  )
}

function position(compiled: CompiledType, error: SegmentError): number {
  const name = error.field?.split('[', 1)[0] ?? ''
  return compiled.order.get(name) ?? compiled.order.size
}
