/** Reading segments: lists and single ones, of all types or one (contract.md 2 and 4). */
import type { FastifyReply, FastifyRequest } from 'fastify'
import Type from 'typebox'
import { ApiError } from '../../schemas/base/errors.js'
import { SEGMENT_STATUSES, ProcessingSegment } from '../../schemas/itinerary/segment-resource.js'
import { mayBeSentAs, SEGMENT_TYPES } from '../../schemas/segment/fields/segment-types.js'
import type { SegmentType } from '../../schemas/segment/fields/segment-types.js'
import { memberOf } from '../auth/guard.js'
import { NOT_MODIFIED } from '../document/common-responses.js'
import { segmentExample } from '../document/examples/resources.js'
import type { Operation } from '../document/operation.js'
import type { AddEndpoint } from '../endpoint.js'
import { dayParameter, instantParameter } from '../http/date-parameters.js'
import { listTag, notModified, rowTag } from '../http/etag.js'
import { PAGE_SIZES } from '../http/page-sizes.js'
import { paginate, positionAfter, readPageRequest } from '../http/pagination.js'
import { choiceParameter, choicesParameter, flagParameter, textParameter } from '../http/query.js'
import { sendJson } from '../http/reply.js'
import { arrayText, segmentText } from '../http/splice-segments.js'
import type { ApiDeps } from '../ports/deps.js'
import type { SegmentQuery } from '../../schemas/itinerary/reads.js'
import { SEGMENT_PARAMS, SEGMENT_PATH, resolveSegment, segmentAnswer, segmentId } from './segment-target.js'
import type { SegmentRequest } from './segment-target.js'

export function segmentRoutes(add: AddEndpoint, deps: ApiDeps): void {
  readRoutes(add, deps, null)
  for (const type of SEGMENT_TYPES) readRoutes(add, deps, type)
}

/** The list and the single segment of one type; null: of all types. */
function readRoutes(add: AddEndpoint, deps: ApiDeps, type: SegmentType | null): void {
  const path = type === null ? '/v2/segments' : `/v2/segments/${type.toLowerCase()}`
  add({
    method: 'GET',
    url: path,
    access: ['M'],
    scopes: ['trips:read'],
    operation: listOperation(type),
    handle: async (request, reply) => await listSegments(deps, type, request, reply),
  })
  add({
    method: 'GET',
    url: `${path}/:segment_id`,
    params: SEGMENT_PARAMS,
    access: ['M'],
    scopes: ['trips:read'],
    operation: getOperation(type),
    handle: async (request, reply) => await getSegment(deps, type, request, reply),
  })
}

async function listSegments(
  deps: ApiDeps,
  type: SegmentType | null,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const filters = listFilters(request, type, deps.now())
  const isSync = filters.since !== null || filters.until !== null
  const page = readPageRequest(request, isSync ? 'segments.updated' : 'segments.start', PAGE_SIZES.segments)
  const result = await deps.reads.segments.list(memberOf(request).member, {
    ...filters,
    limit: page.limit + 1,
    offset: page.offset,
    after: positionAfter(page),
  })
  const rows = paginate(request, reply, deps.settings.baseUrl, page, {
    ...result,
    positionOf: (row) => [row.at, row.id],
  })
  if (notModified(request, reply, listTag(rows, result.total, filters.provenance ? 'p' : '')))
    return await reply.code(304).send()
  return await sendJson(reply, arrayText(rows.map(segmentText)))
}

/**
 * With `since` or `until`, a client stays in sync: every status is included, unless one is given (contract.md
 * 4).
 */
function listFilters(
  request: FastifyRequest,
  type: SegmentType | null,
  now: number,
): Omit<SegmentQuery, 'limit' | 'offset' | 'after'> {
  const since = instantParameter(request, 'since')
  const until = instantParameter(request, 'until')
  const isSync = since !== null || until !== null
  return {
    type: type ?? choiceParameter(request, 'type', SEGMENT_TYPES),
    source: textParameter(request, 'source'),
    status: choicesParameter(request, 'status', SEGMENT_STATUSES) ?? (isSync ? null : ['Active']),
    start: dayParameter(request, 'start', now),
    end: dayParameter(request, 'end', now),
    since,
    until,
    confirmationNo: textParameter(request, 'confirmation_no'),
    unfiled: flagParameter(request, 'unfiled'),
    provenance: flagParameter(request, 'provenance'),
  }
}

async function getSegment(
  deps: ApiDeps,
  type: SegmentType | null,
  request: SegmentRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { member } = memberOf(request)
  const id = segmentId(request)
  const provenance = flagParameter(request, 'provenance')
  const follow = flagParameter(request, 'follow')
  const row = await resolveSegment(deps, member, id, { provenance, follow })
  if (row === null) return await sendJson(reply, JSON.stringify({ id, status: 'Processing' }))
  if (type !== null && !mayBeSentAs(type, row.type))
    throw new ApiError('not_found', `There is no segment of type ${type} with this id.`)
  if (notModified(request, reply, rowTag(row, provenance ? '~p' : ''))) return await reply.code(304).send()
  return await sendJson(reply, segmentText(row))
}

function listOperation(type: SegmentType | null): Operation {
  return {
    id: type === null ? 'listSegments' : `list${type}Segments`,
    ...(type === null ? {} : { copyOf: 'listSegments' }),
    tag: 'Segments',
    summary: type === null ? 'List segments' : `List ${type} segments`,
    description:
      type !== null
        ? `As GET /v2/segments, of type ${type} alone.`
        : 'Segments by start, then id; by default the Active ones. With since or until, the list is ordered by ' +
          '`updated` and includes cancelled, merged and deleted segments.',
    parameters: [
      ...(type === null ? ['type' as const] : []),
      'source',
      'segment_status',
      'start',
      'end',
      'since',
      'until',
      'confirmation_no',
      'unfiled',
      'provenance',
      'limit_segments',
      'offset',
      'cursor',
      'if_none_match',
    ],
    responses: {
      200: {
        description: 'The segments; an empty list if there is none.',
        schema: Type.Array(segmentAnswer(type)),
        ...(type === null ? { example: [segmentExample] } : {}),
        headers: ['x-total-count', 'link', 'etag'],
      },
      304: NOT_MODIFIED,
    },
  }
}

function getOperation(type: SegmentType | null): Operation {
  return {
    id: type === null ? 'getSegment' : `get${type}Segment`,
    ...(type === null ? {} : { copyOf: 'getSegment' }),
    tag: 'Segments',
    summary: type === null ? 'Read a segment' : `Read a segment of type ${type}`,
    description:
      type !== null
        ? `As GET /v2/segments/{segment_id}, for type ${type} alone.`
        : 'One segment by its id, whatever its status. The id of a raw segment returns the segment that it ' +
          'became, or `status: "Processing"` while it is being processed, or while a cancellation waits for ' +
          'its booking (30 days).',
    path: SEGMENT_PATH,
    parameters: ['provenance', 'follow', 'if_none_match'],
    responses: {
      200: {
        description: 'The segment.',
        schema: Type.Union([segmentAnswer(type), ProcessingSegment]),
        ...(type === null ? { example: segmentExample } : {}),
        headers: ['etag'],
      },
      304: NOT_MODIFIED,
    },
    errors: [[404, 'not_found', 'There is no segment with this id.']],
  }
}
