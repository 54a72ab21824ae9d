/**
 * Partitions and their owners (workers/README.md 3.1). A worker is live while its lease has not run out and the session that
 * renews it is still there: a crash is seen as soon as Postgres sees the connection end, a freeze when the lease runs out.
 * All times are the database's.
 */
import type pg from 'pg'
import type { ControlConnection } from '../pg/control-connection.js'
import { streamIdentity } from './stream-identity.js'

/** What workers/ports.ts asks of a store of partitions. */
export interface PartitionStore {
  heartbeat: () => Promise<void>
  survey: () => Promise<{
    workers: string[]
    parts: Array<{ partition: number; owner: string | null; status: string }>
  }>
  acquire: (partitions: number[]) => Promise<AcquiredPartition[]>
  release: (left: Array<{ partition: number; epoch: number }>) => Promise<void>
  position: (partition: number) => Promise<{ epoch: number; cursor: number }>
  folded: (partitions: number) => Promise<number>
  lag: (rows: Array<{ partition: number; epoch: number; lag: number; foldedTo?: number }>) => Promise<void>
  suspect: (partition: number, epoch: number, seq: number | null, deaths: number) => Promise<void>
  halt: (partition: number, epoch: number, status: string) => Promise<void>
  onRebalance: (wake: () => void) => () => void
  identity: (seen: {
    created: string
    partitions: number
  }) => Promise<{ created: string; partitions: number }>
  leave: () => Promise<void>
}

export interface AcquiredPartition {
  partition: number
  epoch: number
  cursor: number
  stuck: number
  suspect: number | null
  deaths: number
}

export interface PartitionDeps {
  /** Of the worker; never used twice. */
  worker: string
  /** The worker's own session: its end is the worker's end. */
  control: ControlConnection
  pool: pg.Pool
  /** Stream whose cursors these are. */
  stream?: string
  /** Seconds a lease holds. */
  ttl?: number
}

const CHANNEL = 'rebalance'

/** Workers with a lease and a session. Sessions of other roles may not show when they began; their pid must do. */
const LIVE = `
  select w.id from worker w join pg_stat_get_activity(null) a
    on a.pid = w.pid and (a.backend_start is null or a.backend_start = w.backend_start)
  where w.expires_at > clock_timestamp()`

const HEARTBEAT = `
  with gone as (
    delete from worker where expires_at < clock_timestamp() - interval '1 minute' and id <> $1
  ), mine as (
    insert into worker (id, pid, backend_start, expires_at)
    select $1, pid, backend_start, clock_timestamp() + make_interval(secs => $2::float8) from pg_stat_get_activity(pg_backend_pid())
    on conflict (id) do update set pid = excluded.pid, backend_start = excluded.backend_start, expires_at = excluded.expires_at
    returning xmax = 0 as new
  )
  select case when new then pg_notify('${CHANNEL}', $1) end from mine`

const SURVEY = `
  select (select coalesce(json_agg(id order by id), '[]') from (${LIVE}) live) as workers,
    (select coalesce(json_agg(json_build_object('partition', p, 'owner', owner, 'status', status) order by p), '[]') from part) as parts`

/** An owner that is gone without having given the partition back counts as stuck: a message may have killed it. Rows are locked in one order, for whoever locks several. */
const ACQUIRE = `
  with live as materialized (${LIVE}), mine as materialized (
    select p from part where p = any($2::int[]) and (owner is null or owner = $1 or owner not in (select id from live)) and $1 in (select id from live)
    order by p for no key update
  )
  update part set owner = $1, epoch = epoch + 1, cursor_taken = cursor, stuck_epochs = case when cursor_taken >= 0 and owner <> $1 then stuck_epochs + 1 else 0 end,
    suspect_deaths = suspect_deaths + (suspect_seq is not null and suspect_epoch = epoch and cursor_taken >= 0 and owner <> $1)::int
  from mine where part.p = mine.p
  returning part.p as partition, epoch, cursor, stuck_epochs as stuck, suspect_seq as suspect, suspect_deaths as deaths`

