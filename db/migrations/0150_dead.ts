/** What the owners of partitions remember about deaths and dead letters (workers/README.md 5). */
import type { Knex } from 'knex'

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table part add column cursor_taken bigint not null default -1;
    alter table part add column suspect_deaths int not null default 0;
    comment on column part.cursor_taken is 'the cursor when the last owner took the partition; -1: it has given it back in order';
    alter table parked_member add column noticed boolean not null default false;
    create index part_command_member on part_command (member_id, id) where member_id is not null;
  `)
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    drop index part_command_member;
    alter table parked_member drop column noticed;
    alter table part drop column suspect_deaths;
    alter table part drop column cursor_taken;
  `)
}
