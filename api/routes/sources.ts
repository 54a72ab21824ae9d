/** Sources of segments (contract.md 2 and 3). */
import { isStorable } from '../../schemas/base/storable.js'
import { Source } from '../../schemas/itinerary/source.js'
import { unknownSourceHint } from '../../schemas/segment/validation/check-segment.js'
import { checkContext } from '../commands/check-context.js'
import { found, listedOrSame } from '../document/common-responses.js'
import { textTag } from '../http/etag.js'
import { pageOf } from '../http/pagination.js'
import { arrayText } from '../http/splice-segments.js'
import { anyone } from '../operation/access.js'
import { cut, ok, ready } from '../operation/answer.js'
import { operation } from '../operation/declaration.js'
import { pathParameter } from '../operation/path-parameter.js'
import { problem } from '../operation/problem.js'
import type { ApiDeps } from '../ports/deps.js'

const NO_SOURCE = problem(404, 'not_found', 'There is no source with this id.')

export const listSources = operation(
  {
    route: 'GET /v2/sources',
    id: 'listSources',
    tag: 'Sources',
    access: anyone(),
    summary: 'List sources',
    description:
      'The suppliers of travel data, in order of id. Field "source" of a raw segment must be such an id. ' +
      'With q, exact matches come first.',
    parameters: ['q', 'classification', 'segment_type', 'limit_sources', 'offset', 'cursor', 'if_none_match'],
    responses: listedOrSame('The sources.', Source, ['deprecation', 'sunset']),
  },
  async ({ query }, { reads }: ApiDeps) => {
    const page = pageOf(query, query.q === null ? 'sources' : 'sources by rank')
    const found = await reads.sources.list({
      q: query.q,
      classification: query.classification,
      segmentType: query.segment_type,
      limit: page.limit + 1,
      offset: page.offset,
      after: page.cursor?.[0] ?? null,
    })
    const { rows, total, next } = cut(page, found, (row) => [row.at])
    const text = arrayText(rows.map((row) => row.doc))
    return ok(ready(text), { tag: textTag(`${total}${text}`), total, next })
  },
)

export const getSource = operation(
  {
    route: 'GET /v2/sources/{source_id}',
    id: 'getSource',
    tag: 'Sources',
    access: anyone(),
    summary: 'Read a source',
    description: 'One source by its id, compared exactly.',
    params: { source_id: pathParameter('Id of the source.', 'airline_dl', isStorable, NO_SOURCE) },
    parameters: ['if_none_match'],
    responses: found('The source.', Source, ['deprecation', 'sunset']),
    problems: [NO_SOURCE],
  },
  async ({ params }, deps: ApiDeps) => {
    const row = await deps.reads.sources.byId(params.source_id)
    if (row === null)
      return { ...NO_SOURCE, hint: unknownSourceHint(params.source_id, checkContext(deps, false)) }
    return ok(ready(row.doc), { tag: textTag(row.doc) })
  },
)
