/** Rows of partitions, as the start of a fold worker makes them. */
import type pg from 'pg'

/** Adds partitions 0 to `count - 1` under epoch 1 at the cursor. */
export async function addPartitions(pool: pg.Pool, count: number, cursor = 0): Promise<void> {
  await pool.query(
    `with added as (
      insert into partition_owner (partition, epoch) select generate_series(0, $1::int - 1), 1
      returning partition
    )
    insert into partition_position (partition, cursor, revision) select partition, $2, $2 from added`,
    [count, cursor],
  )
}
