/** The operator: repairs what is halted after a while, and divides the stream into more partitions. */
import { raiseSequence } from '../../workers/stream/repair/raise-sequence.js'
import type { Fleet } from './fleet.js'
import {
  dividePartitions,
  haltedPartitions,
  highestCursor,
  resumeHalted,
  skipGap,
} from './operator-commands.js'

const LOOK_MS = 2_000

/** Looks after the installation until the run ends. */
export function startOperator(fleet: Fleet): void {
  const { time, db, broker } = fleet
  const node = fleet.newNode('operator')
  const heal = async (): Promise<void> => {
    const statuses = await node.pool.call(() => haltedPartitions(db).map(({ status }) => status))
    if (statuses.length === 0) return
    await time.sleep(time.between(0, 8_000))
    if (statuses.every((status) => status === 'HALTED_GAP')) {
      const state = await broker.segmentsStream(node.broker).state()
      if (state !== null) await node.pool.call(async () => await skipGap(db, state.firstSeq))
      return
    }
    const state = await broker.segmentsStream(node.broker).state()
    const cursor = await node.pool.call(() => highestCursor(db))
    const repaired = await raiseSequence(broker.repairableStream(node.broker), cursor, node.store.saved)
    time.note('healed', repaired)
    const { streamId } = state!
    await node.pool.call(
      async () => await resumeHalted(db, { created: streamId, upTo: repaired.nextSeq - 1 }),
    )
  }
  const look = async (): Promise<void> => {
    for (;;) {
      await heal().catch((error: unknown) => {
        time.note('operator failed; will retry', { error })
      })
      await time.sleep(LOOK_MS)
    }
  }
  time.within(node.process, () => void look())
}

/** `cli partitions`: twice as many. */
export function divide(fleet: Fleet): void {
  const { db, time } = fleet
  const { identity } = db
  if (identity === null || 2 * identity.partitions > identity.slices) return
  dividePartitions(db, 2 * identity.partitions).catch((error: unknown) => {
    time.note('not divided', { error })
  })
}
