/** The request log keeps every error of a refused request, not only the first. */
import type { Knex } from 'knex'

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table request_log add errors text;
    comment on column request_log.errors is 'JSON: the errors of the answer with field and hint; null if it had none.'`)
}
