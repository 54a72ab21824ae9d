/** Writes of single segments: submitted, changed, withdrawn, of all types or one (contract.md 2 and 2.1). */
import type { Id } from '../../schemas/base/ids.js'
import { isId } from '../../schemas/base/ids.js'
import type { SegmentRow } from '../../schemas/itinerary/reads.js'
import { Segment } from '../../schemas/itinerary/segment-resource.js'
import { SEGMENT_DEFINITIONS } from '../../schemas/segment/catalog.js'
import { mayBeSentAs, SEGMENT_TYPES } from '../../schemas/segment/fields/segment-types.js'
import type { SegmentType } from '../../schemas/segment/fields/segment-types.js'
import { MANUAL, SingleSegment } from '../../schemas/segment/shapes/single-segment.js'
import { checkChangedFields, checkSegment } from '../../schemas/segment/validation/check-segment.js'
import { isAbsent } from '../../schemas/segment/validation/check-value.js'
import { invalidValue } from '../../schemas/segment/validation/segment-error.js'
import type { SegmentError } from '../../schemas/segment/validation/segment-error.js'
import { checkContext } from '../commands/check-context.js'
import { IDEMPOTENCY_PROBLEMS, REPLAYED_HEADER } from '../commands/idempotency.js'
import { submitCommand } from '../commands/submit-command.js'
import type { Asking, Command } from '../commands/submit-command.js'
import { PENDING, done, tagged } from '../document/common-responses.js'
import { rawExamples } from '../document/examples/raw-segments.js'
import { requireIfMatch, rowTag } from '../http/etag.js'
import { InvalidBodyError } from '../http/faults/invalid-body-error.js'
import { bodyObject, isForm } from '../http/form/form-body.js'
import { FORM_TYPE } from '../http/form/form-fields.js'
import { member } from '../operation/access.js'
import { operation } from '../operation/declaration.js'
import { problem, problemError } from '../operation/problem.js'
import type { ApiDeps } from '../ports/deps.js'
import {
  NOT_OF_TYPE,
  NO_SEGMENT,
  SEGMENT,
  SEGMENT_OF_TYPE,
  TYPE,
  notOfType,
  resolveSegment,
} from './segment-target.js'
import { NO_TRIP } from './trips/trip-target.js'

const PENDING_OR_HELD = {
  ...PENDING,
  description:
    'Accepted, but not known to be applied within five seconds; or a cancellation that is held until its ' +
    'booking arrives; or applied, but the result cannot be read.',
} as const
const BODY = {
  schema: SingleSegment,
  example: rawExamples['Air'],
  types: ['application/json', FORM_TYPE],
  unread: true,
} as const
const CHANGED = tagged('The segment as it is now.', Segment)

/** What the actor refuses. */
const OF_ANOTHER = problem(403, 'access_denied', 'The segment was submitted by another application.')

/** What a handler knows of a request whose body it reads itself. */
type Submission = Asking & { strict: boolean }

export const createSegment = operation(
  {
    route: 'POST /v2/segments/{segment}',
    id: 'createSegment',
    tag: 'Segments',
    access: member('trips:write'),
    summary: 'Submit one segment',
    description:
      `One raw segment of the type in the path. Its source is ${MANUAL} if omitted. With trip_id it is pinned ` +
      'to that trip. The answer waits until it is on the itinerary, at most five seconds.',
    params: { segment: TYPE },
    parameters: ['prefer', 'idempotency_key'],
    body: BODY,
    responses: {
      201: tagged('The segment as it is now.', Segment, [
        'location',
        'preference-applied',
        ...REPLAYED_HEADER,
      ]),
      202: { ...PENDING_OR_HELD, headers: ['location', ...REPLAYED_HEADER] },
    },
    problems: [NO_TRIP, ...IDEMPOTENCY_PROBLEMS],
  },
  async (input, deps: ApiDeps) => {
    const { raw, pin } = readSegment(deps, input, { type: input.params.segment, defaultSource: MANUAL })
    return await submitCommand(deps, input, {
      kind: 'segment',
      body: { source: MANUAL, ...raw },
      status: 201,
      idempotent: true,
      envelope: { first: deps.ids.next(), count: 1, ...(pin === null ? {} : { pin }) },
      loadResult: segmentResult(deps, input.caller.member),
    })
  },
)

