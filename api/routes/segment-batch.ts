/** POST /v2/segments (interface.txt 4.2, contract.md 5). */
import type { FastifyReply, FastifyRequest } from 'fastify'
import { ApiError } from '../../schemas/base/errors.js'
import {
  AcceptedBatch,
  MAX_BODY_BYTES,
  MAX_SEGMENTS,
  RefusedBatch,
  SegmentBatch,
  checkBatch,
} from '../../schemas/segment/batch.js'
import type { BatchCheck } from '../../schemas/segment/batch.js'
import { memberOf } from '../auth/guard.js'
import { bodyBytes, jsonBody } from '../http/body.js'
import type { ApiDeps } from '../ports/deps.js'
import { rawExamples } from '../document/examples/resources.js'
import type { Operation } from '../document/operation.js'
import type { AddEndpoint } from '../endpoint.js'
import { withIdempotencyKey, IDEMPOTENCY_ERRORS, REPLAYED_HEADER } from '../commands/idempotency.js'
import { preferences } from '../http/prefer.js'
import type { ReservedIds } from '../ports/reads.js'
import { sendJson } from '../http/reply.js'
import { awaitFold, publishMessage } from '../commands/submit-command.js'

/** `Prefer: wait=N` is honoured up to this, seconds. */
const LONGEST_WAIT = 10

const operation: Operation = {
  id: 'submitSegments',
  tag: 'Segments',
  summary: 'Submit raw segments',
  description: `Takes up to ${MAX_SEGMENTS} raw segments of one member. All are checked before the answer: one fault in any of them refuses the whole batch, and every fault is told. The answer 202 comes once the batch is on disk; it is put on the itinerary after that, see the address in Location. A trip_id must not be sent.`,
  parameters: ['prefer', 'idempotency_key'],
  body: { schema: SegmentBatch, example: { segments: [rawExamples['Air'], rawExamples['Hotel']] } },
  responses: {
    202: {
      description: 'The batch is accepted.',
      schema: AcceptedBatch,
      example: [
        { type: 'Air', status: 'Active', _id: 58241077248001 },
        { type: 'Hotel', status: 'Active', _id: 58241077248002 },
      ],
      headers: ['location', 'preference-applied', ...REPLAYED_HEADER],
    },
    400: {
      description:
        'Some segment has a fault (an array with one entry per segment), or the body is no batch (an error).',
      schema: RefusedBatch,
      example: [
        {
          type: 'Air',
          status: 'Active',
          errors: [{ error: 'invalid_source', error_description: 'Invalid source.', field: 'source' }],
        },
        { type: 'Hotel', status: null, errors: [] },
      ],
    },
  },
  errors: IDEMPOTENCY_ERRORS,
}

export function segmentBatchRoutes(add: AddEndpoint, deps: ApiDeps): void {
  const { source, zoneOf } = deps.reference

  /** Publishes and waits as long as the client prefers; the text of the answer. */
  const accept = async (
    request: FastifyRequest,
    reply: FastifyReply,
    verdict: BatchCheck & { is: 'good' },
    ids: ReservedIds,
    wait: number | null,
  ): Promise<string> => {
    const { segments } = verdict
    await publishMessage(deps, request, 'segments', bodyBytes(request), {
      batch: ids.batch,
      first: ids.first,
      count: segments.length,
    })
    if (wait !== null) {
      await awaitFold(deps, memberOf(request).member, ids.batch, Math.min(wait, LONGEST_WAIT) * 1000)
      void reply.header(
        'preference-applied',
        [reply.getHeader('preference-applied'), `wait=${Math.min(wait, LONGEST_WAIT)}`]
          .filter(Boolean)
          .join(', '),
      )
    }
    const first = Number(ids.first)
    return JSON.stringify(segments.map(({ type, status }, at) => ({ type, status, _id: first + at })))
  }

  add({
    method: 'POST',
    url: '/v2/segments',
    access: ['M'],
    bodyLimit: MAX_BODY_BYTES,
    operation,
    handle: async (request, reply) => {
      const { strict, wait } = preferences(request)
      const verdict = checkBatch(jsonBody(request), { source, zoneOf, strict })
      if (verdict.is === 'malformed') throw new ApiError('invalid_request', verdict.description)
      if (strict) void reply.header('preference-applied', 'handling=strict')
      if (verdict.is === 'refused') return await sendJson(reply.code(400), JSON.stringify(verdict.entries))
      const fresh: ReservedIds = { batch: deps.ids.next(), first: deps.ids.block(verdict.segments.length) }
      const { ids, answer } = await withIdempotencyKey(
        deps,
        request,
        reply,
        fresh,
        async (ids) => await accept(request, reply, verdict, ids, wait),
      )
      return await sendJson(reply.code(202).header('location', `/v2/batches/${ids.batch}`), answer)
    },
  })
}
