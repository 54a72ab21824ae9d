/** Writes of single segments: submitted, changed, withdrawn, of all types or one (contract.md 2 and 2.1). */
import type { FastifyReply, FastifyRequest } from 'fastify'
import Type from 'typebox'
import { ApiError } from '../../schemas/base/errors.js'
import { isId } from '../../schemas/base/ids.js'
import { mayBeSentAs, SEGMENT_TYPES } from '../../schemas/segment/fields/segment-types.js'
import type { SegmentType } from '../../schemas/segment/fields/segment-types.js'
import { SEGMENT_DEFINITIONS } from '../../schemas/segment/catalog.js'
import { checkChangedFields, checkSegment } from '../../schemas/segment/validation/check-segment.js'
import { invalidValue } from '../../schemas/segment/validation/segment-error.js'
import type { SegmentError } from '../../schemas/segment/validation/segment-error.js'
import { isAbsent } from '../../schemas/segment/validation/check-value.js'
import { MANUAL, SINGLE_SEGMENTS } from '../../schemas/segment/shapes/single-segment.js'
import { memberOf } from '../auth/guard.js'
import { checkContext } from '../commands/check-context.js'
import { IDEMPOTENCY_PROBLEMS, REPLAYED_HEADER } from '../commands/idempotency.js'
import type { Command } from '../commands/submit-command.js'
import { PENDING } from '../document/common-responses.js'
import { rawExamples } from '../document/examples/raw-segments.js'
import { segmentExample } from '../document/examples/resources.js'
import type { Operation, ResponseDoc } from '../document/operation.js'
import { sendCommand } from '../endpoint.js'
import type { AddEndpoint } from '../endpoint.js'
import { InvalidBodyError } from '../http/faults/invalid-body-error.js'
import { requireIfMatch, rowTag } from '../http/etag.js'
import { bodyObject, isForm } from '../http/form/form-body.js'
import { FORM_TYPE } from '../http/form/form-fields.js'
import { preferences } from '../http/prefer.js'
import type { ApiDeps } from '../ports/deps.js'
import type { SegmentRow } from '../../schemas/itinerary/reads.js'
import { SEGMENT_PARAMS, SEGMENT_PATH, resolveSegment, segmentAnswer, segmentId } from './segment-target.js'
import type { SegmentRequest } from './segment-target.js'

const BODY_TYPES = ['application/json', FORM_TYPE]
const PENDING_OR_HELD: ResponseDoc = {
  ...PENDING,
  description:
    'Accepted, but not known to be applied within five seconds; or a cancellation that is held until its ' +
    'booking arrives; or applied, but the result cannot be read.',
}
const ANY_SINGLE = Type.Union(Object.values(SINGLE_SEGMENTS))
const done = (type: SegmentType | null, headers: ResponseDoc['headers'] = ['etag']): ResponseDoc => ({
  description: 'The segment as it is now.',
  schema: segmentAnswer(type),
  ...(type === null || type === 'Air' ? { example: segmentExample } : {}),
  headers,
})
const BY_ID: Pick<Operation, 'tag' | 'path' | 'parameters' | 'errors'> = {
  tag: 'Segments',
  path: SEGMENT_PATH,
  parameters: ['if_match'],
  errors: [
    [403, 'access_denied', 'The segment was submitted by another application.'],
    [
      404,
      'not_found',
      'There is no segment with this id that this application may change. If trip_id names an unknown ' +
        'trip, the code is `invalid_request`.',
    ],
  ],
}

export function segmentWriteRoutes(add: AddEndpoint, deps: ApiDeps): void {
  changeRoutes(add, deps, null)
  for (const type of SEGMENT_TYPES) {
    createRoute(add, deps, type)
    changeRoutes(add, deps, type)
  }
}

function createRoute(add: AddEndpoint, deps: ApiDeps, type: SegmentType): void {
  add({
    method: 'POST',
    url: `/v2/segments/${type.toLowerCase()}`,
    access: ['M'],
    scopes: ['trips:write'],
    operation: {
      id: `create${type}Segment`,
      ...(type === 'Air' ? {} : { copyOf: 'createAirSegment' }),
      tag: 'Segments',
      summary: `Submit a segment of type ${type}`,
      description:
        `One raw segment. Its source is ${MANUAL} if omitted. With trip_id it is pinned to that trip. ` +
        'The answer waits until it is on the itinerary, at most five seconds.',
      parameters: ['prefer', 'idempotency_key'],
      body: { schema: SINGLE_SEGMENTS[type], example: rawExamples[type], types: BODY_TYPES },
      responses: {
        201: done(type, ['location', 'etag', 'preference-applied', ...REPLAYED_HEADER]),
        202: { ...PENDING_OR_HELD, headers: ['location', ...REPLAYED_HEADER] },
      },
      errors: [[404, 'invalid_request', 'There is no trip with the id in trip_id.']],
      problems: IDEMPOTENCY_PROBLEMS,
    },
    handle: async (request, reply) => {
      const { raw, pin } = readSegment(deps, request, reply, { type, defaultSource: MANUAL })
      return await sendCommand(deps, request, reply, {
        kind: 'segment',
        body: { source: MANUAL, ...raw },
        status: 201,
        idempotent: true,
        envelope: { first: deps.ids.next(), count: 1, ...(pin === null ? {} : { pin }) },
        loadResult: segmentResult(deps, memberOf(request).member),
      })
    },
  })
}

