-- The outbox: event notices of commits that the EVENTS stream does not have yet (workers/DESIGN.md 4.2). They are
-- only appended, to one slot after the other, half a minute each; once all of a slot is published it is truncated
-- as a whole. Deleted rows would stay for as long as any snapshot is held, and reads would have to pass them.

-- Three slots: one is written, one was written by transactions that may still run, one is truncated.
create sequence outbox_id;
create table outbox (
  slot smallint not null default extract(epoch from now())::bigint / 30 % 3,
  partition int not null,
  id bigint not null default nextval('outbox_id'),
  event_id uuid not null,
  body text not null
) partition by list (slot);
create index outbox_position on outbox (partition, id);
-- The slots. Nothing is ever deleted from them, so there is nothing to vacuum.
create table outbox_0 partition of outbox for values in (0)
  with (autovacuum_enabled = false, toast_tuple_target = 8160);
create table outbox_1 partition of outbox for values in (1)
  with (autovacuum_enabled = false, toast_tuple_target = 8160);
create table outbox_2 partition of outbox for values in (2)
  with (autovacuum_enabled = false, toast_tuple_target = 8160);
create view unpublished_notice as
  select o.partition, o.id, o.event_id, o.body from partition_state s
  cross join lateral (
    select * from outbox where partition = s.partition and id > s.published offset 0
  ) o;
comment on view unpublished_notice is 'Event notices of a commit that the EVENTS stream does not have yet.';

-- Truncates the slot that is written next, unless it has unpublished notices or somebody reads it.
create function truncate_published_notices() returns boolean language plpgsql as $$
declare
  slot text := 'outbox_' || (extract(epoch from now())::bigint / 30 + 1) % 3;
  waiting boolean;
begin
  if pg_relation_size(slot::regclass) = 0 then
    return false;
  end if;
  begin
    execute format('lock table %I in access exclusive mode nowait', slot);
  exception
    when lock_not_available then return false;
  end;
  execute format('select exists (select from partition_state s cross join lateral (
    select from %I o where o.partition = s.partition and o.id > s.published limit 1) o)', slot) into waiting;
  if not waiting then
    execute format('truncate %I', slot);
  end if;
  return not waiting;
end $$;
