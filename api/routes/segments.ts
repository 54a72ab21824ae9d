/** Reading segments: by list, by type, by id, by raw id (contract.md 2 and 4). */
import Type from 'typebox'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { ApiError } from '../../schemas/base/errors.js'
import { isId } from '../../schemas/base/ids.js'
import type { Id } from '../../schemas/base/ids.js'
import { SEGMENT_TYPES } from '../../schemas/segment/fields/segment-types.js'
import type { SegmentType } from '../../schemas/segment/fields/segment-types.js'
import { ProcessingSegment, SEGMENT_STATUSES, Segment } from '../../schemas/itinerary/segment-resource.js'
import { memberOf } from '../auth/guard.js'
import type { ApiDeps } from '../ports/deps.js'
import { segmentExample } from '../document/examples/resources.js'
import type { Operation } from '../document/operation.js'
import type { AddEndpoint, TypedRequest } from '../endpoint.js'
import { listTag, rowTag, notModified } from '../http/etag.js'
import { positionAfter, paginate, readPageRequest } from '../http/pagination.js'
import { dayParameter, instantParameter } from '../http/date-parameters.js'
import { choiceParameter, choicesParameter, flagParameter, textParameter } from '../http/query.js'
import type { SegmentRow } from '../ports/reads.js'
import { sendJson } from '../http/reply.js'
import { mayBeInFlight, mayStillBeHeld } from '../commands/in-flight-ids.js'
import { arrayText, segmentText } from '../http/splice-segments.js'

export const segmentPath: Operation['path'] = {
  segment_id: {
    description: 'Id of the segment, or of a raw segment that it holds.',
    example: segmentExample.id,
  },
}

export const SEGMENT_PARAMS = { segment_id: Type.String() }
export type SegmentRequest = TypedRequest<typeof SEGMENT_PARAMS>

/** An id of a segment in a path. */
export function segmentId(request: SegmentRequest): string {
  const { segment_id: id } = request.params
  if (!isId(id)) throw new ApiError('not_found', 'There is no segment with this id.')
  return id
}

/** The segment that an id means, null while it is on its way or held; `name` is the id by which the itinerary knows it still. */
export interface SegmentTarget {
  row: SegmentRow | null
  id: Id
}

/** What an id of a segment, or of a raw segment, means. Throws `not_found` for what is neither, nor on its way, nor held. */
export async function resolveSegment(
  deps: ApiDeps,
  member: Id,
  id: Id,
  options: { provenance: boolean; follow: boolean },
): Promise<SegmentTarget> {
  const { segments, batches } = deps.reads
  const row = (await segments.byId(member, id, options)) ?? (await segments.byRawId(member, id, options))
  if (row !== null) return { row, id }
  // No segment holds a raw one that was replaced or taken back, or that only cancelled: it means what it became.
  const raw = await batches.byRawId(member, id)
  const heir =
    raw === null || raw.segment === null
      ? null
      : await segments.byId(member, raw.segment, { ...options, follow: true })
  if (heir !== null) return { row: heir, id: heir.id }
  if (!(raw?.held === true && mayStillBeHeld(deps, id)) && !(await mayBeInFlight(deps, member, id)))
    throw new ApiError('not_found', 'There is no segment with this id.')
  return { row: null, id }
}

