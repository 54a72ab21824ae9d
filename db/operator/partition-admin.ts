/** Partitions as operators see them, and the repairs of workers/DESIGN.md 4.4. */
import type pg from 'pg'

export interface PartitionState {
  partition: number
  owner: string | null
  epoch: number
  cursor: number
  lag: number | null
  lagAt: Date | null
  applied: number
  status: string
  parked: number
}

const PARTITIONS = `
  select partition, owner, epoch, cursor, lag, lag_at as "lagAt", applied, status,
    (select count(*) from parked_member m where m.partition = state.partition) as parked
  from partition_state state order by partition`

/** All partitions, in order. */
export async function listPartitions(pool: pg.Pool): Promise<PartitionState[]> {
  return (await pool.query<PartitionState>(PARTITIONS)).rows
}

/** The highest cursor of any partition: the stream must never end before it. */
export async function highestCursor(pool: pg.Pool): Promise<number> {
  const {
    rows: [row],
  } = await pool.query<{ cursor: number | null }>('select max(cursor) as cursor from partition_state')
  return row?.cursor ?? 0
}

const RESUME = `
  with adopted as (
    update stream_identity set stream_id = $2 where name = $1 and stream_id <> $2
  ), resumed as (
    update partition_owner state set status = 'ok'
    from partition_state old
    where old.partition = state.partition and (old.status <> 'ok' or old.cursor < $5)
    returning state.partition, old.cursor as "from", greatest(old.cursor, $5) as upto, old.status
  ), moved as (
    update partition_position position set cursor = upto, cursor_stored = null
    from resumed where position.partition = resumed.partition
  ), logged as (
    insert into operator_command (partition, command, args, requested_by, reason, completed_at, result)
    select partition, 'resume', jsonb_build_object('from', "from", 'to', upto, 'status', status),
      $3, $4, now(), 'resumed'
    from resumed
  )
  select partition from resumed where status <> 'ok'`

/**
 * Resumes halted partitions on the stream as it is now. Every partition continues after `upTo`, since the
 * stream has nothing left before it. Returns the number of partitions that were halted.
 */
export async function resumeHalted(
  pool: pg.Pool,
  stream: { name: string; created: string; upTo: number },
  by: string,
  reason: string,
): Promise<number> {
  const { rows } = await pool.query(RESUME, [stream.name, stream.created, by, reason, stream.upTo])
  return rows.length
}

const SKIP = `
  with halted as (
    select state.partition, position.cursor
    from partition_owner state join partition_position position on position.partition = state.partition
    where state.status = 'HALTED_GAP' order by state.partition for update
  ), skipped as (
    update partition_owner state set status = 'ok'
    from halted where state.partition = halted.partition returning state.partition
  ), moved as (
    update partition_position position set cursor = greatest(position.cursor, $1::bigint - 1),
      cursor_stored = null
    from halted where position.partition = halted.partition
  ), logged as (
    insert into operator_command (partition, command, args, requested_by, reason, completed_at, result)
    select partition, 'skip', jsonb_build_object('from', cursor, 'to', $1::bigint - 1),
      $2, $3, now(), 'skipped'
    from halted
  )
  select partition from skipped`

/**
 * Gives up messages that the stream no longer has: partitions halted by a gap continue at its oldest message.
 * Each is logged with the cursor it left. Returns the number of partitions.
 */
export async function skipGap(pool: pg.Pool, firstSeq: number, by: string, reason: string): Promise<number> {
  return (await pool.query(SKIP, [firstSeq, by, reason])).rows.length
}

/** Number of partitions of the stream; null if it was never folded. */
export async function partitionCount(pool: pg.Pool, stream: string): Promise<number | null> {
  const {
    rows: [row],
  } = await pool.query<{ partitions: number }>('select partitions from stream_identity where name = $1', [
    stream,
  ])
  return row?.partitions ?? null
}

const ADD = `
  with added as (
    insert into partition_owner (partition) select generate_series($1::int, $2::int - 1)
    on conflict (partition) do nothing returning partition
  ), positions as (
    insert into partition_position (partition, cursor) select partition, $3 from added
  )
  update stream_identity set partitions = $2 where name = $4`

/**
 * Creates the partitions `old` to `partitions - 1`, each starting at `from`, once every old one has passed
 * `upTo` (workers/stream/repartition.ts). Returns the number of old partitions that have not: 0 when done,
 * now or before.
 */
export async function addPartitions(
  pool: pg.Pool,
  stream: string,
  step: { old: number; partitions: number; from: number; upTo: number },
): Promise<number> {
  const {
    rows: [row],
  } = await pool.query<{ behind: number }>(
    'select count(*) as behind from partition_state where partition < $1 and cursor < $2',
    [step.old, step.upTo],
  )
  const behind = row?.behind ?? 0
  if (behind > 0) return behind
  await pool.query(ADD, [step.old, step.partitions, step.from, stream])
  return 0
}
