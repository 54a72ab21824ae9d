-- Messages and their outcomes, each as one compressed value (db/fold/raw-batch/raw-batch-content.ts), in one table
-- table partition a month, by the id of the batch, which rises with time: whole months can be dropped (`KEEP_RAW_BATCH_DAYS`).
-- There is no default partition: without one Postgres reads the newest batch of a member in one of them. The last
-- one has no upper bound, and is cut before its month begins.

-- The raw ids of a message mostly begin after its own id and need an index only where they do not.
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
  primary key (member_id, id)
) partition by range (id);
alter table raw_batch alter content set storage external;
create index raw_batch_first on raw_batch (member_id, first_id) where first_id is not null;
comment on column raw_batch.first_id is
  'Id of its first raw segment if that is not the next after its own; null also if it has none.';
comment on column raw_batch.withdrawn is
  'Raw ids that the message took back or replaced; null: none, or it was refused.';
comment on column raw_batch.content is
  'The message as it was sent, and its outcome: db/fold/raw-batch/raw-batch-content.ts.';

-- Every id created before that instant is below it (schemas/base/ids.ts).
create function first_id_after(at timestamptz) returns bigint language sql immutable
  return ceil((extract(epoch from at) * 1000 - 1767225600000) / 4)::bigint * 32768;

do $$
declare
  bound bigint := first_id_after(
    (date_trunc('month', now() at time zone 'utc') + interval '2 months') at time zone 'utc');
begin
  execute format(
    'create table raw_batch_first_part partition of raw_batch for values from (minvalue) to (%s) with (toast_tuple_target = 8160)',
    bound);
  execute format(
    'create table raw_batch_last_part partition of raw_batch for values from (%s) to (maxvalue) with (toast_tuple_target = 8160)',
    bound);
end $$;

create view raw_batch_part as
  select c.oid::regclass as name,
    substring(bound from $$FROM \('{0,1}([0-9]+)$$)::bigint as from_id,
    substring(bound from $$TO \('{0,1}([0-9]+)$$)::bigint as until_id
  from pg_inherits i join pg_class c on c.oid = i.inhrelid,
    lateral (select pg_get_expr(c.relpartbound, c.oid) as bound) as bounds
  where i.inhparent = 'raw_batch'::regclass;
comment on view raw_batch_part is 'Table partitions of raw_batch; null: without a lower or upper bound.';

-- Drops the table partitions whose batches are all older than keep_days (null: none), and gives the next month its own.
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
end $$;
