/** Whose suspicion it is: a death counts only if the owner who died had written the suspect down itself. */
import type { Knex } from 'knex'

export async function up(knex: Knex): Promise<void> {
  await knex.raw('alter table part add column suspect_epoch bigint')
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('alter table part drop column suspect_epoch')
}
