/** Up to which instant everything stored in a partition is folded, as its owners have reported; null: none has yet. */
import type { Knex } from 'knex'

export async function up(knex: Knex): Promise<void> {
  await knex.raw('alter table part add column folded_to timestamptz')
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('alter table part drop column folded_to')
}
