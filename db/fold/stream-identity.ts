import type pg from 'pg'
import type { StoredIdentity, StreamIdentity } from '../../schemas/stream/partition-store.js'

const STORE_OR_READ = `
  with first as (
    insert into stream_identity (name, stream_id, slices, partitions) values ($1, $2, $3, $4)
    on conflict (name) do nothing returning *
  )
  select stream_id as "streamId", coalesce(slices, partitions) as slices, partitions,
    case when marked_to is not null then json_build_array(marked_from, marked_to) end as marked
  from (
    select * from first union all select * from stream_identity where name = $1 limit 1
  ) stored`

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
  observed: StreamIdentity,
): Promise<StoredIdentity> {
  const {
    rows: [stored],
  } = await pool.query<StoredIdentity>(STORE_OR_READ, [
    name,
    observed.streamId,
    observed.slices,
    observed.partitions,
  ])
  // Another process stored it after this statement's snapshot: read again.
  if (stored === undefined) return await streamIdentity(pool, name, observed)
  await pool.query(CREATE_PARTITIONS, [stored.partitions])
  return stored
}
