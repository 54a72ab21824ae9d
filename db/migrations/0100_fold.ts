/**
 * Partitions and their owners, members and what the fold makes of their messages and the event log
 * (workers/DESIGN.md 3 and 4). Documents are text, ready to send, kept in the row itself as long as
 * they fit a page and stored uncompressed where they are read far more often than written: a read fetches
 * them without decompression (the embedded Postgres has no lz4). Columns that change with every fold are in
 * no index, so that updates stay within their page (HOT); the fill factor leaves room for them.
 */
import type { Knex } from 'knex'

const HOT = 'with (fillfactor = 80, toast_tuple_target = 8160)'

/**
 * Two segment rows fill a page; with a fifth kept free only one would fit, and its update would still not.
 */
const SEGMENT_STORAGE = 'with (fillfactor = 100, toast_tuple_target = 8160)'

const UNCOMPRESSED = [
  ['member', 'doc'],
  ['segment', 'doc'],
  ['trip', 'doc'],
  ['trip', 'segments'],
  ['account', 'doc'],
]

export async function up(knex: Knex): Promise<void> {
  await knex.raw(PARTITIONS)
  await knex.raw(MEMBERS)
  await knex.raw(PARKED_MEMBERS)
  await knex.raw(EVENTS)
  for (const [table, column] of UNCOMPRESSED)
    await knex.raw(`alter table ${table} alter ${column} set storage external`)
}

const PARTITIONS = `
  create table partition_owner (
    partition int primary key,
    owner text,
    epoch bigint not null default 0,
    is_released boolean not null default true,
    status text not null default 'ok',
    abandoned_epochs int not null default 0,
    suspect_seq bigint,
    suspect_epoch bigint,
    suspect_crashes int not null default 0,
    suspect_owners text[] not null default '{}'
  ) with (fillfactor = 50);
  comment on column partition_owner.is_released is
    'False from an acquire until that owner releases the partition: it stays false when the owner crashes.';
  comment on column partition_owner.suspect_epoch is
    'The epoch whose owner recorded suspect_seq: only the crash of that owner counts against the message.';
  comment on column partition_owner.suspect_owners is
    'The owners counted in suspect_crashes: one that renews its lease later had lost its session only.';

  -- What every commit changes. The cursor is part of the only key and rises, so that the current version of a
  -- row is found at once, past any number of older ones that a snapshot keeps alive.
  create table partition_position (
    partition int not null,
    cursor bigint not null default 0,
    cursor_stored timestamptz,
    applied bigint not null default 0,
    published bigint not null default 0,
    lag bigint,
    lag_at timestamptz,
    folded_to timestamptz
  ) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 1000);
  create unique index partition_position_key on partition_position (partition, cursor);
  comment on column partition_position.cursor_stored is
    'When the stream stored the message at the cursor; null if that is not known or nothing is stored there.';
  comment on column partition_position.published is
    'Id of the last row of the outbox that the EVENTS stream has.';
  comment on column partition_position.folded_to is
    'Everything stored before this instant is folded, as the owner last reported; null until then.';

  create view partition_state as
    select o.partition, o.owner, o.epoch, p.cursor, p.cursor_stored, o.is_released, p.lag, p.lag_at, p.folded_to,
      p.applied, p.published, o.status, o.abandoned_epochs, o.suspect_seq, o.suspect_epoch,
      o.suspect_crashes
    from partition_owner o cross join lateral (
      select * from partition_position where partition = o.partition order by cursor desc limit 1
    ) p;

  create table worker (
    id text primary key,
    pid int,
    backend_start timestamptz,
    expires_at timestamptz not null
  ) with (fillfactor = 50);

  create table stream_identity (
    name text primary key,
    stream_id text not null,
    partitions int not null
  );`

