/** Single segments: the one-segment form of POST /v2/segments, changes and withdrawals (contract.md 2). */
import Type from 'typebox'
import type { TObject } from 'typebox'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { BatchStatus } from '../../schemas/itinerary/batch-status.js'
import { ApiError } from '../../schemas/base/errors.js'
import { isId } from '../../schemas/base/ids.js'
import { Identifier } from '../../schemas/base/formats.js'
import { checkSegment } from '../../schemas/segment/validation/check-segment.js'
import { SEGMENT_TYPES } from '../../schemas/segment/fields/segment-types.js'
import type { SegmentType } from '../../schemas/segment/fields/segment-types.js'
import { SEGMENT_DEFINITIONS } from '../../schemas/segment/catalog.js'
import { isAbsent } from '../../schemas/segment/validation/check-value.js'
import { Segment } from '../../schemas/itinerary/segment-resource.js'
import { memberOf } from '../auth/guard.js'
import type { ApiDeps } from '../ports/deps.js'
import { pendingExample, rawExamples, segmentExample } from '../document/examples/resources.js'
import type { ResponseDoc, Operation } from '../document/operation.js'
import type { AddEndpoint } from '../endpoint.js'
import { InvalidSegmentError } from '../http/errors.js'
import { requireIfMatch, rowTag } from '../http/etag.js'
import { FORM_TYPE, bodyObject } from '../http/form.js'
import { IDEMPOTENCY_ERRORS, REPLAYED_HEADER } from '../commands/idempotency.js'
import { preferences } from '../http/prefer.js'
import type { SegmentRow } from '../ports/reads.js'
import type { Command } from '../commands/submit-command.js'
import { submitCommand } from '../commands/submit-command.js'
import { SEGMENT_PARAMS, segmentId, resolveSegment, segmentPath } from './segments.js'
import type { SegmentTarget, SegmentRequest } from './segments.js'

const PENDING: ResponseDoc = {
  description:
    'Accepted, but not applied within five seconds; or a cancellation that is held until its booking comes.',
  schema: BatchStatus,
  example: pendingExample,
  headers: ['location'],
}
const KEYED_PENDING: ResponseDoc = { ...PENDING, headers: ['location', ...REPLAYED_HEADER] }
const DONE = (headers: ResponseDoc['headers'] = ['etag']): ResponseDoc => ({
  description: 'The segment as it is now.',
  schema: Segment,
  example: segmentExample,
  headers,
})
const BY_ID: Pick<Operation, 'tag' | 'path' | 'parameters' | 'errors'> = {
  tag: 'Segments',
  path: segmentPath!,
  parameters: ['if_match'],
  errors: [
    [403, 'access_denied', 'The segment was submitted by another application.'],
    [
      404,
      'not_found',
      'There is no segment with this id that this application may change; of a trip in trip_id that is not there the code is `invalid_request`.',
    ],
  ],
}

/** The schema of a single segment: `type` and `source` may be left out, `trip_id` pins it. */
const single = (kind: SegmentType): TObject => {
  const {
    type: _type,
    source,
    ...rest
  } = SEGMENT_DEFINITIONS[kind].schema.properties as Record<string, Type.TSchema>
  return Type.Object(
    {
      type: Type.Optional(Type.Literal(kind)),
      source: Type.Optional(source!),
      trip_id: Type.Optional(Identifier('Trip that the segment is pinned to.')),
      ...rest,
    },
    { description: `A raw segment of type ${kind}; source is "manual" when it is left out.` },
  )
}

