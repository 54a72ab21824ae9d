/** Reads all of `raw_batch` once, beside readers and writers, so that 0892 needs not read it under its lock. */
import type { Knex } from 'knex'

export async function up(knex: Knex): Promise<void> {
  await knex.raw('alter table raw_batch validate constraint raw_batch_bound')
}
