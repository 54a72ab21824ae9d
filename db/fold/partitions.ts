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
import type pg from 'pg'
import type { ControlConnection } from '../pg/control-connection.js'
import {
  ACQUIRE,
  CHANNEL,
  CURSORS,
  HEARTBEAT,
  LEAVE,
  POSITION,
  RECORD_LAG,
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

type CursorRow = Pick<AcquiredPartition, 'cursor' | 'cursorStored'>

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
      const acquired = await control.query<Omit<AcquiredPartition, keyof CursorRow>>(ACQUIRE, [
        worker,
        partitions,
      ])
      if (acquired.length === 0) return []
      const rows = await control.query<{ partition: number } & CursorRow>(CURSORS, [
        acquired.map((one) => one.partition),
      ])
      const cursors = new Map(rows.map((row) => [row.partition, row]))
      return acquired
        .map((one) => ({ ...one, ...cursors.get(one.partition)! }))
        .sort((a, b) => a.partition - b.partition)
    },
    release: async (left) => {
      await control.query(RELEASE, [left.map((one) => one.partition), left.map((one) => one.epoch), worker])
    },
    position: async (partition) => await readPosition(pool, partition),
    folded: async (partitions) => await lowestCursor(pool, partitions),
    recordLag: async (rows) => {
      await pool.query(RECORD_LAG, [
        rows.map((row) => row.partition),
        rows.map((row) => row.epoch),
        rows.map((row) => row.lag),
        rows.map((row) => row.foldedTo ?? null),
        rows.map((row) => row.cursor),
      ])
    },
    recordSuspect: async (partition, epoch, seq, crashes) => {
      await pool.query({ ...RECORD_SUSPECT, values: [partition, epoch, seq, crashes] })
    },
    suspectCrashes: async (partition) => {
      const { rows } = await pool.query<{ crashes: number }>({ ...SUSPECT_CRASHES, values: [partition] })
      return rows[0]?.crashes ?? 0
    },
    halt: async (partition, epoch, status) => {
      await pool.query('update partition_owner set status = $3 where partition = $1 and epoch = $2', [
        partition,
        epoch,
        status,
      ])
    },
    onRebalance: (wake) => control.listen(CHANNEL, wake),
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

/** The lowest cursor of all partitions; 0 while fewer than `partitions` exist. */
async function lowestCursor(pool: pg.Pool, partitions: number): Promise<number> {
  const {
    rows: [row],
  } = await pool.query<{ folded: number | null }>(
    'select min(cursor) as folded from partition_state having count(*) >= $1',
    [partitions],
  )
  return row?.folded ?? 0
}
