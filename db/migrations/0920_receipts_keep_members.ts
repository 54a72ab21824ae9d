/** Receipts of erasures keep the member's id: after a restore it says who has to be erased again. */
import type { Knex } from 'knex'

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    comment on column erasure.member_id is 'Null only if it was done before receipts kept it.';
    comment on column erasure.email is 'Null once it is done.';`)
}
