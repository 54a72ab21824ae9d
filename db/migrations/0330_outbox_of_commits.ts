/** A row of the outbox holds the notices of a commit, whatever members they are of. */
import type { Knex } from 'knex'

export async function up(knex: Knex): Promise<void> {
  await knex.raw('alter table outbox drop column member_id')
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('alter table outbox add column member_id bigint')
}
