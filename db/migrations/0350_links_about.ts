/**
 * Whom a mailed link is about: what ends a link by its account or its address finds it by this. Links made before have none;
 * they lapse within a day.
 */
import type { Knex } from 'knex'

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table mail_link add column about text;
    comment on column mail_link.about is 'Reset: id of the account, null when there is none.';
    create index mail_link_reset on mail_link (purpose, about) where used_at is null and purpose in ('member_reset', 'developer_reset');
  `)
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop index mail_link_reset; alter table mail_link drop column about')
}