const UPDATE = {
  id: 'updateSegment',
  tag: 'Segments',
  access: member('trips:write'),
  summary: 'Change a segment',
  description:
    'Replaces the latest statement that the application may change: one of the given source if there ' +
    'is one. Without source, the new statement has the source of the replaced one. An application may ' +
    `change what it submitted; the member's own (${MANUAL}) statements may be changed by any ` +
    'application of the member. A JSON body is the whole statement; in a form, fields that are not ' +
    'sent keep their value, and an empty one is removed.',
  parameters: ['if_match'],
  body: BODY,
  responses: { 200: CHANGED, 202: PENDING_OR_HELD },
} as const

export const updateSegment = operation(
  {
    ...UPDATE,
    route: 'PUT /v2/segments/{segment}',
    params: SEGMENT,
    problems: [OF_ANOTHER, NO_SEGMENT, NO_TRIP],
  },
  async (input, deps: ApiDeps) => await replaceSegment(deps, input, input.params.segment, null),
)

export const updateSegmentOfType = operation(
  {
    ...UPDATE,
    route: 'PUT /v2/segments/{segment_type}/{segment_id}',
    id: 'updateSegmentOfType',
    summary: 'Change a segment of one type',
    description: 'As PUT /v2/segments/{segment}, for one type alone.',
    params: SEGMENT_OF_TYPE,
    problems: [OF_ANOTHER, NO_SEGMENT, NOT_OF_TYPE, NO_TRIP],
  },
  async (input, deps: ApiDeps) =>
    await replaceSegment(deps, input, input.params.segment_id, input.params.segment_type),
)

const DELETE = {
  id: 'deleteSegment',
  tag: 'Segments',
  access: member('trips:write'),
  summary: 'Withdraw a segment',
  description:
    'Withdraws all that the application submitted about a segment, from every source; the id of a raw segment names that ' +
    'one alone. What others report stays.',
  parameters: ['if_match'],
  responses: { 200: done('The segment is withdrawn.'), 202: PENDING_OR_HELD },
} as const

export const deleteSegment = operation(
  {
    ...DELETE,
    route: 'DELETE /v2/segments/{segment}',
    params: SEGMENT,
    problems: [OF_ANOTHER, NO_SEGMENT],
  },
  async (input, deps: ApiDeps) => await withdrawSegment(deps, input, input.params.segment, null),
)

export const deleteSegmentOfType = operation(
  {
    ...DELETE,
    route: 'DELETE /v2/segments/{segment_type}/{segment_id}',
    id: 'deleteSegmentOfType',
    summary: 'Withdraw a segment of one type',
    description: 'As DELETE /v2/segments/{segment}, for one type alone.',
    params: SEGMENT_OF_TYPE,
    problems: [OF_ANOTHER, NO_SEGMENT, NOT_OF_TYPE],
  },
  async (input, deps: ApiDeps) =>
    await withdrawSegment(deps, input, input.params.segment_id, input.params.segment_type),
)

/** @param type null: of any type */
async function withdrawSegment(deps: ApiDeps, asking: Asking, id: Id, type: SegmentType | null) {
  const row = await segmentToChange(deps, asking, id, type)
  const envelope = requireIfMatch(asking.request, row)
  return await submitCommand(deps, asking, { kind: 'withdraw', body: { id }, status: 200, envelope })
}

