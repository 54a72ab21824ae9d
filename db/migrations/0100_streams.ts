/** Partitions and their owners, the stream they belong to, id slots, commands of operators (workers/README.md 3.1, 4.4, 5). */
import type { Knex } from 'knex'

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table part (
      p int primary key,
      owner text,
      epoch bigint not null default 0,
      cursor bigint not null default 0,
      stream_gen int not null default 1,
      lag bigint,
      lag_at timestamptz,
      applied bigint not null default 0,
      status text not null default 'ok',
      stuck_epochs int not null default 0,
      suspect_seq bigint
    ) with (fillfactor = 50);

    create table worker (
      id text primary key,
      pid int,
      backend_start timestamptz,
      expires_at timestamptz not null
    ) with (fillfactor = 50);

    create table stream_identity (
      name text primary key,
      created text not null,
      partitions int not null,
      gen int not null default 1
    );

    create table id_slot (
      slot int primary key,
      owner text,
      leased_until timestamptz not null default '-infinity',
      last_used timestamptz not null default '-infinity'
    ) with (fillfactor = 50);
    insert into id_slot (slot) select generate_series(0, 63);

    create table part_command (
      id bigint generated always as identity primary key,
      p int not null,
      member_id bigint,
      command text not null,
      args jsonb not null default '{}',
      asked_by text,
      because text,
      created timestamptz not null default now(),
      done_at timestamptz,
      result text
    );
    create index part_command_open on part_command (p, id) where done_at is null;
  `)
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop table part_command, id_slot, stream_identity, worker, part')
}
