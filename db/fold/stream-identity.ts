import type pg from 'pg'

const STORE_OR_READ = `
  with first as (
    insert into stream_identity (name, stream_id, partitions) values ($1, $2, $3)
    on conflict (name) do nothing returning stream_id, partitions
  )
  select stream_id as "streamId", partitions from first
  union all select stream_id, partitions from stream_identity where name = $1 limit 1`

const CREATE_PARTITIONS = `
  with added as (
    insert into partition_owner (partition) select generate_series(0, $1::int - 1)
    on conflict (partition) do nothing returning partition
  )
  insert into partition_position (partition) select partition from added`

/**
 * The identity of the stream that the cursors refer to: stored as first observed, then returned as stored
 * whatever is observed (workers/DESIGN.md 4.4: a stream that was recreated must not pass for the old one).
 * Creates the rows of its partitions.
 */
export async function streamIdentity(
  pool: pg.Pool,
  name: string,
  observed: { streamId: string; partitions: number },
): Promise<{ streamId: string; partitions: number }> {
  const {
    rows: [stored],
  } = await pool.query<{ streamId: string; partitions: number }>(STORE_OR_READ, [
    name,
    observed.streamId,
    observed.partitions,
  ])
  // Another process stored it after this statement's snapshot: read again.
  if (stored === undefined) return await streamIdentity(pool, name, observed)
  await pool.query(CREATE_PARTITIONS, [stored.partitions])
  return stored
}
