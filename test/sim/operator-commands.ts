/** The repairs of db/operator/partition-admin.ts on the simulated database. */
import { partitionOf } from '../../schemas/stream/subjects.js'
import type { Database, PartitionRow } from './database.js'

export function highestCursor(db: Database): number {
  return Math.max(0, ...db.all().map(({ cursor }) => cursor))
}

export function haltedPartitions(db: Database): PartitionRow[] {
  return db.all().filter(({ status }) => status !== 'ok')
}

export async function resumeHalted(db: Database, stream: { created: string; upTo: number }): Promise<number> {
  return await moveCursors(
    db,
    stream.upTo,
    ({ status, cursor }) => status !== 'ok' || cursor < stream.upTo,
    () => {
      if (db.identity !== null) db.identity.streamId = stream.created
    },
  )
}

export async function skipGap(db: Database, firstSeq: number): Promise<number> {
  return await moveCursors(db, firstSeq - 1, ({ status }) => status === 'HALTED_GAP')
}

async function moveCursors(
  db: Database,
  upTo: number,
  isMoved: (row: PartitionRow) => boolean,
  also = (): void => undefined,
): Promise<number> {
  return await db.transaction([...db.partitions.keys()], () => {
    const moved = db.all().filter(isMoved)
    const answer = moved.filter(({ status }) => status !== 'ok').length
    const change = (): void => {
      also()
      for (const row of moved)
        Object.assign(row, {
          status: 'ok',
          epoch: row.epoch + 1,
          revision: row.revision + 1,
          mismatchSeen: -Infinity,
          cursor: Math.max(row.cursor, upTo),
          cursorStored: null,
        })
    }
    return { answer, change }
  })
}

/** @throws {RangeError} as the real one */
export async function dividePartitions(db: Database, partitions: number): Promise<number> {
  return await db.transaction([...db.partitions.keys()], () => {
    const old = db.identity
    if (old === null) throw new RangeError('no fold worker has ever run here')
    const { slices, partitions: count } = old
    if (partitions <= count || partitions % count !== 0 || partitions > slices)
      throw new RangeError('the number must be a multiple of the current one')
    const change = (): void => {
      for (let one = count; one < partitions; one++) {
        const { owner: _owner, isReleased: _isReleased, epoch: _epoch, ...rest } = db.row(one % count)
        db.addPartition(one, { ...rest, partition: one, revision: 0, applied: 0, published: 0, lag: null })
      }
      for (let one = 0; one < count; one++) db.row(one).epoch += 1
      db.identity = { ...old, partitions }
      for (const row of db.parked.values()) row.partition = partitionOf(row.member, { slices, partitions })
      db.options.onNotify()
    }
    return { answer: count, change }
  })
}
