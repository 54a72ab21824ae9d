/** Sources of segments (interface.txt 2.5, contract.md 3). */
import type { FastifyInstance } from 'fastify'
import { Fault } from '../../schemas/faults.js'
import type { Access, Guard } from '../auth/guard.js'
import type { ApiDeps } from '../deps.js'
import { integerParameter, textParameter } from '../query.js'
import { sendJson } from '../reply.js'
import { arrayText } from '../with-segments.js'

export function sourceRoutes (app: FastifyInstance, deps: ApiDeps, guard: (...allowed: Access[]) => Guard): void {
  const onRequest = guard('M', 'A', 'C')
  app.get('/v2/sources', { onRequest }, async (request, reply) => {
    const page = await deps.reads.sources.list({
      q: textParameter(request, 'q'),
      classification: textParameter(request, 'classification'),
      segmentType: textParameter(request, 'segment_type'),
      limit: integerParameter(request, 'limit', 100, 1, 500),
      offset: integerParameter(request, 'offset', 0, 0, 10_000, { refuse: true }),
      after: null
    })
    return await sendJson(reply.header('x-total-count', String(page.total)), arrayText(page.rows.map(row => row.doc)))
  })
  app.get('/v2/sources/:source_id', { onRequest }, async (request, reply) => {
    const row = await deps.reads.sources.byId((request.params as { source_id: string }).source_id)
    if (row === null) throw new Fault('not_found', 'There is no source with this id.')
    return await sendJson(reply, row.doc)
  })
}
