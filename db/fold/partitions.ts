/**
 * Partitions and their owners (workers/DESIGN.md 3.1). A worker is live while its lease holds and the session
 * that renews it exists: a crash shows as soon as Postgres sees the connection end, a freeze when the lease
 * ends. All times are those of the database.
 */
import { LEASE_SECONDS } from '../../schemas/stream/partition-store.js'
import type {
  AcquiredPartition,
  PartitionStore,
  SavedPosition,
} from '../../schemas/stream/partition-store.js'
import type { Division } from '../../schemas/stream/subjects.js'
import type pg from 'pg'
import type { ControlConnection } from '../pg/control-connection.js'
import {
  ACQUIRE,
  CHANNEL,
  CURSORS,
  HEARTBEAT,
  LEAVE,
  POSITION,
  HALT,
  POSITIONS,
  RECORD_LAG,
  RECORD_MISMATCH,
  RECORD_SUSPECT,
  RELEASE,
  SURVEY,
  SUSPECT_CRASHES,
} from './partition-statements.js'
import { streamIdentity } from './stream-identity.js'

export interface PartitionDeps {
  /** Name of the worker; never reused. */
  worker: string
  /** The worker's own session: when it ends, the worker counts as gone. */
  control: ControlConnection
  pool: pg.Pool
  /** Stream that the cursors refer to. */
  stream?: string
  /** Duration of a lease in seconds. */
  ttl?: number
}

type Positions = Awaited<ReturnType<PartitionStore['positions']>>
type CursorRow = Pick<AcquiredPartition, 'partition' | 'revision' | 'cursor' | 'cursorStored'> & Division

/** The partitions as one worker uses them. `acquire` returns nothing for a worker that is not live. */
export function partitionStore({
  worker,
  control,
  pool,
  stream = 'SEGMENTS',
  ttl = LEASE_SECONDS,
}: PartitionDeps): PartitionStore {
  return {
    heartbeat: async () => {
      await control.query(HEARTBEAT, [worker, ttl])
    },
    survey: async () => {
      const [row] = await control.query<Awaited<ReturnType<PartitionStore['survey']>>>(SURVEY)
      if (row === undefined) throw new Error('a select without from returned no row')
      return row
    },
    acquire: async (partitions) => {
      type Acquired = Omit<AcquiredPartition, Exclude<keyof CursorRow, 'partition'> | 'division'>
      const acquired = await control.query<Acquired>(ACQUIRE, [worker, partitions])
      if (acquired.length === 0) return []
      const rows = await control.query<CursorRow>(CURSORS, [acquired.map((one) => one.partition), stream])
      const byPartition = new Map(acquired.map((one) => [one.partition, one]))
      return rows
        .map(({ slices, partitions, ...row }) => ({
          ...byPartition.get(row.partition)!,
          ...row,
          division: { slices, partitions },
        }))
        .sort((a, b) => a.partition - b.partition)
    },
    release: async (left) => {
      await control.query(RELEASE, [left.map((one) => one.partition), left.map((one) => one.epoch), worker])
    },
    position: async (partition) => await readPosition(pool, partition),
    positions: async () => (await pool.query<Positions[number]>(POSITIONS)).rows,
    recordLag: async (rows) => {
      await pool.query(RECORD_LAG, [
        rows.map((row) => row.partition),
        rows.map((row) => row.epoch),
        rows.map((row) => row.lag),
        rows.map((row) => row.foldedTo ?? null),
        rows.map((row) => row.revision),
      ])
    },
    recordSuspect: async (partition, epoch, seq, crashes) => {
      await pool.query({ ...RECORD_SUSPECT, values: [partition, epoch, seq, crashes] })
    },
    suspectCrashes: async (partition) => {
      const { rows } = await pool.query<{ crashes: number }>({ ...SUSPECT_CRASHES, values: [partition] })
      return rows[0]?.crashes ?? 0
    },
    recordMismatch: async (seen) => {
      const { rows } = await pool.query<{ partition: number; lastedMs: number }>(RECORD_MISMATCH, [
        seen.map((one) => one.partition),
        seen.map((one) => one.epoch),
      ])
      return new Map(rows.map((row) => [row.partition, row.lastedMs]))
    },
    halt: async (partition, epoch, status) =>
      (await pool.query(HALT, [partition, epoch, status])).rowCount === 1,
    onRebalance: (wake) => control.listen(CHANNEL, wake),
    recordMarks: async (first, last) => {
      await pool.query('update stream_identity set marked_from = $2, marked_to = $3 where name = $1', [
        stream,
        first,
        last,
      ])
    },
    identify: async (seen) => await streamIdentity(pool, stream, seen),
    leave: async () => {
      await control.query(LEAVE, [worker])
    },
  }
}

async function readPosition(pool: pg.Pool, partition: number): Promise<SavedPosition> {
  const {
    rows: [position],
  } = await pool.query<SavedPosition>({
    ...POSITION,
    values: [partition],
  })
  if (position === undefined) throw new Error(`partition ${partition} does not exist`)
  return position
}
