/** Partitions as operators see them, and the repairs of workers/DESIGN.md 4.4. */
import type pg from 'pg'
import { partitionOf, type Division } from '../../schemas/stream/subjects.js'
import { CHANNEL } from '../fold/partition-statements.js'
import { transaction } from '../pg/transaction.js'

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

/** Until the transaction ends no owner commits: a commit locks its owner's row first. */
const LOCK_OWNERS = 'select partition from partition_owner order by partition for no key update'

/**
 * SQL: partitions that an operator moves to another cursor and lets go on, each logged with the cursor that it left.
 * Under another epoch, or their owners would take the revision for that of a commit of their own.
 */
function moveCursors(which: string, command: 'resume' | 'skip'): string {
  return `
  with old as materialized (
    select o.partition, o.status, p.cursor, greatest(p.cursor, $1::bigint) as upto
    from partition_owner o join partition_position p using (partition) where ${which}
  ), fenced as (
    update partition_owner state set status = 'ok', epoch = epoch + 1, mismatch_seen = null
    from old where state.partition = old.partition
  ), moved as (
    update partition_position position set cursor = upto, cursor_stored = null, revision = position.revision + 1
    from old where position.partition = old.partition
  ), logged as (
    insert into operator_command (partition, command, args, requested_by, reason, completed_at, result)
    select partition, '${command}', jsonb_build_object('from', cursor, 'to', upto, 'status', status),
      $2, $3, now(), 'done' from old
  )
  select count(*) filter (where status <> 'ok')::int as resumed from old`
}

const ADOPT = 'update stream_identity set stream_id = $2 where name = $1'
const RESUME = moveCursors("o.status <> 'ok' or p.cursor < $1", 'resume')
const SKIP = moveCursors("o.status = 'HALTED_GAP'", 'skip')

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
  return await transaction(pool, async (client) => {
    await client.query(LOCK_OWNERS)
    await client.query(ADOPT, [stream.name, stream.created])
    const { rows } = await client.query<{ resumed: number }>(RESUME, [stream.upTo, by, reason])
    return rows[0]?.resumed ?? 0
  })
}

/**
 * Gives up messages that the stream no longer has: partitions halted by a gap continue at its oldest message.
 * Returns the number of partitions.
 */
export async function skipGap(pool: pg.Pool, firstSeq: number, by: string, reason: string): Promise<number> {
  return await transaction(pool, async (client) => {
    await client.query(LOCK_OWNERS)
    const { rows } = await client.query<{ resumed: number }>(SKIP, [firstSeq - 1, by, reason])
    return rows[0]?.resumed ?? 0
  })
}

/** How members are divided among the partitions of the stream; null if it was never folded. */
export async function divisionOf(pool: pg.Pool | pg.PoolClient, stream: string): Promise<Division | null> {
  const { rows } = await pool.query<Division>(
    'select coalesce(slices, partitions) as slices, partitions from stream_identity where name = $1',
    [stream],
  )
  return rows[0] ?? null
}

/** What a new partition takes over from the one that its members belonged to: everything but its owner. */
const COPY_OWNERS = `
  insert into partition_owner (partition, status, abandoned_epochs, suspect_seq, suspect_epoch, suspect_crashes,
    suspect_owners, mismatch_since, mismatch_seen)
  select n, status, abandoned_epochs, suspect_seq, suspect_epoch, suspect_crashes, suspect_owners,
    mismatch_since, mismatch_seen
  from generate_series($1::int, $2::int - 1) n join partition_owner old on old.partition = n % $1`
const COPY_POSITIONS = `
  insert into partition_position (partition, cursor, cursor_stored)
  select n, cursor, cursor_stored
  from generate_series($1::int, $2::int - 1) n join partition_position old on old.partition = n % $1`
const FENCE_OWNERS = 'update partition_owner set epoch = epoch + 1 where partition < $1'
const DIVIDE = 'update stream_identity set partitions = $2 where name = $1'
const MOVE_PARKED = `
  with moved as (
    update parked_member m set partition = u.partition
    from unnest($1::bigint[], $2::int[]) as u(member, partition) where m.member_id = u.member
  )
  update operator_command c set partition = u.partition
  from unnest($1::bigint[], $2::int[]) as u(member, partition)
  where c.member_id = u.member and c.completed_at is null`

/**
 * Raises the number of partitions to a multiple of the present one. Every partition keeps some of its slices and leaves
 * the others to new partitions, which continue at its cursor (workers/DESIGN.md 4.4). One transaction under a new epoch
 * of every partition: what their owners have in hand is not saved, and read again by the next owner. Returns how
 * many there were.
 * @throws {RangeError} if the stream was never folded, or the number does not fit the present one
 */
export async function dividePartitions(pool: pg.Pool, stream: string, partitions: number): Promise<number> {
  return await transaction(pool, async (client) => {
    await client.query(LOCK_OWNERS)
    const old = await divisionOf(client, stream)
    if (old === null) throw new RangeError('no fold worker has ever run here')
    if (partitions <= old.partitions || partitions % old.partitions !== 0 || partitions > old.slices)
      throw new RangeError(
        `the number must be a multiple of the current ${old.partitions} partitions, larger, and at most ${old.slices}`,
      )
    const range = [old.partitions, partitions]
    await client.query(COPY_OWNERS, range)
    await client.query(COPY_POSITIONS, range)
    await client.query(FENCE_OWNERS, [old.partitions])
    await client.query(DIVIDE, [stream, partitions])
    const { rows } = await client.query<{ id: string }>('select member_id::text as id from parked_member')
    const members = rows.map(({ id }) => id)
    const division = { slices: old.slices, partitions }
    await client.query(MOVE_PARKED, [members, members.map((member) => partitionOf(member, division))])
    await client.query("select pg_notify($1, 'divided')", [CHANNEL])
    return old.partitions
  })
}
