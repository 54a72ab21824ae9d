/** The body of POST /v2/segments (contract.md 5): its shape, its check, and the shape of the answers. */
import Type from 'typebox'
import { noSuggestions } from '../hints/likely-word.js'
import { knownFieldsHint, unknownField } from './validation/unknown-field.js'
import type { UnknownField } from './validation/unknown-field.js'
import { SEGMENT_DEFINITIONS } from './catalog.js'
import { commonProperties, RawSegmentFields } from './fields/common.js'
import { SEGMENT_TYPES } from './fields/segment-types.js'
import { checkSegment } from './validation/check-segment.js'
import type { CheckContext } from './validation/check-segment.js'
import { isAbsent } from './validation/check-value.js'
import { errorCollector, limitErrors, MAX_ERRORS } from './validation/limit-errors.js'
import { invalidValue, missingField, SEGMENT_ERROR_CODES, withHint } from './validation/segment-error.js'
import type { SegmentError } from './validation/segment-error.js'

export const MAX_BATCH_SEGMENTS = 500
export const MAX_BODY_BYTES = 2 ** 20

/** `replace`: what the batch leaves out of a booking is cancelled (RULES 3.2). */
export type BatchMode = 'merge' | 'replace'

/** A whole booking cancelled by its locator (RULES 4.3). */
export const BookingCancellation = Type.Object(
  {
    type: Type.Enum(SEGMENT_TYPES, { description: 'Any type of the booking.' }),
    ...commonProperties,
    status: Type.Enum(['Cancelled', 'Canceled'], { description: 'Cancelled.' }),
    confirmation_no: Type.String({
      maxLength: 64,
      description: 'Locator of the booking; every leg that this source has reported of it is cancelled.',
    }),
  },
  {
    description: 'Cancels all legs of a booking of one source: a locator, and no field of a leg.',
    'x-extends': [RawSegmentFields],
  },
)

/** An entry cancelled by its id (RULES 3.2). */
export const EntryCancellation = Type.Object(
  {
    type: Type.Enum(SEGMENT_TYPES, { description: 'Any type.' }),
    ...commonProperties,
    status: Type.Enum(['Cancelled', 'Canceled'], { description: 'Cancelled.' }),
    entry_id: Type.String({ maxLength: 300, description: 'Id of the entry at its source.' }),
  },
  {
    description: 'Cancels an entry of one source: its id, and no field of a leg.',
    'x-extends': [RawSegmentFields],
  },
)

/**
 * A segment of any type (RULES 1), or the cancellation of a whole booking, as the API document describes it.
 */
export const RawSegment = Type.Union(
  [...Object.values(SEGMENT_DEFINITIONS).map(({ schema }) => schema), BookingCancellation, EntryCancellation],
  { description: 'A raw segment: one statement of one source.' },
)

/** The body as the API document describes it; `checkBatch` checks it and finds all errors at once. */
export const SegmentBatch = Type.Object(
  {
    segments: Type.Array(RawSegment, {
      minItems: 1,
      maxItems: MAX_BATCH_SEGMENTS,
      description: 'The raw segments, in any order.',
    }),
    mode: Type.Optional(
      Type.Enum(['merge', 'replace'], {
        description:
          'merge if omitted. replace: for every source and confirmation_no in the batch, earlier legs that are not in it ' +
          'count as cancelled by that source.',
      }),
    ),
  },
  { description: 'A batch of raw segments.', additionalProperties: false },
)

export const AcceptedBatch = Type.Array(
  Type.Object({
    type: Type.String({ description: 'As submitted.' }),
    status: Type.String({ description: 'As submitted; Active if it was omitted.' }),
    _id: Type.Integer({ description: 'Id of the raw segment.' }),
  }),
  { description: 'One entry per segment, in order.' },
)

export const SegmentErrorItem = Type.Object(
  {
    error: Type.Enum([...SEGMENT_ERROR_CODES], { description: 'Code of the error.' }),
    error_description: Type.String({ description: 'The error in a sentence, with the way to fix it.' }),
    field: Type.Union([Type.String(), Type.Null()], {
      description: 'Path of the field, as travelers[0].first_name; null: the whole.',
    }),
    hint: Type.Optional(
      Type.String({ description: 'What was probably meant, or where the right value is found.' }),
    ),
  },
  { description: 'One error of a body.' },
)

export const RefusedBatch = Type.Array(
  Type.Object({
    type: Type.Union([Type.String(), Type.Null()], { description: 'As submitted.' }),
    status: Type.Union([Type.String(), Type.Null()], { description: 'As submitted.' }),
    errors: Type.Array(SegmentErrorItem, {
      description:
        `All errors, of a batch at most ${MAX_ERRORS.toLocaleString('en')} and a note if there are more; ` +
        'empty for a valid sibling.',
    }),
  }),
  { description: 'One entry per segment, in order.' },
)

