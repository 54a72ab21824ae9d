/** Servers of NATS that come back with older stores, as after a restore of their disks. */
import type { Test } from 'tap'
import type { FoldStack } from '../support/fold/fold-stack.js'
import { startWorker } from '../support/fold/fold-worker.js'
import { keepStores } from '../support/kept-store.js'
import type { FoldUnderLoad } from './fold-under-load.js'

export interface FallBackOptions {
  /** Members whose cursors are beyond the end of the stream afterwards, and by how many messages of each. */
  beyond: string[]
  count: number
  /** Data directories of the servers. */
  dirs: string[]
  stop: () => Promise<void>
  start: () => Promise<void>
}

/**
 * Folds a message of each member, then `count` more of those in `beyond`, and brings back the stores as they
 * were before those. No worker runs afterwards.
 */
export async function fallBack(
  t: Test,
  stack: FoldStack,
  at: FoldUnderLoad,
  { beyond, count, dirs, stop, start }: FallBackOptions,
): Promise<void> {
  const worker = await startWorker(t, stack, {
    name: 'first',
    // The cursors of the other members must stay where they are.
    settings: { idleAdvanceMs: 3_600_000 },
  })
  await at.send(at.members, 1)
  t.equal(await at.drained(), null)
  await stop()
  const putBack = keepStores(t, ...dirs)
  await start()
  await at.send(beyond, count)
  t.equal(await at.drained(), null)
  await worker.stop()
  await stop()
  putBack()
  await start()
}