const MEMBERS = `
  create table member (
    id bigint primary key,
    status text not null default 'Active',
    doc text not null,
    head text,
    sequence bigint not null default 0,
    last_seq bigint not null default 0,
    version int not null default 1,
    created timestamptz not null default now(),
    updated timestamptz not null default now()
  ) ${HOT};

  create table raw_batch (
    member_id bigint not null,
    id bigint not null,
    seq bigint not null,
    partition int not null,
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
  ) ${SEGMENT_STORAGE};
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
    segments text,
    state text not null,
    primary key (member_id, id)
  ) ${HOT};

  -- For housekeeping, in order of creation. An index by time of change would serve it better, but every fold
  -- changes that column, and its updates could no longer stay within their page.
  create index segment_gone on segment (id) where status in ('Deleted', 'Merged');
  create index trip_gone on trip (id) where status in ('Deleted', 'Merged');

  create table account (
    member_id bigint not null,
    id bigint not null,
    status text not null,
    source text not null,
    account_id text not null,
    classification text not null,
    holder text[] not null default '{}',
    ownership text not null default 'Unconfirmed',
    conflict boolean not null default false,
    version int not null,
    updated timestamptz not null,
    doc text not null,
    state text not null,
    primary key (member_id, id)
  ) ${HOT};
  comment on column account.holder is
    'Keys of the member''s name: lines of a feed whose traveller has one of them agree with it.';
  comment on column account.conflict is 'The member was notified that another member has the number too.';`

const PARKED_MEMBERS = `
  create table parked_member (
    member_id bigint primary key,
    partition int not null,
    since_seq bigint not null,
    reason text not null,
    error text not null,
    attempts int not null,
    version text not null,
    parked timestamptz not null default now(),
    announced boolean not null default false
  );
  comment on column parked_member.announced is 'The dead-letter stream has a message about it.';
  create index parked_member_partition on parked_member (partition);

  create table parked_message (
    member_id bigint not null,
    seq bigint not null,
    subject text not null,
    bytes bytea not null,
    reason text not null,
    parked timestamptz not null default now(),
    primary key (member_id, seq)
  );`

const EVENTS = `
  create table event (
    id uuid not null,
    member_id bigint,
    sequence bigint not null,
    type text not null,
    resource_id text,
    created timestamptz not null,
    xid xid8 not null default pg_current_xact_id(),
    body text not null,
    client_id text,
    primary key (id, created)
  ) partition by range (created);
  comment on column event.client_id is
    'The one application that the event is for; null for events of a member.';
  create index event_member on event (member_id, sequence);
  create index event_xid on event (xid, sequence);
  create index event_client on event (client_id, xid) where client_id is not null;
  create table event_default partition of event default;

  -- Makes one partition a day (UTC) and drops those older than keep_days.
  create function maintain_event_partitions(keep_days int, ahead_days int) returns void
  language plpgsql as $$
  declare
    today date := (now() at time zone 'utc')::date;
    day date;
    name text;
    old record;
  begin
    for day in select today + n from generate_series(0, ahead_days) n loop
      name := 'event_' || to_char(day, 'YYYYMMDD');
      continue when to_regclass(name) is not null;
      begin
        execute format('create table %I partition of event for values from (%L) to (%L)', name,
          day::timestamp at time zone 'utc', (day + 1)::timestamp at time zone 'utc');
      exception
        when duplicate_table then null;
        -- The default partition already has rows of that day; all rows of the day stay there.
        when check_violation then raise warning 'events of % stay in event_default', day;
      end;
    end loop;
    for old in
      select c.relname from pg_inherits i join pg_class c on c.oid = i.inhrelid
      where i.inhparent = 'event'::regclass and c.relname ~ '^event_[0-9]{8}$'
        and to_date(right(c.relname, 8), 'YYYYMMDD') < today - keep_days
    loop
      execute format('drop table if exists %I', old.relname);
    end loop;
    delete from event_default where created < (today - keep_days)::timestamp at time zone 'utc';
  end $$;
  select maintain_event_partitions(30, 7);`