export function segmentRoutes(add: AddEndpoint, deps: ApiDeps): void {
  const { segments } = deps.reads
  const { baseUrl } = deps.settings

  const list =
    (kind: SegmentType | null) =>
    async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
      const now = deps.now()
      const since = instantParameter(request, 'since')
      const until = instantParameter(request, 'until')
      const stepping = since !== null || until !== null
      const provenance = flagParameter(request, 'provenance')
      const wanted = readPageRequest(request, stepping ? 'segments.updated' : 'segments.start', 50, 100)
      const page = await segments.list(memberOf(request).member, {
        type: kind ?? choiceParameter(request, 'type', SEGMENT_TYPES),
        source: textParameter(request, 'source'),
        status: choicesParameter(request, 'status', SEGMENT_STATUSES) ?? (stepping ? null : ['Active']),
        start: dayParameter(request, 'start', now),
        end: dayParameter(request, 'end', now),
        since,
        until,
        confirmationNo: textParameter(request, 'confirmation_no'),
        unfiled: flagParameter(request, 'unfiled'),
        provenance,
        limit: wanted.limit + 1,
        offset: wanted.offset,
        after: positionAfter(wanted),
      })
      const rows = paginate(request, reply, baseUrl, wanted, page, (row) => [row.at, row.id])
      if (notModified(request, reply, listTag(rows, page.total, provenance ? 'p' : '')))
        return await reply.code(304).send()
      return await sendJson(reply, arrayText(rows.map(segmentText)))
    }

  const one =
    (kind: SegmentType | null) =>
    async (request: SegmentRequest, reply: FastifyReply): Promise<FastifyReply> => {
      const { member } = memberOf(request)
      const id = segmentId(request)
      const provenance = flagParameter(request, 'provenance')
      const follow = flagParameter(request, 'follow')
      const { row } = await resolveSegment(deps, member, id, { provenance, follow })
      if (row === null) return await sendJson(reply, JSON.stringify({ id, status: 'Processing' }))
      if (kind !== null && row.type !== kind)
        throw new ApiError('not_found', `There is no segment of type ${kind} with this id.`)
      if (notModified(request, reply, rowTag(row, provenance ? '~p' : '')))
        return await reply.code(304).send()
      return await sendJson(reply, segmentText(row))
    }

  const listed = (kind: SegmentType | null): Operation => ({
    id: kind === null ? 'listSegments' : `list${kind}Segments`,
    tag: 'Segments',
    summary: kind === null ? 'List segments' : `List ${kind} segments`,
    description:
      'Segments by start, then id; by default the Active ones. With since or until the list is ordered by `updated` and holds cancelled, merged and deleted segments too.',
    parameters: [
      ...(kind === null ? ['type' as const] : []),
      'source',
      'segment_status',
      'start',
      'end',
      'since',
      'until',
      'confirmation_no',
      'unfiled',
      'provenance',
      'limit',
      'offset',
      'cursor',
      'if_none_match',
    ],
    responses: {
      200: {
        description: 'Segments; an empty list when there is none.',
        schema: Type.Array(Segment),
        example: kind === null || kind === 'Air' ? [segmentExample] : [],
        headers: ['x-total-count', 'link', 'etag'],
      },
      304: { description: 'Nothing has changed since the entity tag in If-None-Match.' },
    },
  })
  const read = (kind: SegmentType | null): Operation => ({
    id: kind === null ? 'getSegment' : `get${kind}Segment`,
    tag: 'Segments',
    summary: kind === null ? 'Read a segment' : `Read a segment of type ${kind}`,
    description:
      'One segment by its id, whatever its status. The id of a raw segment answers the segment that it became, or `status: "Processing"` while it is on its way, or a cancellation that waits for its booking, for 30 days.',
    path: segmentPath!,
    parameters: ['provenance', 'follow', 'if_none_match'],
    responses: {
      200: {
        description: 'The segment.',
        schema: Type.Union([Segment, ProcessingSegment]),
        example:
          kind === null || kind === 'Air' ? segmentExample : { id: segmentExample.id, status: 'Processing' },
        headers: ['etag'],
      },
      304: { description: 'Nothing has changed since the entity tag in If-None-Match.' },
    },
    errors: [[404, 'not_found', 'There is no segment with this id.']],
  })

  add({ method: 'GET', url: '/v2/segments', access: ['M'], operation: listed(null), handle: list(null) })
  add({
    method: 'GET',
    url: '/v2/segments/:segment_id',
    params: SEGMENT_PARAMS,
    access: ['M'],
    operation: read(null),
    handle: one(null),
  })
  for (const kind of SEGMENT_TYPES) {
    const path = `/v2/segments/${kind.toLowerCase()}`
    add({ method: 'GET', url: path, access: ['M'], operation: listed(kind), handle: list(kind) })
    add({
      method: 'GET',
      url: `${path}/:segment_id`,
      params: SEGMENT_PARAMS,
      access: ['M'],
      operation: read(kind),
      handle: one(kind),
    })
  }
}
