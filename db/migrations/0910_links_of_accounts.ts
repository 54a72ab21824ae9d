/** Links for a change of address are found by their account, like those for a reset. */
import type { Knex } from 'knex'

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create index mail_link_account on mail_link (subject, purpose) where used_at is null and subject is not null;
    comment on column mail_link.subject is
      'Of a link for a reset or a change of address the id of the account; null for other purposes.';`)
}
