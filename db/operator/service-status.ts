/** The state of the service as Postgres knows it, for monitoring: one statement. */
import type pg from 'pg'
import { IS_LIVE } from '../pg/live-process.js'
import { QUARANTINED } from './quarantined-events.js'

export interface ServiceStatus {
  partitions: Array<{
    partition: number
    owner: string | null
    status: string
    cursor: number
    lag: number | null
    lagAge: number | null
    /** Status of the last halt, even if it is over, and the seconds since it began; null: it never halted. */
    lastHalt: string | null
    haltAge: number | null
  }>
  workers: number
  /** Live processes on any machine, with the seconds since they started. */
  processes: Array<{ name: string; role: string; version: string; up: number }>
  parkedMembers: number
  parkedMessages: number
  /** Seconds since the longest parked member was parked; null if none is. */
  oldestParked: number | null
  outbox: number
  /** Acknowledged messages that were never folded, about which no operator has decided. */
  lostMessages: number
  /** Seconds since the audit of the stream last moved, or had nothing to do; null before the first fold. */
  auditAge: number | null
  /** Seconds since the oldest background job that has not started became due; null if there is none. */
  jobWaiting: number | null
  /** Events of members without deliveries, among the oldest 10,000 that have not been searched for them. */
  fanOutWaiting: number
  /** Seconds since the oldest of them was created; null if there is none. */
  fanOutAge: number | null
  /**
   * The 20 events that are quarantined longest, with the callback that is suspended there (empty: nobody got the event)
   * and the seconds since.
   */
  quarantined: Array<{ event: string; callback: string; age: number }>
}

const STATUS = `
  select (
      select coalesce(json_agg(json_build_object(
        'partition', partition, 'owner', p.owner, 'status', p.status, 'cursor', cursor, 'lag', lag,
        'lagAge', extract(epoch from clock_timestamp() - lag_at), 'lastHalt', last_halt,
        'haltAge', extract(epoch from clock_timestamp() - last_halt_at)) order by partition), '[]')
      from partition_state p join partition_owner o using (partition)
    ) as partitions,
    (select count(*) from worker where expires_at > clock_timestamp()) as workers,
    (
      select coalesce(json_agg(json_build_object('name', name, 'role', role, 'version', version,
        'up', extract(epoch from clock_timestamp() - started)) order by name), '[]')
      from process where ${IS_LIVE}
    ) as processes,
    (select count(*) from parked_member) as "parkedMembers",
    (select count(*) from parked_message) as "parkedMessages",
    (select extract(epoch from clock_timestamp() - min(parked))::float8 from parked_member) as "oldestParked",
    (select count(*) from unpublished_notice) as outbox,
    (select coalesce(sum(last - first + 1), 0)::int from lost_run where settled is null) as "lostMessages",
    (select extract(epoch from clock_timestamp() - max(audited_at))::float8 from stream_identity) as "auditAge",
    (
      select extract(epoch from clock_timestamp() - min(due))::float8 from background_job
      where ended is null and worker is null and due <= clock_timestamp()
    ) as "jobWaiting",
    waiting.events as "fanOutWaiting", waiting.age as "fanOutAge",
    (
      select coalesce(json_agg(json_build_object('event', event_id, 'callback', coalesce(callback_id::text, ''),
        'age', extract(epoch from clock_timestamp() - quarantined)) order by quarantined), '[]')
      from (select q.* from ${QUARANTINED} order by q.quarantined limit 20) oldest
    ) as quarantined
  from (
    select count(*)::int as events, extract(epoch from clock_timestamp() - min(created))::float8 as age
    from (
      select member_id, sequence, created, client_id from logged_event
      where xid >= (select swept_to from fan_out_sweep) order by xid limit 10000
    ) e
    where client_id is null and member_id is not null and sequence > coalesce((
      select p.sequence from fan_out_progress p where p.member_id = e.member_id), 0)
  ) waiting`

/** Rejects with the errors of the pool. */
export async function serviceStatus(pool: pg.Pool): Promise<ServiceStatus> {
  const {
    rows: [row],
  } = await pool.query<ServiceStatus>(STATUS)
  if (row === undefined) throw new Error('a select without from returned no row')
  return row
}

const STREAM_FAILURE = `
  select status from partition_state where status in ('HALTED_SEQ_REGRESSED', 'HALTED_STREAM_RECREATED')
  order by partition limit 1`

/**
 * Why the ingress must refuse writes: the status of a partition whose stream lost its end or was recreated
 * (workers/DESIGN.md 4.4); null if there is none.
 */
export async function haltedStreamStatus(pool: pg.Pool): Promise<string | null> {
  const {
    rows: [row],
  } = await pool.query<{ status: string }>(STREAM_FAILURE)
  return row?.status ?? null
}
