/** POST /v2/segments (interface.txt 4.2, contract.md 5). */
import type { FastifyInstance } from 'fastify'
import { Fault } from '../../schemas/faults.js'
import { encodeMessage } from '../../schemas/message.js'
import { MOST_BODY_BYTES, checkBatch } from '../../schemas/segment/batch.js'
import { memberSubject } from '../../schemas/subjects.js'
import { memberOf } from '../auth/guard.js'
import type { Access, Guard } from '../auth/guard.js'
import { bytesOf, jsonOf } from '../body.js'
import type { ApiDeps } from '../deps.js'
import { preferences } from '../prefer.js'
import { sendJson } from '../reply.js'

/** Accepts a batch once the stream has it on disk; refuses it as a whole when any segment has a fault. */
export function segmentBatchRoutes (app: FastifyInstance, deps: ApiDeps, guard: (...allowed: Access[]) => Guard): void {
  const { source, zoneOf } = deps.reference
  app.post('/v2/segments', { onRequest: guard('M'), bodyLimit: MOST_BODY_BYTES }, async (request, reply) => {
    const { member, client } = memberOf(request)
    const { strict } = preferences(request)
    const verdict = checkBatch(jsonOf(request), { source, zoneOf, strict })
    if (verdict.is === 'malformed') throw new Fault('invalid_request', verdict.description)
    if (strict) void reply.header('preference-applied', 'handling=strict')
    if (verdict.is === 'refused') return await sendJson(reply.code(400), JSON.stringify(verdict.entries))
    const { segments } = verdict
    const batch = deps.ids.next()
    const first = deps.ids.block(segments.length)
    const message = encodeMessage({
      v: 1, kind: 'segments', batch, first, count: segments.length, received: deps.now(), client, request: request.id
    }, bytesOf(request))
    await deps.publish(message, memberSubject(member), `${member}:${batch}`)
    const start = Number(first)
    const accepted = segments.map(({ type, status }, at) => ({ type, status, _id: start + at }))
    return await sendJson(reply.code(202).header('location', `/v2/batches/${batch}`), JSON.stringify(accepted))
  })
}