const RELEASE = `
  with mine as materialized (
    select part.p from part join unnest($1::int[], $2::bigint[]) as u(p, epoch) on u.p = part.p and u.epoch = part.epoch
    where owner = $3 order by part.p for no key update of part
  ), freed as (update part set owner = null, cursor_taken = -1 from mine where part.p = mine.p returning part.p)
  select pg_notify('${CHANNEL}', $3) from freed limit 1`

/** A partition whose last transaction hangs is not waited for: its owner is gone all the same. */
const LEAVE = `
  with mine as materialized (select p from part where owner = $1 order by p for no key update skip locked),
  freed as (update part set owner = null, cursor_taken = -1 from mine where part.p = mine.p), gone as (delete from worker where id = $1)
  select pg_notify('${CHANNEL}', $1)`

/** A lag that stands still is written every ten seconds, so that a dead report can be told from a quiet one. Nothing to fold: all that is stored by now is folded. */
const LAG = `
  with mine as materialized (
    select part.p, u.lag, u.folded_to from part join unnest($1::int[], $2::bigint[], $3::bigint[], $4::bigint[]) as u(p, epoch, lag, folded_to) on u.p = part.p and u.epoch = part.epoch
    where part.lag is distinct from u.lag or part.lag_at < now() - interval '10 seconds'
    order by part.p for no key update of part
  )
  update part set lag = mine.lag, lag_at = now(),
    folded_to = case when mine.lag = 0 then now() else greatest(part.folded_to, to_timestamp(mine.folded_to::float8 / 1000)) end
  from mine where part.p = mine.p`

/** It has to outlive the worker, not Postgres: no need to wait for the disk. */
const SUSPECT = `
  with quick as (select set_config('synchronous_commit', 'off', true))
  update part set suspect_seq = $3, suspect_epoch = $2, suspect_deaths = $4 from quick where p = $1 and epoch = $2`

/** The partitions as one worker sees them. `acquire` gives nothing to a worker that is not live itself. */
export function partitionStore({
  worker,
  control,
  pool,
  stream = 'SEGMENTS',
  ttl = 3,
}: PartitionDeps): PartitionStore {
  return {
    heartbeat: async () => {
      await control.query(HEARTBEAT, [worker, ttl])
    },
    survey: async () => {
      const [seen] = await control.query<Awaited<ReturnType<PartitionStore['survey']>>>(SURVEY)
      if (seen === undefined) throw new Error('a select without from has one row')
      return seen
    },
    acquire: async (partitions) => {
      const owned = await control.query<AcquiredPartition & { partition: number }>(ACQUIRE, [
        worker,
        partitions,
      ])
      return owned.sort((a, b) => a.partition - b.partition)
    },
    release: async (left) => {
      await control.query(RELEASE, [left.map((one) => one.partition), left.map((one) => one.epoch), worker])
    },
    position: async (partition) => {
      const {
        rows: [at],
      } = await pool.query<{ epoch: number; cursor: number }>({
        name: 'position',
        text: 'select epoch, cursor from part where p = $1',
        values: [partition],
      })
      if (at === undefined) throw new Error(`there is no partition ${partition}`)
      return at
    },
    folded: async (partitions) => {
      const {
        rows: [row],
      } = await pool.query<{ folded: number | null }>(
        'select min(cursor) as folded from part having count(*) >= $1',
        [partitions],
      )
      return row?.folded ?? 0
    },
    lag: async (rows) => {
      await pool.query(LAG, [
        rows.map((row) => row.partition),
        rows.map((row) => row.epoch),
        rows.map((row) => row.lag),
        rows.map((row) => row.foldedTo ?? null),
      ])
    },
    suspect: async (partition, epoch, seq, deaths) => {
      await pool.query({ name: 'suspect', text: SUSPECT, values: [partition, epoch, seq, deaths] })
    },
    halt: async (partition, epoch, status) => {
      await pool.query('update part set status = $3 where p = $1 and epoch = $2', [partition, epoch, status])
    },
    onRebalance: (wake) => control.listen(CHANNEL, wake),
    identity: async (seen) => await streamIdentity(pool, stream, seen),
    leave: async () => {
      await control.query(LEAVE, [worker])
    },
  }
}
