/** Reading segments: lists and single ones, of all types or one (contract.md 2 and 4). */
import Type from 'typebox'
import type { Id } from '../../schemas/base/ids.js'
import type { SegmentQuery, SegmentRow } from '../../schemas/itinerary/reads.js'
import { ProcessingSegment, Segment } from '../../schemas/itinerary/segment-resource.js'
import { mayBeSentAs } from '../../schemas/segment/fields/segment-types.js'
import type { SegmentType } from '../../schemas/segment/fields/segment-types.js'
import { NOT_MODIFIED, listedOrSame } from '../document/common-responses.js'
import { segmentExample } from '../document/examples/resources.js'
import { listTag } from '../http/etag.js'
import { pageOf, positionAfter } from '../http/pagination.js'
import { segmentText } from '../http/splice-segments.js'
import { member } from '../operation/access.js'
import type { MemberCaller } from '../operation/access.js'
import { cut, list, ok, resource } from '../operation/answer.js'
import { operation } from '../operation/declaration.js'
import type { QueryOf } from '../operation/parameters.js'
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

const OF_ONE_TYPE = [
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
] as const

const LIST = {
  id: 'listSegments',
  tag: 'Segments',
  access: member('trips:read'),
  summary: 'List segments',
  description:
    'Segments in order of start, then id; by default the Active ones. With since or until, the list is ordered by ' +
    '`updated` and includes cancelled, merged and deleted segments. GET /v2/segments/air, and so on for each ' +
    'type in lower case, is the same list with that `type`.',
  responses: listedOrSame('The segments; an empty list if there is none.', Segment),
} as const

export const listSegments = operation(
  { ...LIST, route: 'GET /v2/segments', parameters: ['type', ...OF_ONE_TYPE] },
  async ({ query, caller }, deps: ApiDeps) => await segmentsOf(deps, caller, query.type, query),
)

export const listSegmentsOfType = operation(
  {
    ...LIST,
    route: 'GET /v2/segments/{segment_type}',
    id: 'listSegmentsOfType',
    undocumented: true,
    params: { segment_type: TYPE },
    parameters: OF_ONE_TYPE,
  },
  async ({ params, query, caller }, deps: ApiDeps) =>
    await segmentsOf(deps, caller, params.segment_type, query),
)

/**
 * With `since` or `until`, a client stays in sync: every status is included, unless one is given (contract.md
 * 4).
 */
async function segmentsOf(
  { reads }: ApiDeps,
  { member }: MemberCaller,
  type: SegmentType | null,
  query: QueryOf<(typeof OF_ONE_TYPE)[number]>,
) {
  const { since, until, provenance } = query
  const isSync = since !== null || until !== null
  const page = pageOf(query, isSync ? 'segments.updated' : 'segments.start')
  const asked: SegmentQuery = {
    type,
    source: query.source,
    status: query.status ?? (isSync ? null : ['Active']),
    start: query.start,
    end: query.end,
    since,
    until,
    confirmationNo: query.confirmation_no,
    unfiled: query.unfiled,
    provenance,
    limit: page.limit + 1,
    offset: page.offset,
    after: positionAfter(page),
  }
  const found = await reads.segments.list(member, asked)
  const shown = cut(page, found, (row) => [row.at, row.id])
  return list(shown, segmentText, listTag(shown.rows, shown.total, provenance ? 'p' : ''))
}

const GET = {
  id: 'getSegment',
  tag: 'Segments',
  access: member('trips:read'),
  summary: 'Read a segment',
  description:
    'One segment by its id, whatever its status. The id of a raw segment returns the segment that it ' +
    'became, or `status: "Processing"` while it is being processed, or while a cancellation waits for ' +
    'its booking (30 days).',
  parameters: ['provenance', 'follow', 'if_none_match'],
  responses: {
    200: {
      description: 'The segment.',
      schema: Type.Union([Segment, ProcessingSegment]),
      example: segmentExample,
      headers: ['etag'],
    },
    304: NOT_MODIFIED,
  },
} as const

export const getSegment = operation(
  { ...GET, route: 'GET /v2/segments/{segment}', params: SEGMENT, problems: [NO_SEGMENT] },
  async ({ params, query, caller }, deps: ApiDeps) => {
    const row = await resolveSegment(deps, caller.member, params.segment, query)
    return row !== null && 'says' in row ? row : segmentAnswer(params.segment, row, query.provenance)
  },
)

export const getSegmentOfType = operation(
  {
    ...GET,
    route: 'GET /v2/segments/{segment_type}/{segment_id}',
    id: 'getSegmentOfType',
    summary: 'Read a segment of one type',
    description: 'As GET /v2/segments/{segment}, for one type alone.',
    params: SEGMENT_OF_TYPE,
    problems: [NO_SEGMENT, NOT_OF_TYPE],
  },
  async ({ params, query, caller }, deps: ApiDeps) => {
    const { segment_type: type, segment_id: id } = params
    const row = await resolveSegment(deps, caller.member, id, query)
    if (row !== null && 'says' in row) return row
    if (row !== null && !mayBeSentAs(type, row.type)) return notOfType(type)
    return segmentAnswer(id, row, query.provenance)
  },
)

/** @param row null while the segment is in flight */
const segmentAnswer = (id: Id, row: SegmentRow | null, provenance: boolean) =>
  row === null
    ? ok({ id, status: 'Processing' as const })
    : resource(row, { text: () => segmentText(row), variant: provenance ? '~p' : '' })