/** One entry of the answer to a refused batch. */
export interface RefusedSegment {
  type: string | null
  status: string | null
  errors: SegmentError[]
}

/** A batch is good as a whole or refused as a whole; `malformed`: it is not even a batch. */
export type BatchCheck =
  | { is: 'good'; segments: Array<{ type: string; status: string }>; mode: BatchMode }
  | { is: 'refused'; entries: RefusedSegment[] }
  | { is: 'malformed'; errors: SegmentError[] }

const stringOrNull = (value: unknown): string | null => (typeof value === 'string' ? value : null)
const fieldOf = (raw: unknown, name: string): unknown =>
  typeof raw === 'object' && raw !== null && Object.hasOwn(raw, name)
    ? (raw as Record<string, unknown>)[name]
    : undefined

/** An object with segments: a body, or a line of a feed. */
export interface BatchOwner {
  what: 'body' | 'line'
  fields: readonly string[]
  /** Errors of its own fields. */
  errors: SegmentError[]
}

const BODY: BatchOwner = { what: 'body', fields: Object.keys(SegmentBatch.properties), errors: [] }

/** Checks a parsed body, or a line of a feed: all errors at once, those of the body before those of segments. */
export function checkBatch(body: unknown, context: CheckContext, owner = BODY): BatchCheck {
  if (typeof body !== 'object' || body === null || Array.isArray(body))
    return {
      is: 'malformed',
      errors: [
        {
          error: 'invalid_value',
          error_description: 'The body must be a JSON object with an array "segments".',
          field: null,
        },
      ],
    }
  const { suggest = noSuggestions } = context
  const unknown = Object.keys(body)
    .filter((name) => !owner.fields.includes(name))
    .slice(0, MAX_ERRORS + 1)
    .map((name): UnknownField => ({ path: '', name, known: owner.fields }))
  const errors = unknown.map((found) => withHint(unknownField(found, suggest), knownFieldsHint(found)))
  errors.push(...owner.errors)
  const mode = fieldOf(body, 'mode') ?? 'merge'
  const isMode = mode === 'merge' || mode === 'replace'
  if (!isMode) errors.push(invalidValue('mode', 'must be merge or replace'))
  const segments = fieldOf(body, 'segments')
  const problem = segmentsProblem(segments, owner)
  if (problem !== null) return { is: 'malformed', errors: [...errors, problem] }
  const check = checkSegments(segments as unknown[], isMode ? mode : 'merge', context)
  if (errors.length === 0) return check
  return { is: 'malformed', errors: [...errors, ...errorsInside(check)] }
}

function segmentsProblem(segments: unknown, { what }: BatchOwner): SegmentError | null {
  if (segments === undefined)
    return missingField('segments', `The ${what} has no "segments"; send an array of raw segments.`)
  if (!Array.isArray(segments)) return invalidValue('segments', 'must be an array of raw segments')
  if (segments.length === 0) return invalidValue('segments', 'is empty; send at least one raw segment')
  return segments.length > MAX_BATCH_SEGMENTS
    ? invalidValue(
        'segments',
        `holds more than ${MAX_BATCH_SEGMENTS} raw segments; send several batches`,
        'too_long',
      )
    : null
}

/** The errors of segments as those of the body that they are in. */
function errorsInside(check: BatchCheck): SegmentError[] {
  if (check.is !== 'refused') return []
  return check.entries.flatMap(({ errors }, at) =>
    errors.map((error) => ({
      ...error,
      field: error.field === null ? `segments[${at}]` : `segments[${at}].${error.field}`,
    })),
  )
}

function checkSegments(segments: readonly unknown[], mode: BatchMode, context: CheckContext): BatchCheck {
  const { found, add } = errorCollector()
  for (const raw of segments) add(checkSegment(raw, context))
  if (found.every((errors) => errors.length === 0))
    return {
      is: 'good',
      mode,
      segments: segments.map((raw) => ({
        type: stringOrNull(fieldOf(raw, 'type'))!,
        status: isAbsent(fieldOf(raw, 'status')) ? 'Active' : stringOrNull(fieldOf(raw, 'status'))!,
      })),
    }
  const shown = limitErrors(found)
  return {
    is: 'refused',
    entries: segments.map((raw, at) => ({
      type: stringOrNull(fieldOf(raw, 'type')),
      status: stringOrNull(fieldOf(raw, 'status')),
      errors: shown[at]!,
    })),
  }
}
