import type pg from 'pg'

/**
 * The life of the stream that the cursors belong to: stored as seen the first time, and from then on as stored, whatever is
 * seen (workers/README.md 4.4: a stream made anew must not be taken for the old one). Makes the rows of its partitions.
 */
export async function streamIdentity(
  pool: pg.Pool,
  name: string,
  seen: { created: string; partitions: number },
): Promise<{ created: string; partitions: number }> {
  const {
    rows: [known],
  } = await pool.query<{ created: string; partitions: number }>(
    `
    with first as (
      insert into stream_identity (name, created, partitions) values ($1, $2, $3) on conflict (name) do nothing returning created, partitions
    )
    select created, partitions from first union all select created, partitions from stream_identity where name = $1 limit 1`,
    [name, seen.created, seen.partitions],
  )
  // Another process stored it between our look and our try: look again.
  if (known === undefined) return await streamIdentity(pool, name, seen)
  await pool.query('insert into part (p) select generate_series(0, $1::int - 1) on conflict (p) do nothing', [
    known.partitions,
  ])
  return known
}
