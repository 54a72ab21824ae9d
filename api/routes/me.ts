/** The member of the token. */
import type { FastifyInstance } from 'fastify'
import { Fault } from '../../schemas/faults.js'
import { memberOf } from '../auth/guard.js'
import type { Access, Guard } from '../auth/guard.js'
import type { ApiDeps } from '../deps.js'
import { sendJson } from '../reply.js'

export function meRoutes (app: FastifyInstance, deps: ApiDeps, guard: (...allowed: Access[]) => Guard): void {
  app.get('/v2/me', { onRequest: guard('M') }, async (request, reply) => {
    const found = await deps.reads.members.byId(memberOf(request).member)
    if (found === null) throw new Fault('not_found', 'This member no longer exists.')
    return await sendJson(reply, found.doc)
  })
}