export function segmentWriteRoutes(add: AddEndpoint, deps: ApiDeps): void {
  const { segments } = deps.reads
  const { source, zoneOf } = deps.reference

  /** What an id means that is to be changed. Throws `not_found` also for a segment of another type. */
  const changeable = async (member: string, id: string, kind: SegmentType | null): Promise<SegmentTarget> => {
    const meant = await resolveSegment(deps, member, id, { provenance: false, follow: false })
    if (meant.row !== null && kind !== null && meant.row.type !== kind)
      throw new ApiError('not_found', `There is no segment of type ${kind} with this id.`)
    return meant
  }

  const show =
    (member: string): NonNullable<Command['loadResult']> =>
    async (id) => {
      const row = await segments.byId(member, id, { provenance: false, follow: false })
      return row === null ? null : { text: row.doc, tag: rowTag(row), path: `/v2/segments/${id}` }
    }

  /** Reads and checks the body, one that leaves `source` out as if of `standardSource`; what is left is a raw segment, without source then, and the trip it is pinned to. */
  const take = (
    request: FastifyRequest,
    reply: FastifyReply,
    kind: SegmentType | null,
    standardSource: string,
  ): { raw: Record<string, unknown>; pin: string | null } => {
    const properties = kind === null ? {} : SEGMENT_DEFINITIONS[kind].schema.properties
    const { trip_id: trip, ...raw } = bodyObject(request, { trip_id: { type: 'string' }, ...properties })
    const { strict } = preferences(request)
    if (strict) void reply.header('preference-applied', 'handling=strict')
    if (kind !== null) {
      if (raw['type'] !== undefined && raw['type'] !== null && raw['type'] !== kind)
        throw new ApiError('invalid_request', `Field "type" must be ${kind} here; leave it out.`)
      raw['type'] = kind
    }
    if (isAbsent(raw['source'])) delete raw['source']
    const faults = checkSegment({ source: standardSource, ...raw }, { source, zoneOf, strict })
    if (faults.length > 0) throw new InvalidSegmentError(faults)
    const pin = trip === undefined || trip === null || trip === '' ? null : trip
    if (pin !== null && (typeof pin !== 'string' || !isId(pin)))
      throw new ApiError(
        'invalid_request',
        'Field "trip_id" must be the id of a trip, a decimal number in a string.',
      )
    return { raw, pin }
  }

  const replace =
    (kind: SegmentType | null) =>
    async (request: SegmentRequest, reply: FastifyReply): Promise<FastifyReply> => {
      const { member } = memberOf(request)
      const id = segmentId(request)
      // A body that is none is told of first, whatever it is for.
      bodyObject(request, {})
      const { row, id: name } = await changeable(member, id, kind)
      const { raw, pin } = take(
        request,
        reply,
        kind ?? (row === null ? null : (row.type as SegmentType)),
        row === null ? 'manual' : sourceOf(row),
      )
      const expected = requireIfMatch(request, row)
      return await submitCommand(deps, request, reply, {
        kind: 'segment',
        body: raw,
        status: 200,
        envelope: {
          first: deps.ids.next(),
          count: 1,
          replaces: name,
          ...expected,
          ...(pin === null ? {} : { pin }),
        },
        loadResult: show(member),
      })
    }

  const withdraw =
    (kind: SegmentType | null) =>
    async (request: SegmentRequest, reply: FastifyReply): Promise<FastifyReply> => {
      const { member } = memberOf(request)
      const { row, id: name } = await changeable(member, segmentId(request), kind)
      return await submitCommand(deps, request, reply, {
        kind: 'withdraw',
        body: { id: name },
        status: 200,
        envelope: requireIfMatch(request, row),
      })
    }

  const changing = (kind: SegmentType | null): Operation => ({
    ...BY_ID,
    id: kind === null ? 'updateSegment' : `update${kind}Segment`,
    summary: kind === null ? 'Change a segment' : `Change a segment of type ${kind}`,
    description:
      "Puts a new statement in the place of the latest one that the application may change, of the source given if there is one of it; without source it is of the source of that one. An application may change what it submitted; a member's own (manual) statements may be changed by any application of the member.",
    body: {
      schema: kind === null ? Type.Union(SEGMENT_TYPES.map(single)) : single(kind),
      example: rawExamples[kind ?? 'Air'],
      types: ['application/json', FORM_TYPE],
    },
    responses: { 200: DONE(), 202: PENDING },
  })
  const withdrawing = (kind: SegmentType | null): Operation => ({
    ...BY_ID,
    id: kind === null ? 'deleteSegment' : `delete${kind}Segment`,
    summary: kind === null ? 'Withdraw a segment' : `Withdraw a segment of type ${kind}`,
    description:
      'Takes back what the application submitted of a segment; what other sources say of it stays.',
    responses: {
      200: { description: 'It is withdrawn.', schema: Type.Object({}), example: {} },
      202: PENDING,
    },
  })

  add({
    method: 'PUT',
    url: '/v2/segments/:segment_id',
    params: SEGMENT_PARAMS,
    access: ['M'],
    operation: changing(null),
    handle: replace(null),
  })
  add({
    method: 'DELETE',
    url: '/v2/segments/:segment_id',
    params: SEGMENT_PARAMS,
    access: ['M'],
    operation: withdrawing(null),
    handle: withdraw(null),
  })
  for (const kind of SEGMENT_TYPES) {
    const path = `/v2/segments/${kind.toLowerCase()}`
    add({
      method: 'POST',
      url: path,
      access: ['M'],
      operation: {
        id: `create${kind}Segment`,
        tag: 'Segments',
        summary: `Submit a segment of type ${kind}`,
        description:
          'One raw segment. The source is manual when it is left out. With trip_id it is pinned to that trip. The answer waits until it is on the itinerary, at most five seconds.',
        parameters: ['prefer', 'idempotency_key'],
        body: { schema: single(kind), example: rawExamples[kind], types: ['application/json', FORM_TYPE] },
        responses: {
          201: DONE(['location', 'etag', 'preference-applied', ...REPLAYED_HEADER]),
          202: KEYED_PENDING,
        },
        errors: [[404, 'invalid_request', 'There is no trip with the id in trip_id.'], ...IDEMPOTENCY_ERRORS],
      },
      handle: async (request, reply) => {
        const { raw, pin } = take(request, reply, kind, 'manual')
        return await submitCommand(deps, request, reply, {
          kind: 'segment',
          body: { source: 'manual', ...raw },
          status: 201,
          idempotent: true,
          envelope: { first: deps.ids.next(), count: 1, ...(pin === null ? {} : { pin }) },
          loadResult: show(memberOf(request).member),
        })
      },
    })
    add({
      method: 'PUT',
      url: `${path}/:segment_id`,
      params: SEGMENT_PARAMS,
      access: ['M'],
      operation: changing(kind),
      handle: replace(kind),
    })
    add({
      method: 'DELETE',
      url: `${path}/:segment_id`,
      params: SEGMENT_PARAMS,
      access: ['M'],
      operation: withdrawing(kind),
      handle: withdraw(kind),
    })
  }
}

/** The winning source of a segment: as of it a change without a source is checked. */
function sourceOf(row: SegmentRow): string {
  const { source } = JSON.parse(row.doc) as { source?: string | null }
  return source ?? 'manual'
}
