/**
 * Members and what the fold makes of their messages (workers/README.md 4.5). Documents are text, ready to send, kept in the row
 * itself as long as they fit a page. Columns that change with every fold are in no index, so that updates stay within
 * their page (HOT); hence the room left in each page.
 */
import type { Knex } from 'knex'

const HOT = 'with (fillfactor = 80, toast_tuple_target = 8160)'

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table member (
      id bigint primary key,
      status text not null default 'Active',
      doc text not null,
      head text,
      sequence bigint not null default 0,
      last_seq bigint not null default 0,
      fold_version int not null default 1,
      version int not null default 1,
      created timestamptz not null default now(),
      updated timestamptz not null default now()
    ) ${HOT};

    create table raw_batch (
      member_id bigint not null,
      id bigint not null,
      seq bigint not null,
      p int not null,
      kind text not null,
      client_id text,
      first_id bigint,
      n int not null,
      received timestamptz not null,
      envelope text not null,
      body text not null,
      status text not null,
      results text not null,
      resource text,
      refusal text,
      primary key (member_id, id)
    ) with (toast_tuple_target = 8160);
    create index raw_batch_first on raw_batch (member_id, first_id) where first_id is not null;

    create table segment (
      member_id bigint not null,
      id bigint not null,
      trip_id bigint,
      type text not null,
      status text not null,
      source text,
      confirmation_nos text[] not null,
      start_at timestamptz,
      end_at timestamptz,
      raw_ids bigint[] not null,
      version int not null,
      updated timestamptz not null,
      doc text not null,
      provenance text not null,
      state text not null,
      primary key (member_id, id)
    ) ${HOT};
    create index segment_start on segment (member_id, start_at, id);

    create table trip (
      member_id bigint not null,
      id bigint not null,
      status text not null,
      privacy text not null,
      personal boolean not null,
      business boolean not null,
      begin_at timestamptz,
      end_at timestamptz,
      version int not null,
      updated timestamptz not null,
      doc text not null,
      segments text not null,
      state text not null,
      primary key (member_id, id)
    ) ${HOT};

    create table account (
      member_id bigint not null,
      id bigint not null,
      status text not null,
      source text not null,
      account_id text not null,
      classification text not null,
      version int not null,
      updated timestamptz not null,
      doc text not null,
      state text not null,
      primary key (member_id, id)
    ) ${HOT};
    create index account_number on account (source, account_id) where status <> 'Removed';

    create table parked_member (
      member_id bigint primary key,
      p int not null,
      since_seq bigint not null,
      reason text not null,
      error text not null,
      attempts int not null,
      version text not null,
      parked timestamptz not null default now()
    );
    create index parked_member_p on parked_member (p);

    create table parked_msg (
      member_id bigint not null,
      seq bigint not null,
      subject text not null,
      bytes bytea not null,
      reason text not null,
      parked timestamptz not null default now(),
      primary key (member_id, seq)
    );

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
    create index idempotency_created on idempotency using brin (created);
  `)
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(
    'drop table idempotency, parked_msg, parked_member, account, trip, segment, raw_batch, member',
  )
}
