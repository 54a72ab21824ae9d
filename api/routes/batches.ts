/** The status monitor of accepted batches (contract.md 2). */
import Type from 'typebox'
import { BatchMonitor } from '../../schemas/batch-monitor.js'
import { Fault } from '../../schemas/faults.js'
import { isId } from '../../schemas/ids.js'
import { memberOf } from '../auth/guard.js'
import type { ApiDeps } from '../deps.js'
import { batchExample } from '../document/examples.js'
import type { Add } from '../endpoint.js'
import { monitorText, pendingText } from '../monitor.js'
import { mayBeOnItsWay } from '../pending.js'
import { sendJson } from '../reply.js'

export function batchRoutes(add: Add, deps: ApiDeps): void {
  add({
    method: 'GET',
    url: '/v2/batches/:batch_id',
    params: { batch_id: Type.String() },
    access: ['M'],
    operation: {
      id: 'getBatch',
      tag: 'Batches',
      summary: 'See what became of a batch',
      description:
        'The address in the Location header of an accepted batch: pending, then processed with the segment and trip of every raw segment, or failed with the error for which it was refused.',
      path: { batch_id: { description: 'Id of the batch.', example: batchExample.id } },
      answers: {
        200: { description: 'Where the batch stands.', schema: BatchMonitor, example: batchExample },
      },
      faults: [[404, 'not_found', 'There is no batch with this id.']],
    },
    handle: async (request, reply) => {
      const { batch_id: id } = request.params
      if (!isId(id)) throw new Fault('not_found', 'There is no batch with this id.')
      const { member } = memberOf(request)
      const row = await deps.reads.batches.byId(member, id)
      if (row !== null) return await sendJson(reply, monitorText(row))
      if (!(await mayBeOnItsWay(deps, member, id)))
        throw new Fault('not_found', 'There is no batch with this id.')
      return await sendJson(reply, pendingText(id))
    },
  })
}
