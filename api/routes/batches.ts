/** The status of accepted batches (contract.md 2). */
import Type from 'typebox'
import { ApiError } from '../../schemas/base/errors.js'
import { isId } from '../../schemas/base/ids.js'
import type { Scope } from '../../schemas/oauth/scope.js'
import { BatchStatus } from '../../schemas/itinerary/batch-status.js'
import { memberOf } from '../auth/guard.js'
import { batchStatusText, lostBatchText, pendingBatchText } from '../commands/batch-status.js'
import { mayBeInFlight } from '../commands/in-flight-ids.js'
import { batchExample } from '../document/examples/resources.js'
import type { AddEndpoint } from '../endpoint.js'
import { sendJson } from '../http/reply.js'
import type { ApiDeps } from '../ports/deps.js'

/** Of a batch only ids are read: whatever scope allowed the write is enough to see what became of it. */
const BATCH_SCOPES: readonly Scope[] = ['trips:write', 'trips:read', 'profile:write', 'accounts']

const notFound = (): ApiError => new ApiError('not_found', 'There is no batch with this id.')

export function batchRoutes(add: AddEndpoint, deps: ApiDeps): void {
  add({
    method: 'GET',
    url: '/v2/batches/:batch_id',
    params: { batch_id: Type.String() },
    access: ['M'],
    scopes: BATCH_SCOPES,
    operation: {
      id: 'getBatch',
      tag: 'Batches',
      summary: 'Read the status of a batch',
      description:
        'The URL in the Location header of an accepted batch. The batch is pending at first; then ' +
        'processed, with the segment and trip of every raw segment, or failed, with the error for which ' +
        'it was rejected.',
      path: { batch_id: { description: 'Id of the batch.', example: batchExample.id } },
      responses: {
        200: { description: 'The status of the batch.', schema: BatchStatus, example: batchExample },
      },
      errors: [[404, 'not_found', 'There is no batch with this id.']],
    },
    handle: async (request, reply) => {
      const { batch_id: id } = request.params
      if (!isId(id)) throw notFound()
      const { member } = memberOf(request)
      const row = await deps.reads.batches.byId(member, id)
      if (row !== null) return await sendJson(reply, batchStatusText(row))
      if (await mayBeInFlight(deps, member, id)) return await sendJson(reply, pendingBatchText(id))
      if (await deps.reads.batches.wasLost(id)) return await sendJson(reply, lostBatchText(id))
      throw notFound()
    },
  })
}