/** PUT and DELETE by id, for one type; null: for all types. */
function changeRoutes(add: AddEndpoint, deps: ApiDeps, type: SegmentType | null): void {
  const url = type === null ? '/v2/segments/:segment_id' : `/v2/segments/${type.toLowerCase()}/:segment_id`
  add({
    method: 'PUT',
    url,
    params: SEGMENT_PARAMS,
    access: ['M'],
    scopes: ['trips:write'],
    operation: {
      ...BY_ID,
      id: type === null ? 'updateSegment' : `update${type}Segment`,
      ...(type === null ? {} : { copyOf: 'updateSegment' }),
      summary: type === null ? 'Change a segment' : `Change a segment of type ${type}`,
      description:
        type !== null
          ? `As PUT /v2/segments/{segment_id}, for type ${type} alone.`
          : 'Replaces the latest statement that the application may change: one of the given source if there ' +
            'is one. Without source, the new statement has the source of the replaced one. An application may ' +
            `change what it submitted; the member's own (${MANUAL}) statements may be changed by any ` +
            'application of the member. A JSON body is the whole statement; in a form, fields that are not ' +
            'sent keep their value, and an empty one is removed.',
      body: {
        schema: type === null ? ANY_SINGLE : SINGLE_SEGMENTS[type],
        example: rawExamples[type ?? 'Air'],
        types: BODY_TYPES,
      },
      responses: { 200: done(type), 202: PENDING_OR_HELD },
    },
    handle: async (request, reply) => await replaceSegment(deps, type, request, reply),
  })
  add({
    method: 'DELETE',
    url,
    params: SEGMENT_PARAMS,
    access: ['M'],
    scopes: ['trips:write'],
    operation: {
      ...BY_ID,
      id: type === null ? 'deleteSegment' : `delete${type}Segment`,
      ...(type === null ? {} : { copyOf: 'deleteSegment' }),
      summary: type === null ? 'Withdraw a segment' : `Withdraw a segment of type ${type}`,
      description:
        type !== null
          ? `As DELETE /v2/segments/{segment_id}, for type ${type} alone.`
          : 'Withdraws what the application submitted about a segment. What other sources report stays.',
      responses: {
        200: { description: 'The segment is withdrawn.', schema: Type.Object({}), example: {} },
        202: PENDING_OR_HELD,
      },
    },
    handle: async (request, reply) => {
      const row = await segmentToChange(deps, request, type)
      return await sendCommand(deps, request, reply, {
        kind: 'withdraw',
        body: { id: segmentId(request) },
        status: 200,
        envelope: requireIfMatch(request, row),
      })
    },
  })
}

async function replaceSegment(
  deps: ApiDeps,
  type: SegmentType | null,
  request: SegmentRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  // A malformed id, then a malformed body, is reported before anything is looked up.
  const id = segmentId(request)
  bodyObject(request, ANY_FIELDS)
  const row = await segmentToChange(deps, request, type)
  const { raw, pin } = readSegment(deps, request, reply, {
    type: type ?? (row === null ? null : (row.type as SegmentType)),
    defaultSource: row === null ? MANUAL : winningSource(row),
    partial: isForm(request),
  })
  const expected = requireIfMatch(request, row)
  return await sendCommand(deps, request, reply, {
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
    loadResult: segmentResult(deps, memberOf(request).member),
  })
}

/**
 * The segment in the path; null while it is in flight. Throws `not_found` also for a segment of another type. The
 * actor gets the id as it was sent: that of a raw segment means its statement and not the whole segment.
 */
async function segmentToChange(
  deps: ApiDeps,
  request: SegmentRequest,
  type: SegmentType | null,
): Promise<SegmentRow | null> {
  const { member } = memberOf(request)
  const options = { provenance: false, follow: false }
  const row = await resolveSegment(deps, member, segmentId(request), options)
  if (row !== null && type !== null && !mayBeSentAs(type, row.type))
    throw new ApiError('not_found', `There is no segment of type ${type} with this id.`)
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
  request: FastifyRequest,
  reply: FastifyReply,
  { type, defaultSource, partial = false }: ExpectedSegment,
): { raw: Record<string, unknown>; pin: string | null } {
  const properties = type === null ? ANY_FIELDS : SEGMENT_DEFINITIONS[type].schema.properties
  const { trip_id: trip, ...raw } = bodyObject(request, { trip_id: { type: 'string' }, ...properties })
  const { strict } = preferences(request)
  if (strict) void reply.header('preference-applied', 'handling=strict')
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
