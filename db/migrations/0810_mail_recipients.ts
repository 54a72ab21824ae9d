/** Mails about callbacks go to every owner and developer of an application; each gets one once. */
import type { Knex } from 'knex'

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table callback_mail add received_by bigint[] not null default '{}';
    comment on column callback_mail.received_by is
      'Developers who have the mail that is due, so that a repeat for the others is not sent to them.'`)
}
