/** What the planner knows of a column are values of it: a function of the owner's takes them again after an erasure. */
import type { Knex } from 'knex'

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create function maintain_samples(of_table text) returns void language plpgsql as
      $$ begin execute format('analyze %I', of_table); end $$`)
}
