/** The status of accepted batches (contract.md 2). */
import { BatchStatus } from '../../schemas/itinerary/batch-status.js'
import { batchStatusText, lostBatchText, pendingBatchText } from '../commands/batch-status.js'
import { mayBeInFlight } from '../commands/in-flight-ids.js'
import { batchExample } from '../document/examples/resources.js'
import { member } from '../operation/access.js'
import { ok, ready } from '../operation/answer.js'
import { operation } from '../operation/declaration.js'
import { idParameter } from '../operation/path-parameter.js'
import { problem } from '../operation/problem.js'
import type { ApiDeps } from '../ports/deps.js'

const NO_BATCH = problem(404, 'not_found', 'There is no batch with this id.')

export const getBatch = operation(
  {
    route: 'GET /v2/batches/{batch_id}',
    id: 'getBatch',
    tag: 'Batches',
    // Of a batch only ids are read: whatever scope allowed the write is enough to see what became of it.
    access: member('trips:write', 'trips:read', 'profile:write', 'accounts'),
    summary: 'Read the status of a batch',
    description:
      'The URL in the Location header of an accepted batch. The batch is pending at first; then ' +
      'processed, with the segment and trip of every raw segment, or failed, with the error for which ' +
      'it was rejected.',
    params: { batch_id: idParameter('Id of the batch.', batchExample.id, NO_BATCH) },
    responses: {
      200: { description: 'The status of the batch.', schema: BatchStatus, example: batchExample },
    },
    problems: [NO_BATCH],
  },
  async ({ params, caller: { member } }, deps: ApiDeps) => {
    const { batch_id: id } = params
    const row = await deps.reads.batches.byId(member, id)
    if (row !== null) return ok(ready(batchStatusText(row)))
    if (await mayBeInFlight(deps, member, id)) return ok(ready(pendingBatchText(id)))
    const published = await deps.documents.batchPublished(member, id)
    if (published === 'waits' || (published !== null && (await mayBeInFlight(deps, member, id, published))))
      return ok(ready(pendingBatchText(id)))
    return (await deps.reads.batches.wasLost(id)) ? ok(ready(lostBatchText(id))) : NO_BATCH
  },
)
