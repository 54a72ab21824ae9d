/** Single segments: the one-segment form of POST /v2/segments, changes and withdrawals (contract.md 2). */
import Type from 'typebox'
import type { TObject } from 'typebox'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { BatchMonitor } from '../../schemas/batch-monitor.js'
import { Fault } from '../../schemas/faults.js'
import { isId } from '../../schemas/ids.js'
import { Identifier } from '../../schemas/instant.js'
import { checkSegment } from '../../schemas/segment/check.js'
import { SEGMENT_TYPES } from '../../schemas/segment/common.js'
import type { SegmentType } from '../../schemas/segment/common.js'
import { RULES } from '../../schemas/segment/rules.js'
import { absent } from '../../schemas/segment/value.js'
import { Segment } from '../../schemas/segment-resource.js'
import { memberOf } from '../auth/guard.js'
import type { ApiDeps } from '../deps.js'
import { pendingExample, rawExamples, segmentExample } from '../document/examples.js'
import type { AnswerDoc, Operation } from '../document/operation.js'
import type { Add } from '../endpoint.js'
import { SegmentRefusal } from '../errors.js'
import { requireMatch, rowTag } from '../etag.js'
import { FORM, objectOf } from '../form.js'
import { KEY_FAULTS, REPLAYED } from '../idempotency.js'
import { preferences } from '../prefer.js'
import type { SegmentRow } from '../reads.js'
import type { Write } from '../write.js'
import { write } from '../write.js'
import { SEGMENT_PARAMS, segmentId, segmentOf, segmentPath } from './segments.js'
import type { Meant, SegmentRequest } from './segments.js'

const PENDING: AnswerDoc = {
  description:
    'Accepted, but not applied within five seconds; or a cancellation that is held until its booking comes.',
  schema: BatchMonitor,
  example: pendingExample,
  headers: ['location'],
}
const KEYED_PENDING: AnswerDoc = { ...PENDING, headers: ['location', ...REPLAYED] }
const DONE = (headers: AnswerDoc['headers'] = ['etag']): AnswerDoc => ({
  description: 'The segment as it is now.',
  schema: Segment,
  example: segmentExample,
  headers,
})
const BY_ID: Pick<Operation, 'tag' | 'path' | 'parameters' | 'faults'> = {
  tag: 'Segments',
  path: segmentPath!,
  parameters: ['if_match'],
  faults: [
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
  const { type: _type, source, ...rest } = RULES[kind].schema.properties as Record<string, Type.TSchema>
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

export function segmentWriteRoutes(add: Add, deps: ApiDeps): void {
  const { segments } = deps.reads
  const { source, zoneOf } = deps.reference

  /** What an id means that is to be changed. Throws `not_found` also for a segment of another type. */
  const changeable = async (member: string, id: string, kind: SegmentType | null): Promise<Meant> => {
    const meant = await segmentOf(deps, member, id, { provenance: false, follow: false })
    if (meant.row !== null && kind !== null && meant.row.type !== kind)
      throw new Fault('not_found', `There is no segment of type ${kind} with this id.`)
    return meant
  }

  const show =
    (member: string): NonNullable<Write['show']> =>
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
    const properties = kind === null ? {} : RULES[kind].schema.properties
    const { trip_id: trip, ...raw } = objectOf(request, { trip_id: { type: 'string' }, ...properties })
    const { strict } = preferences(request)
    if (strict) void reply.header('preference-applied', 'handling=strict')
    if (kind !== null) {
      if (raw['type'] !== undefined && raw['type'] !== null && raw['type'] !== kind)
        throw new Fault('invalid_request', `Field "type" must be ${kind} here; leave it out.`)
      raw['type'] = kind
    }
    if (absent(raw['source'])) delete raw['source']
    const faults = checkSegment({ source: standardSource, ...raw }, { source, zoneOf, strict })
    if (faults.length > 0) throw new SegmentRefusal(faults)
    const pin = trip === undefined || trip === null || trip === '' ? null : trip
    if (pin !== null && (typeof pin !== 'string' || !isId(pin)))
      throw new Fault(
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
      objectOf(request, {})
      const { row, name } = await changeable(member, id, kind)
      const { raw, pin } = take(
        request,
        reply,
        kind ?? (row === null ? null : (row.type as SegmentType)),
        row === null ? 'manual' : sourceOf(row),
      )
      const expected = requireMatch(request, row)
      return await write(deps, request, reply, {
        kind: 'segment',
        body: raw,
        status: 200,
        extra: {
          first: deps.ids.next(),
          count: 1,
          replaces: name,
          ...expected,
          ...(pin === null ? {} : { pin }),
        },
        show: show(member),
      })
    }

  const withdraw =
    (kind: SegmentType | null) =>
    async (request: SegmentRequest, reply: FastifyReply): Promise<FastifyReply> => {
      const { member } = memberOf(request)
      const { row, name } = await changeable(member, segmentId(request), kind)
      return await write(deps, request, reply, {
        kind: 'withdraw',
        body: { id: name },
        status: 200,
        extra: requireMatch(request, row),
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
      types: ['application/json', FORM],
    },
    answers: { 200: DONE(), 202: PENDING },
  })
  const withdrawing = (kind: SegmentType | null): Operation => ({
    ...BY_ID,
    id: kind === null ? 'deleteSegment' : `delete${kind}Segment`,
    summary: kind === null ? 'Withdraw a segment' : `Withdraw a segment of type ${kind}`,
    description:
      'Takes back what the application submitted of a segment; what other sources say of it stays.',
    answers: { 200: { description: 'It is withdrawn.', schema: Type.Object({}), example: {} }, 202: PENDING },
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
        body: { schema: single(kind), example: rawExamples[kind], types: ['application/json', FORM] },
        answers: { 201: DONE(['location', 'etag', 'preference-applied', ...REPLAYED]), 202: KEYED_PENDING },
        faults: [[404, 'invalid_request', 'There is no trip with the id in trip_id.'], ...KEY_FAULTS],
      },
      handle: async (request, reply) => {
        const { raw, pin } = take(request, reply, kind, 'manual')
        return await write(deps, request, reply, {
          kind: 'segment',
          body: { source: 'manual', ...raw },
          status: 201,
          keyed: true,
          extra: { first: deps.ids.next(), count: 1, ...(pin === null ? {} : { pin }) },
          show: show(memberOf(request).member),
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
