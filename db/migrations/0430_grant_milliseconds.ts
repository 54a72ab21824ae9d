/** A grant's stamp is a whole millisecond, as those of events are: what comes within the same one belongs to it. */
import type { Knex } from 'knex'

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table oauth_grant alter column created_at set default date_trunc('milliseconds', clock_timestamp());
    update oauth_grant set created_at = date_trunc('milliseconds', created_at) where created_at <> date_trunc('milliseconds', created_at) and revoked_at is null`)
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('alter table oauth_grant alter column created_at set default clock_timestamp()')
}
