/** Reading trips (interface.txt 4.1, contract.md 2 and 4). */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Fault } from '../../schemas/faults.js'
import { isId } from '../../schemas/ids.js'
import { memberOf } from '../auth/guard.js'
import type { Access, Guard } from '../auth/guard.js'
import type { ApiDeps } from '../deps.js'
import { flagParameter, integerParameter } from '../query.js'
import type { TripQuery } from '../reads.js'
import { sendJson } from '../reply.js'
import { arrayText, tripText } from '../with-segments.js'

export function tripRoutes (app: FastifyInstance, deps: ApiDeps, guard: (...allowed: Access[]) => Guard): void {
  const onRequest = guard('M')
  const { trips } = deps.reads

  const list = (view: TripQuery['view']) => async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const { member } = memberOf(request)
    const page = await trips.list(member, {
      view,
      now: deps.now(),
      start: null,
      end: null,
      since: null,
      until: null,
      status: ['Active'],
      privacy: null,
      purpose: null,
      segments: flagParameter(request, 'segments'),
      limit: integerParameter(request, 'limit', 20, 1, 100),
      offset: integerParameter(request, 'offset', 0, 0, 10_000, { refuse: true }),
      after: null
    })
    return await sendJson(reply.header('x-total-count', String(page.total)), arrayText(page.rows.map(tripText)))
  }
  app.get('/v2/trips/upcoming', { onRequest }, list('upcoming'))
  app.get('/v2/trips/past', { onRequest }, list('past'))
  app.get('/v2/trip/past', { onRequest }, list('past'))

  app.get('/v2/trips/current', { onRequest }, async (request, reply) => {
    const row = await trips.current(memberOf(request).member, deps.now(), flagParameter(request, 'segments'))
    if (row === null) throw new Fault('not_found', 'This member has no trip.')
    return await sendJson(reply, tripText(row))
  })

  app.get('/v2/trips/:trip_id', { onRequest }, async (request, reply) => {
    const { trip_id: id } = request.params as { trip_id: string }
    if (!isId(id)) throw new Fault('invalid_request', 'A trip id is a decimal number.')
    const row = await trips.byId(memberOf(request).member, id, { segments: flagParameter(request, 'segments'), follow: flagParameter(request, 'follow') })
    if (row === null) throw new Fault('invalid_request', 'There is no trip with this id.', { status: 404 })
    return await sendJson(reply, tripText(row))
  })
}
