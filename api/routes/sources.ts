/** Sources of segments (contract.md 2 and 3). */
import Type from 'typebox'
import { ApiError } from '../../schemas/base/errors.js'
import { isStorable } from '../../schemas/base/storable.js'
import { Source } from '../../schemas/itinerary/source.js'
import { CLASSIFICATIONS } from '../../schemas/itinerary/source-row.js'
import { SEGMENT_TYPES } from '../../schemas/segment/fields/segment-types.js'
import { unknownSourceHint } from '../../schemas/segment/validation/check-segment.js'
import { NOT_MODIFIED } from '../document/common-responses.js'
import { sourceExample } from '../document/examples/resources.js'
import { checkContext } from '../commands/check-context.js'
import type { AddEndpoint } from '../endpoint.js'
import { notModified, textTag } from '../http/etag.js'
import { PAGE_SIZES } from '../http/page-sizes.js'
import { paginate, readPageRequest } from '../http/pagination.js'
import { choiceParameter, textParameter } from '../http/query.js'
import { sendJson } from '../http/reply.js'
import { arrayText } from '../http/splice-segments.js'
import type { ApiDeps } from '../ports/deps.js'

export function sourceRoutes(add: AddEndpoint, deps: ApiDeps): void {
  listSources(add, deps)
  getSource(add, deps)
}

function listSources(add: AddEndpoint, { reads, settings }: ApiDeps): void {
  add({
    method: 'GET',
    url: '/v2/sources',
    access: ['M', 'A', 'C'],
    scopes: [],
    operation: {
      id: 'listSources',
      tag: 'Sources',
      summary: 'List sources',
      description: 'The suppliers of travel data by id. Field "source" of a raw segment must be such an id.',
      parameters: [
        'q',
        'classification',
        'segment_type',
        'limit_sources',
        'offset',
        'cursor',
        'if_none_match',
      ],
      responses: {
        200: {
          description: 'The sources.',
          schema: Type.Array(Source),
          example: [sourceExample],
          headers: ['x-total-count', 'link', 'etag', 'deprecation', 'sunset'],
        },
        304: NOT_MODIFIED,
      },
    },
    handle: async (request, reply) => {
      const page = readPageRequest(request, 'sources', PAGE_SIZES.sources)
      const result = await reads.sources.list({
        q: textParameter(request, 'q'),
        classification: choiceParameter(request, 'classification', CLASSIFICATIONS, true),
        segmentType: choiceParameter(request, 'segment_type', SEGMENT_TYPES),
        limit: page.limit + 1,
        offset: page.offset,
        after: page.cursor?.[0] ?? null,
      })
      const rows = paginate(request, reply, settings.baseUrl, page, {
        ...result,
        positionOf: (row) => [row.id],
      })
      const text = arrayText(rows.map((row) => row.doc))
      if (notModified(request, reply, textTag(`${result.total}${text}`))) return await reply.code(304).send()
      return await sendJson(reply, text)
    },
  })
}

function getSource(add: AddEndpoint, deps: ApiDeps): void {
  add({
    method: 'GET',
    url: '/v2/sources/:source_id',
    params: { source_id: Type.String() },
    access: ['M', 'A', 'C'],
    scopes: [],
    operation: {
      id: 'getSource',
      tag: 'Sources',
      summary: 'Read a source',
      description: 'One source by its id, compared exactly.',
      path: {
        source_id: { description: 'Id of the source.', example: 'airline_dl', schema: Type.String() },
      },
      parameters: ['if_none_match'],
      responses: {
        200: {
          description: 'The source.',
          schema: Source,
          example: sourceExample,
          headers: ['etag', 'deprecation', 'sunset'],
        },
        304: NOT_MODIFIED,
      },
      errors: [[404, 'not_found', 'There is no source with this id.']],
    },
    handle: async (request, reply) => {
      const { source_id: id } = request.params
      const row = isStorable(id) ? await deps.reads.sources.byId(id) : null
      if (row === null)
        throw new ApiError('not_found', 'There is no source with this id.', {
          hint: unknownSourceHint(id, checkContext(deps, false)),
        })
      if (notModified(request, reply, textTag(row.doc))) return await reply.code(304).send()
      return await sendJson(reply, row.doc)
    },
  })
}
