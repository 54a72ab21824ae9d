/** The body of POST /v2/segments (contract.md 5): its shape, its check, and what is answered. */
import Type from 'typebox'
import type { SegmentError } from '../base/errors.js'
import { checkSegment } from './validation/check-segment.js'
import { SEGMENT_TYPES, commonFields } from './fields/common.js'
import type { CheckContext } from './validation/check-segment.js'
import { SEGMENT_RULES } from './rules.js'
import { isAbsent } from './validation/check-value.js'

export const MAX_SEGMENTS = 500
export const MAX_BODY_BYTES = 2 ** 20

/** A whole booking cancelled by its locator (RULES 4.3). */
export const BookingCancellation = Type.Object(
  {
    type: Type.Enum(SEGMENT_TYPES, { description: 'Any type of the booking.' }),
    ...commonFields,
    status: Type.Enum(['Cancelled', 'Canceled'], { description: 'Cancelled.' }),
    confirmation_no: Type.String({
      maxLength: 64,
      description: 'Locator of the booking; every leg that this source has told of it is cancelled.',
    }),
  },
  { description: 'Cancels all legs of a booking of one source: a locator, and no field of a leg.' },
)

/** A segment of any type (RULES 1), or the cancellation of a whole booking, as the document describes it. */
export const RawSegment = Type.Union(
  [...Object.values(SEGMENT_RULES).map((rule) => rule.schema), BookingCancellation],
  { description: 'A raw segment: one statement of one source.' },
)

/** The body as the document describes it; `checkBatch` is what checks it, and tells all faults at once. */
export const SegmentBatch = Type.Object(
  {
    segments: Type.Array(RawSegment, {
      minItems: 1,
      maxItems: MAX_SEGMENTS,
      description: 'The raw segments, in any order.',
    }),
    mode: Type.Optional(
      Type.Enum(['merge', 'replace'], {
        default: 'merge',
        description:
          'replace: for every source and confirmation_no in the batch, earlier legs that are not in it are taken as cancelled by that source.',
      }),
    ),
  },
  { description: 'A batch of raw segments.' },
)

export const AcceptedBatch = Type.Array(
  Type.Object({
    type: Type.String({ description: 'As submitted.' }),
    status: Type.String({ description: 'As submitted; Active when it was left out.' }),
    _id: Type.Integer({ description: 'Id of the raw segment.' }),
  }),
  { description: 'One entry per segment, in order.' },
)

export const SegmentErrorItem = Type.Object(
  {
    error: Type.Enum(
      [
        'missing_field',
        'invalid_type',
        'invalid_status',
        'invalid_source',
        'invalid_trip_id',
        'invalid_datetime',
        'invalid_date_range',
        'invalid_airport',
        'invalid_currency',
        'invalid_price',
        'invalid_value',
        'too_long',
        'unknown_field',
      ],
      { description: 'What kind of fault.' },
    ),
    error_description: Type.String({ description: 'The fault in a sentence, with the way to mend it.' }),
    field: Type.Union([Type.String(), Type.Null()], { description: 'The field.' }),
  },
  { description: 'One fault of a segment.' },
)

export const RefusedBatch = Type.Array(
  Type.Object({
    type: Type.Union([Type.String(), Type.Null()], { description: 'As submitted.' }),
    status: Type.Union([Type.String(), Type.Null()], { description: 'As submitted.' }),
    errors: Type.Array(SegmentErrorItem, { description: 'All faults; empty for a faultless sibling.' }),
  }),
  { description: 'One entry per segment, in order.' },
)

/** One entry of the answer to an accepted batch. */
export interface AcceptedSegment {
  type: string
  status: string
  _id: number
}

/** One entry of the answer to a refused batch. */
export interface RefusedSegment {
  type: string | null
  status: string | null
  errors: SegmentError[]
}

export type BatchCheck =
  | { is: 'good'; segments: Array<{ type: string; status: string }>; mode: 'merge' | 'replace' }
  | { is: 'refused'; entries: RefusedSegment[] }
  | { is: 'malformed'; description: string }

const malformed = (description: string): BatchCheck => ({ is: 'malformed', description })
const stringOrNull = (value: unknown): string | null => (typeof value === 'string' ? value : null)
const field = (raw: unknown, name: string): unknown =>
  typeof raw === 'object' && raw !== null && Object.hasOwn(raw, name)
    ? (raw as Record<string, unknown>)[name]
    : undefined

/** Looks at a parsed body. A batch is good as a whole or refused as a whole. */
export function checkBatch(body: unknown, context: CheckContext): BatchCheck {
  if (typeof body !== 'object' || body === null || Array.isArray(body))
    return malformed('The body must be a JSON object with an array "segments".')
  const segments = field(body, 'segments')
  if (segments === undefined) return malformed('The body has no "segments"; send an array of raw segments.')
  if (!Array.isArray(segments)) return malformed('"segments" must be an array of raw segments.')
  if (segments.length === 0) return malformed('"segments" is empty; send at least one raw segment.')
  if (segments.length > MAX_SEGMENTS)
    return malformed(`"segments" holds more than ${MAX_SEGMENTS} raw segments; send several batches.`)
  const mode = field(body, 'mode') ?? 'merge'
  if (mode !== 'merge' && mode !== 'replace') return malformed('"mode" must be merge or replace.')
  if (context.strict) {
    const unknown = Object.keys(body).find((name) => name !== 'segments' && name !== 'mode')
    if (unknown !== undefined) return malformed(`"${unknown.slice(0, 100)}" is not a field of a batch.`)
  }
  const found = (segments as unknown[]).map((raw) => checkSegment(raw, context))
  if (found.every((faults) => faults.length === 0)) {
    return {
      is: 'good',
      mode,
      segments: (segments as unknown[]).map((raw) => ({
        type: stringOrNull(field(raw, 'type'))!,
        status: isAbsent(field(raw, 'status')) ? 'Active' : stringOrNull(field(raw, 'status'))!,
      })),
    }
  }
  return {
    is: 'refused',
    entries: (segments as unknown[]).map((raw, at) => ({
      type: stringOrNull(field(raw, 'type')),
      status: stringOrNull(field(raw, 'status')),
      errors: found[at]!,
    })),
  }
}
