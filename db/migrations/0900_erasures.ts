/** Erasures of persons (ops/docs/personal-data.md): what is under way, and the receipt that remains. */
import type { Knex } from 'knex'

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table erasure (
      id bigint generated always as identity primary key,
      member_id bigint unique,
      email text,
      requested_by text not null,
      requested_at timestamptz not null default clock_timestamp(),
      erased_at timestamptz,
      done_at timestamptz,
      counts jsonb not null default '{}'
    );
    comment on column erasure.member_id is 'Null, like the address, once it is done: what remains names nobody.';
    comment on column erasure.erased_at is 'First pass; a second one follows for what was under way meanwhile.';
    create index erasure_open on erasure (id) where done_at is null;
    alter type event_type add value if not exists 'member.deleted' after 'member.deauthorized';`)
}
