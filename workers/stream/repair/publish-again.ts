/** Publishes messages again that a server of the cluster still has and no partition received. */
import type { NatsConnection } from 'nats'
import type { MemberStore } from '../../../schemas/stream/member-store.js'
import { memberSubject } from '../../../schemas/stream/subjects.js'
import { heldMessages } from '../held-messages.js'
import { publisher } from '../publish.js'

const PAGE_SIZE = 200

/**
 * Publishes those from `first` to `last` whose batches are not folded, in their order, and returns how many, and how many
 * no server has any more. A repeat within two minutes stores nothing twice; later the fold recognises the batch. Throws
 * if the broker does not answer or is full.
 */
export async function publishAgain(
  nc: NatsConnection,
  { first, last }: { first: number; last: number },
  known: MemberStore['appliedBatches'],
): Promise<{ published: number; gone: number }> {
  const publishing = publisher(nc, { deadlineMs: 30_000 })
  const result = { published: 0, gone: 0 }
  try {
    for (let from = first; from <= last; from += PAGE_SIZE) {
      const page = Array.from({ length: Math.min(PAGE_SIZE, last - from + 1) }, (_, i) => from + i)
      const held = await heldMessages(nc, page)
      result.gone += page.length - held.size
      const batches = [...held.values()].flatMap(({ batch }) => batch ?? [])
      const folded = await known(batches)
      for (const seq of page) {
        const { batch = null, bytes } = held.get(seq) ?? {}
        if (batch === null || bytes === undefined || folded.has(batch.batch)) continue
        // The stream may remember the old message id as stored.
        await publishing.publish(bytes, memberSubject(batch.member), `recovered-${seq}`)
        result.published += 1
      }
    }
  } finally {
    publishing.close()
  }
  return result
}
