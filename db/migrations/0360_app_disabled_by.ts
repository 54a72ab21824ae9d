/**
 * Who switched an application off: what an operator did is not undone by its developer. Of those that are off already the
 * audit log says who it was; where it does not, an operator has to look. Applications whose developer is gone, as parallel
 * forms could leave them, are switched off.
 */
import type { Knex } from 'knex'

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table app add column disabled_by text check (disabled_by in ('developer', 'operator'));
    update app set disabled_by = coalesce((
      select l.actor_kind from audit l
      where l.client_id = app.client_id and l.event = 'app_disabled' and l.actor_kind in ('developer', 'operator') order by l.id desc limit 1), 'operator')
    where disabled_at is not null and deleted_at is null;
    update app set disabled_at = clock_timestamp(), disabled_by = 'operator'
    where disabled_at is null and deleted_at is null and developer_id is not null and not exists (select from developer d where d.id = app.developer_id);
  `)
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('alter table app drop column disabled_by')
}
