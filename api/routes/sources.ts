/** Sources of segments (interface.txt 2.5, contract.md 3). */
import Type from 'typebox'
import { ApiError } from '../../schemas/base/errors.js'
import { SEGMENT_TYPES } from '../../schemas/segment/fields/segment-types.js'
import { CLASSIFICATIONS, Source } from '../../schemas/itinerary/source.js'
import { isStorable } from '../../schemas/base/storable.js'
import type { ApiDeps } from '../ports/deps.js'
import { sourceExample } from '../document/examples/resources.js'
import type { ResponseDoc } from '../document/operation.js'
import type { AddEndpoint } from '../endpoint.js'
import { textTag, notModified } from '../http/etag.js'
import { paginate, readPageRequest } from '../http/pagination.js'
import { choiceParameter, textParameter } from '../http/query.js'
import { sendJson } from '../http/reply.js'
import { arrayText } from '../http/splice-segments.js'

const UNCHANGED: ResponseDoc = { description: 'Nothing has changed since the entity tag in If-None-Match.' }

export function sourceRoutes(add: AddEndpoint, deps: ApiDeps): void {
  const { sources } = deps.reads
  add({
    method: 'GET',
    url: '/v2/sources',
    access: ['M', 'A', 'C'],
    operation: {
      id: 'listSources',
      tag: 'Sources',
      summary: 'List sources',
      description: 'The suppliers of travel data by id. The id is what "source" in a raw segment must be.',
      parameters: ['q', 'classification', 'segment_type', 'limit', 'offset', 'cursor', 'if_none_match'],
      responses: {
        200: {
          description: 'Sources.',
          schema: Type.Array(Source),
          example: [sourceExample],
          headers: ['x-total-count', 'link', 'etag', 'deprecation', 'sunset'],
        },
        304: UNCHANGED,
      },
    },
    handle: async (request, reply) => {
      const wanted = readPageRequest(request, 'sources', 100, 500)
      const page = await sources.list({
        q: textParameter(request, 'q'),
        classification: choiceParameter(request, 'classification', CLASSIFICATIONS),
        segmentType: choiceParameter(request, 'segment_type', SEGMENT_TYPES),
        limit: wanted.limit + 1,
        offset: wanted.offset,
        after: wanted.cursor?.[0] ?? null,
      })
      const text = arrayText(
        paginate(request, reply, deps.settings.baseUrl, wanted, page, (row) => [row.id]).map(
          (row) => row.doc,
        ),
      )
      if (notModified(request, reply, textTag(`${page.total}${text}`))) return await reply.code(304).send()
      return await sendJson(reply, text)
    },
  })
  add({
    method: 'GET',
    url: '/v2/sources/:source_id',
    params: { source_id: Type.String() },
    access: ['M', 'A', 'C'],
    operation: {
      id: 'getSource',
      tag: 'Sources',
      summary: 'Read a source',
      description: 'One source by its id, compared exactly.',
      path: { source_id: { description: 'Id of the source.', example: 'airline_dl', schema: Type.String() } },
      parameters: ['if_none_match'],
      responses: {
        200: {
          description: 'The source.',
          schema: Source,
          example: sourceExample,
          headers: ['etag', 'deprecation', 'sunset'],
        },
        304: UNCHANGED,
      },
      errors: [[404, 'not_found', 'There is no source with this id.']],
    },
    handle: async (request, reply) => {
      const { source_id: id } = request.params
      const row = isStorable(id) ? await sources.byId(id) : null
      if (row === null) throw new ApiError('not_found', 'There is no source with this id.')
      if (notModified(request, reply, textTag(row.doc))) return await reply.code(304).send()
      return await sendJson(reply, row.doc)
    },
  })
}