/** @param type null: of any type */
async function replaceSegment(deps: ApiDeps, input: Submission, id: Id, type: SegmentType | null) {
  const { request, caller } = input
  // A malformed body is reported before anything is looked up.
  bodyObject(request, ANY_FIELDS)
  const row = await segmentToChange(deps, input, id, type)
  const { raw, pin } = readSegment(deps, input, {
    type: type ?? (row === null ? null : (row.type as SegmentType)),
    defaultSource: row === null ? MANUAL : winningSource(row),
    partial: isForm(request),
  })
  const expected = requireIfMatch(request, row)
  return await submitCommand(deps, input, {
    kind: 'segment',
    body: raw,
    status: 200,
    envelope: {
      first: deps.ids.next(),
      count: 1,
      replaces: id,
      ...expected,
      ...(isForm(request) ? { partial: true } : {}),
      ...(pin === null ? {} : { pin }),
    },
    loadResult: segmentResult(deps, caller.member),
  })
}

/**
 * The segment in the path; null while it is in flight. Throws the problem of an unknown one, and of one of another
 * type. The actor gets the id as it was sent: that of a raw segment means its statement and not the whole segment.
 */
async function segmentToChange(
  deps: ApiDeps,
  { caller }: Asking,
  id: Id,
  type: SegmentType | null,
): Promise<SegmentRow | null> {
  const row = await resolveSegment(deps, caller.member, id, { provenance: false, follow: false })
  if (row === null) return null
  if ('says' in row) throw problemError(row)
  if (type !== null && !mayBeSentAs(type, row.type)) throw problemError(notOfType(type))
  return row
}

/** The winning source of a segment: a change without a source is validated as one of this source. */
function winningSource(row: SegmentRow): string {
  const { source } = JSON.parse(row.doc) as { source?: string | null }
  return source ?? MANUAL
}

function segmentResult({ reads }: ApiDeps, member: string): NonNullable<Command['loadResult']> {
  return async (id) => {
    const row = await reads.segments.byId(member, id, { provenance: false, follow: false })
    return row === null ? null : { text: row.doc, tag: rowTag(row), path: `/v2/segments/${id}` }
  }
}

/** Fields of all types: what types a form while it is not known which type it changes. */
const ANY_FIELDS: Record<string, unknown> = Object.assign(
  {},
  ...SEGMENT_TYPES.map((type) => SEGMENT_DEFINITIONS[type].schema.properties),
)

interface ExpectedSegment {
  /** The type it must have; null: any. */
  type: SegmentType | null
  /** The source as which it is validated if it names none. */
  defaultSource: string
  /** Whether fields that are not sent keep their value: what they are then, the fold validates. */
  partial?: boolean
}

/**
 * Reads and validates the body. Returns the raw segment, without source if it names none, and the trip to pin
 * it to. Throws `InvalidBodyError` with all errors of the segment.
 */
function readSegment(
  deps: ApiDeps,
  { request, strict, header }: Submission,
  { type, defaultSource, partial = false }: ExpectedSegment,
): { raw: Record<string, unknown>; pin: string | null } {
  const properties = type === null ? ANY_FIELDS : SEGMENT_DEFINITIONS[type].schema.properties
  const { trip_id: trip, ...raw } = bodyObject(request, { trip_id: { type: 'string' }, ...properties })
  if (strict) header('preference-applied', 'handling=strict')
  const errors: SegmentError[] = []
  if (type !== null) {
    const isTransport = raw['type'] === 'Transport' && mayBeSentAs('Transport', type)
    if (!isAbsent(raw['type']) && raw['type'] !== type && !isTransport)
      errors.push(invalidValue('type', `must be ${type} here; omit it or correct it`, 'invalid_type'))
    if (!isTransport) raw['type'] = type
  }
  if (isAbsent(raw['source'])) delete raw['source']
  const check = partial ? checkChangedFields : checkSegment
  errors.push(...check({ source: defaultSource, ...raw }, checkContext(deps, strict)))
  const isTrip = isAbsent(trip) || (typeof trip === 'string' && isId(trip))
  if (!isTrip)
    errors.push(
      invalidValue('trip_id', 'must be the id of a trip, a decimal number in a string', 'invalid_trip_id'),
    )
  if (errors.length > 0) throw new InvalidBodyError(errors)
  return { raw, pin: isAbsent(trip) ? null : (trip as string) }
}
