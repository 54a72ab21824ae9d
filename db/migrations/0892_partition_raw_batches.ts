/**
 * Messages and their outcomes in one partition a month, by the id of the batch, which rises with time; the table of
 * before becomes the first. Whole months can then be dropped (`KEEP_RAW_BATCH_DAYS`). There is no default partition:
 * without one Postgres reads the newest batch of a member in one partition. The last partition has no upper bound, and
 * is cut before its month begins.
 */
import type { Knex } from 'knex'

export async function up(knex: Knex): Promise<void> {
  await knex.raw(PARTITION)
  await knex.raw(MAINTAIN)
  await knex.raw(RETENTION)
  await knex.raw('select maintain_raw_batches(null)')
}

const PARTITION = `
  alter table raw_batch rename to raw_batch_first_part;
  alter index raw_batch_pkey rename to raw_batch_first_part_pkey;
  alter index raw_batch_first rename to raw_batch_first_part_first;

  create table raw_batch (
    member_id bigint not null,
    id bigint not null,
    seq bigint not null,
    received timestamptz not null,
    first_id bigint,
    partition int not null,
    n smallint not null,
    failed boolean not null,
    refused boolean not null,
    kind text not null,
    client_id text,
    withdrawn bigint[],
    content bytea not null,
    constraint raw_batch_pkey primary key (member_id, id)
  ) partition by range (id);
  alter table raw_batch alter content set storage external;
  create index raw_batch_first on raw_batch (member_id, first_id) where first_id is not null;
  comment on column raw_batch.first_id is
    'Id of its first raw segment if that is not the next after its own; null also if it has none.';
  comment on column raw_batch.withdrawn is
    'Raw ids that the message took back or replaced; null: none, or it was refused.';
  comment on column raw_batch.content is
    'The message as it was sent, and its outcome: db/fold/raw-batch/raw-batch-content.ts.';

  do $$
  declare bound bigint;
  begin
    select substring(pg_get_constraintdef(oid) from '[0-9]{9,}')::bigint into strict bound
      from pg_constraint where conname = 'raw_batch_bound';
    execute format('alter table raw_batch attach partition raw_batch_first_part for values from (minvalue) to (%s)', bound);
    execute format(
      'create table raw_batch_last_part partition of raw_batch for values from (%s) to (maxvalue) with (toast_tuple_target = 8160)',
      bound);
  end $$;
  alter table raw_batch_first_part drop constraint raw_batch_bound;

  create view raw_batch_part as
    select c.oid::regclass as name,
      substring(bound from $$FROM \\('{0,1}([0-9]+)$$)::bigint as from_id,
      substring(bound from $$TO \\('{0,1}([0-9]+)$$)::bigint as until_id
    from pg_inherits i join pg_class c on c.oid = i.inhrelid,
      lateral (select pg_get_expr(c.relpartbound, c.oid) as bound) as bounds
    where i.inhparent = 'raw_batch'::regclass;
  comment on view raw_batch_part is 'Partitions of raw_batch; null: without a lower or upper bound.';`

const MAINTAIN = `
  -- Drops the partitions whose batches are all older than keep_days (null: none), and gives the next month its own.
  -- Several processes may call it at once.
  create function maintain_raw_batches(keep_days int) returns void
  language plpgsql as $$
  declare
    month timestamp := date_trunc('month', now() at time zone 'utc');
    cut record;
    until_at timestamp;
    old record;
  begin
    if not pg_try_advisory_xact_lock(7246158) then return; end if;
    select * into cut from raw_batch_part where until_id is null and from_id is not null;
    if cut.from_id <= first_id_after((month + interval '1 month') at time zone 'utc') then
      until_at := month + interval '2 months';
      begin
        execute format('alter table raw_batch detach partition %s', cut.name);
        execute format('alter table %s rename to raw_batch_%s', cut.name, to_char(until_at, '"until"_YYYYMM'));
        execute format('alter table raw_batch attach partition raw_batch_%s for values from (%s) to (%s)',
          to_char(until_at, '"until"_YYYYMM'), cut.from_id, first_id_after(until_at at time zone 'utc'));
        execute format(
          'create table raw_batch_last_part partition of raw_batch for values from (%s) to (maxvalue) with (toast_tuple_target = 8160)',
          first_id_after(until_at at time zone 'utc'));
      exception
        when check_violation then raise warning 'batches from % on stay in one partition', until_at;
      end;
    end if;
    for old in
      select name from raw_batch_part
      where until_id <= first_id_after((now() at time zone 'utc')::date::timestamp at time zone 'utc'
        - keep_days * interval '1 day')
    loop
      execute format('drop table %s', old.name);
    end loop;
  end $$;`

/** Null days: nothing is dropped, for who only creates partitions. */
const RETENTION = `
  create or replace function maintain_past_documents(keep_days int, ahead_days int) returns void
  language plpgsql as $$
  declare
    today date := (now() at time zone 'utc')::date;
    monday date;
    name text;
    old record;
  begin
    for monday in
      select day::date from generate_series(
        date_trunc('week', today - coalesce(keep_days, 0)), today + ahead_days, interval '7 days') day
    loop
      name := 'past_document_' || to_char(monday, 'YYYYMMDD');
      continue when to_regclass(name) is not null;
      begin
        execute format('create table %I partition of past_document for values from (%L) to (%L)', name,
          monday::timestamp at time zone 'utc', (monday + 7)::timestamp at time zone 'utc');
      exception
        when duplicate_table then null;
        when check_violation then raise warning 'documents of the week of % stay in past_document_default', monday;
      end;
    end loop;
    for old in
      select c.relname from pg_inherits i join pg_class c on c.oid = i.inhrelid
      where i.inhparent = 'past_document'::regclass and c.relname ~ '^past_document_[0-9]{8}$'
        and to_date(right(c.relname, 8), 'YYYYMMDD') + 7 <= today - keep_days
    loop
      execute format('drop table if exists %I', old.relname);
    end loop;
    delete from past_document_default where updated < (today - keep_days)::timestamp at time zone 'utc';
  end $$;`
