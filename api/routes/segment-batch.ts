/** POST /v2/segments (interface.txt 4.2, contract.md 5). */
import type { FastifyReply, FastifyRequest } from 'fastify'
import { Fault } from '../../schemas/faults.js'
import { PublishFault } from '../../schemas/publish-fault.js'
import { AcceptedBatch, MOST_BODY_BYTES, MOST_SEGMENTS, RefusedBatch, SegmentBatch, checkBatch } from '../../schemas/segment/batch.js'
import type { BatchVerdict } from '../../schemas/segment/batch.js'
import { memberOf } from '../auth/guard.js'
import { bytesOf, jsonOf } from '../body.js'
import type { ApiDeps } from '../deps.js'
import { rawExamples } from '../document/examples.js'
import type { Operation } from '../document/operation.js'
import type { Add } from '../endpoint.js'
import { preferences } from '../prefer.js'
import type { FirstTry, KeyOwner } from '../reads.js'
import { sendJson } from '../reply.js'
import { awaitFold, publishMessage } from '../write.js'

/** `Prefer: wait=N` is honoured up to this, seconds. */
const LONGEST_WAIT = 10

const operation: Operation = {
  id: 'submitSegments',
  tag: 'Segments',
  summary: 'Submit raw segments',
  description: `Takes up to ${MOST_SEGMENTS} raw segments of one member. All are checked before the answer: one fault in any of them refuses the whole batch, and every fault is told. The answer 202 comes once the batch is on disk; it is put on the itinerary after that, see the address in Location. A trip_id must not be sent.`,
  parameters: ['prefer', 'idempotency_key'],
  body: { schema: SegmentBatch, example: { segments: [rawExamples['Air'], rawExamples['Hotel']] } },
  answers: {
    202: {
      description: 'The batch is accepted.',
      schema: AcceptedBatch,
      example: [{ type: 'Air', status: 'Active', _id: 58241077248001 }, { type: 'Hotel', status: 'Active', _id: 58241077248002 }],
      headers: ['location', 'preference-applied', 'idempotent-replayed']
    },
    400: {
      description: 'Some segment has a fault (an array with one entry per segment), or the body is no batch (an error).',
      schema: RefusedBatch,
      example: [
        { type: 'Air', status: 'Active', errors: [{ error: 'invalid_source', error_description: 'Invalid source.', field: 'source' }] },
        { type: 'Hotel', status: null, errors: [] }
      ]
    }
  },
  faults: [
    [409, 'conflict', 'A request with this Idempotency-Key is still running.'],
    [422, 'idempotency_key_reused', 'This Idempotency-Key was used with another body.']
  ]
}

export function segmentBatchRoutes (add: Add, deps: ApiDeps): void {
  const { source, zoneOf } = deps.reference

  /** Publishes and waits as long as the client prefers; the text of the answer. */
  const accept = async (request: FastifyRequest, reply: FastifyReply, verdict: BatchVerdict & { is: 'good' }, ids: FirstTry, wait: number | null): Promise<string> => {
    const { segments } = verdict
    await publishMessage(deps, request, 'segments', bytesOf(request), { batch: ids.batch, first: ids.first, count: segments.length })
    if (wait !== null) {
      await awaitFold(deps, memberOf(request).member, ids.batch, Math.min(wait, LONGEST_WAIT) * 1000)
      void reply.header('preference-applied', [reply.getHeader('preference-applied'), `wait=${Math.min(wait, LONGEST_WAIT)}`].filter(Boolean).join(', '))
    }
    const first = Number(ids.first)
    return JSON.stringify(segments.map(({ type, status }, at) => ({ type, status, _id: first + at })))
  }
  const send = async (reply: FastifyReply, ids: FirstTry, text: string): Promise<FastifyReply> =>
    await sendJson(reply.code(202).header('location', `/v2/batches/${ids.batch}`), text)

  add({
    method: 'POST',
    url: '/v2/segments',
    access: ['M'],
    bodyLimit: MOST_BODY_BYTES,
    operation,
    handle: async (request, reply) => {
      const { member, client } = memberOf(request)
      const { strict, wait } = preferences(request)
      const key = idempotencyKey(request)
      const verdict = checkBatch(jsonOf(request), { source, zoneOf, strict })
      if (verdict.is === 'malformed') throw new Fault('invalid_request', verdict.description)
      if (strict) void reply.header('preference-applied', 'handling=strict')
      if (verdict.is === 'refused') return await sendJson(reply.code(400), JSON.stringify(verdict.entries))
      const fresh: FirstTry = { batch: deps.ids.next(), first: deps.ids.block(verdict.segments.length) }
      if (key === null) return await send(reply, fresh, await accept(request, reply, verdict, fresh, wait))

      const owner: KeyOwner = { client, member, key, body: bytesOf(request) }
      const state = await deps.idempotency.claim(owner, fresh)
      switch (state.is) {
        case 'running': throw new Fault('conflict', 'A request with this Idempotency-Key is still running.', { retryAfter: 1 })
        case 'other': throw new Fault('idempotency_key_reused', 'This Idempotency-Key was used with another body.')
        case 'answered': return await send(reply.header('idempotent-replayed', 'true'), state.ids, state.answer)
        case 'ours': {
          const text = await settled(deps, owner, state.ids, async () => await accept(request, reply, verdict, state.ids, wait))
          await deps.idempotency.answered(owner, 202, text)
          return await send(reply, state.ids, text)
        }
        default: { const never: never = state; throw new Error(`no such state of a key: ${String(never)}`) }
      }
    }
  })
}

/**
 * Frees the key when nothing was stored; keeps its ids for the next try when nobody knows. A key that cannot be written frees
 * itself after a while: the answer is the failure of the work all the same.
 */
async function settled (deps: ApiDeps, owner: KeyOwner, { batch }: FirstTry, work: () => Promise<string>): Promise<string> {
  try {
    return await work()
  } catch (error) {
    const nothing = error instanceof PublishFault ? error.reason !== 'outcome_unknown' : error instanceof Fault && error.code === 'rate_limited'
    await (nothing ? deps.idempotency.release(owner) : deps.idempotency.leave(owner)).catch((failure: unknown) => {
      deps.log.warn({ err: failure, batch }, 'the idempotency key of a failed batch could not be written')
    })
    throw error
  }
}

function idempotencyKey (request: FastifyRequest): string | null {
  const key = request.headers['idempotency-key']
  if (key === undefined) return null
  if (typeof key !== 'string' || key.length === 0 || key.length > 255) throw new Fault('invalid_request', 'Header "Idempotency-Key" must have 1 to 255 characters.')
  return key
}

