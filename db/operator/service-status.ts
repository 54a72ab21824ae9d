/** The service as Postgres has it, for whoever watches it: one statement. */
import type pg from 'pg'

export interface ServiceStatus {
  partitions: Array<{
    partition: number
    owner: string | null
    status: string
    cursor: number
    lag: number | null
    lagAge: number | null
  }>
  workers: number
  parkedMembers: number
  parkedMessages: number
  /** Seconds since the member parked longest is; null when none is. */
  oldestParked: number | null
  outbox: number
}

const VIEW = `
  select (select coalesce(json_agg(json_build_object('partition', p, 'owner', owner, 'status', status, 'cursor', cursor, 'lag', lag,
      'lagAge', extract(epoch from clock_timestamp() - lag_at)) order by p), '[]') from part) as partitions,
    (select count(*) from worker where expires_at > clock_timestamp()) as workers,
    (select count(*) from parked_member) as "parkedMembers",
    (select count(*) from parked_msg) as "parkedMessages",
    (select extract(epoch from clock_timestamp() - min(parked))::float8 from parked_member) as "oldestParked",
    (select count(*) from outbox) as outbox`

/** Throws what the pool throws. */
export async function serviceStatus(pool: pg.Pool): Promise<ServiceStatus> {
  const {
    rows: [seen],
  } = await pool.query<ServiceStatus>(VIEW)
  if (seen === undefined) throw new Error('a select without from has one row')
  return seen
}

/** Why the door must refuse: partitions whose stream has lost its end or is another one (workers/README.md 4.4); null when there are none. */
export async function haltedStreamStatus(pool: pg.Pool): Promise<string | null> {
  const {
    rows: [row],
  } = await pool.query<{ status: string }>(
    "select status from part where status in ('HALTED_SEQ_REGRESSED', 'HALTED_STREAM_RECREATED') order by p limit 1",
  )
  return row?.status ?? null
}
