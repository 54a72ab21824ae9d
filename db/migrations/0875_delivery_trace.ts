/**
 * The trace that a delivery belongs to, so that an attempt hours later still joins it. Null while tracing is off: it then
 * takes no space. A nullable column without a default rewrites nothing, and processes of the version before ignore it.
 */
import type { Knex } from 'knex'

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table delivery add column trace bytea;
    comment on column delivery.trace is
      'Trace id and span id of what created it, 16 and 8 bytes; null: it was not traced.';`)
}
