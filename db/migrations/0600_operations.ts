/** Slots of the id generator, idempotency keys of requests and feed lines, and commands of operators. */
import type { Knex } from 'knex'

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table id_slot (
      slot int primary key,
      owner text,
      leased_until timestamptz not null default '-infinity',
      last_used timestamptz not null default '-infinity'
    ) with (fillfactor = 50);
    insert into id_slot (slot) select generate_series(0, 63);

    create table idempotency (
      client_id text not null,
      member_id bigint not null default 0,
      key_hash bytea not null,
      body_hash bytea not null,
      status int,
      answer text,
      created timestamptz not null default now(),
      primary key (client_id, member_id, key_hash)
    ) with (fillfactor = 80);
    comment on column idempotency.status is 'Null while the request runs, 0 when its outcome is unknown.';
    create index idempotency_created on idempotency using brin (created);

    create table operator_command (
      id bigint generated always as identity primary key,
      partition int not null,
      member_id bigint,
      command text not null,
      args jsonb not null default '{}',
      requested_by text,
      reason text,
      created timestamptz not null default now(),
      completed_at timestamptz,
      result text
    );
    create index operator_command_open on operator_command (partition, id) where completed_at is null;
    create index operator_command_member on operator_command (member_id, id) where member_id is not null`)
}
