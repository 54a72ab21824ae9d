/** The operator's side of partitions: how they stand, and the repairs of workers/README.md 4.4. */
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

/** All partitions, in order. */
export async function listPartitions(pool: pg.Pool): Promise<PartitionState[]> {
  return (
    await pool.query<PartitionState>(
      `select p as partition, owner, epoch, cursor, lag, lag_at as "lagAt", applied, status,
       (select count(*) from parked_member m where m.p = part.p) as parked
     from part order by p`,
    )
  ).rows
}

/** The highest position of any partition: the stream must never end before it. */
export async function highestCursor(pool: pg.Pool): Promise<number> {
  const {
    rows: [row],
  } = await pool.query<{ cursor: number | null }>('select max(cursor) as cursor from part')
  return row?.cursor ?? 0
}

/**
 * Lets halted partitions be worked again, with the stream as it is now: it goes on behind `upTo`, and so does every
 * partition, since nothing is left before that. Answers how many were halted.
 */
export async function resumeHalted(
  pool: pg.Pool,
  stream: { name: string; created: string; upTo: number },
  by: string,
  because: string,
): Promise<number> {
  const { rows } = await pool.query<{ p: number }>(
    `with life as (
       update stream_identity set created = $2, gen = gen + 1 where name = $1 and created <> $2 returning gen
     ), resumed as (
       update part set status = 'ok', cursor = greatest(part.cursor, $5), stream_gen = coalesce((select gen from life), part.stream_gen)
       from part old where old.p = part.p and (old.status <> 'ok' or old.cursor < $5)
       returning part.p, old.cursor as "from", part.cursor as upto, old.status
     ), noted as (
       insert into part_command (p, command, args, asked_by, because, done_at, result)
       select p, 'resume', jsonb_build_object('from', "from", 'to', upto, 'status', status), $3, $4, now(), 'resumed' from resumed
     )
     select p from resumed where status <> 'ok'`,
    [stream.name, stream.created, by, because, stream.upTo],
  )
  return rows.length
}

/**
 * Gives up the messages that the stream no longer has: partitions halted by a gap go on from its oldest message. Each is
 * noted with the position it left. Answers how many there were.
 */
export async function skipGap(pool: pg.Pool, firstSeq: number, by: string, because: string): Promise<number> {
  const { rows } = await pool.query<{ p: number }>(
    `with halted as (
       select p, cursor from part where status = 'HALTED_GAP' order by p for update
     ), skipped as (
       update part set cursor = greatest(part.cursor, $1::bigint - 1), status = 'ok' from halted where part.p = halted.p returning part.p
     ), noted as (
       insert into part_command (p, command, args, asked_by, because, done_at, result)
       select p, 'skip', jsonb_build_object('from', cursor, 'to', $1::bigint - 1), $2, $3, now(), 'skipped' from halted
     )
     select p from skipped`,
    [firstSeq, by, because],
  )
  return rows.length
}

/** How many partitions of the stream there are; null when it was never folded. */
export async function partitionCount(pool: pg.Pool, stream: string): Promise<number | null> {
  const {
    rows: [row],
  } = await pool.query<{ partitions: number }>('select partitions from stream_identity where name = $1', [
    stream,
  ])
  return row?.partitions ?? null
}

/**
 * Makes the partitions `old` to `partitions - 1`, each from `cursor`, once every old one has passed `upTo`
 * (workers/stream/repartition.ts). Answers how many have not: 0 when it is done, also when it was done before.
 */
export async function addPartitions(
  pool: pg.Pool,
  stream: string,
  step: { old: number; partitions: number; from: number; upTo: number },
): Promise<number> {
  const {
    rows: [row],
  } = await pool.query<{ behind: number }>(
    'select count(*) as behind from part where p < $1 and cursor < $2',
    [step.old, step.upTo],
  )
  const behind = row?.behind ?? 0
  if (behind > 0) return behind
  await pool.query(
    `with made as (
       insert into part (p, cursor) select p, $3 from generate_series($1::int, $2::int - 1) p on conflict (p) do nothing
     )
     update stream_identity set partitions = $2 where name = $4`,
    [step.old, step.partitions, step.from, stream],
  )
  return 0
}
