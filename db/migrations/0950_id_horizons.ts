/** The last tick that ids of a slot may hold stays with the slot. */
import type { Knex } from 'knex'

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table id_slot add column horizon bigint not null default -1;
    comment on column id_slot.horizon is 'The last tick (schemas/base/ids.ts) that its lessees so far may use.'`)
}
