-- Up to where events were dropped, so that a cursor from before is refused (webhooks.md 1.1).
alter table fan_out_sweep add column dropped_to xid8 not null default '0';
comment on column fan_out_sweep.dropped_to is
  'The last transaction of which retention has dropped an event from the log.';

-- As in 1000; what it drops of a log in order of transactions is noted in the same transaction.
create or replace function maintain_partitions(root text, days int, keep_days int, ahead_days int) returns void
language plpgsql as $$
declare
  today date := (now() at time zone 'utc')::date;
  first date := case days when 1 then today else date_trunc('week', today - coalesce(keep_days, 0)) end;
  key text := substring(pg_get_partkeydef(root::regclass) from '\((.*)\)');
  has_xid boolean := exists (
    select from pg_attribute where attrelid = root::regclass and attname = 'xid' and not attisdropped);
  day date;
  name text;
  gone xid8;
  dropped xid8;
begin
  for day in select first + n from generate_series(0, today + ahead_days - first, days) n loop
    name := root || to_char(day, '_YYYYMMDD');
    continue when to_regclass(name) is not null;
    begin
      execute format('create table %I partition of %I for values from (%L) to (%L)', name, root,
        day::timestamp at time zone 'utc', (day + days)::timestamp at time zone 'utc');
    exception
      when duplicate_table then null;
      -- The default partition already has rows of that time; all of them stay there.
      when check_violation then raise warning 'rows of % from % on stay in its default partition', root, day;
    end;
  end loop;
  for name in
    select c.relname from pg_inherits i join pg_class c on c.oid = i.inhrelid
    where i.inhparent = root::regclass and c.relname ~ ('^' || root || '_[0-9]{8}$')
      and to_date(right(c.relname, 8), 'YYYYMMDD') + days <= today - keep_days
  loop
    if has_xid then
      -- Before its partition, like those who read the log, and like drop table.
      execute format('lock table only %I in access exclusive mode', root);
      continue when to_regclass(name) is null;
      execute format('select xid from %I order by xid desc limit 1', name) into gone;
      dropped := greatest(dropped, gone);
    end if;
    execute format('drop table if exists %I', name);
  end loop;
  execute format('with gone as (
      delete from %1$I where ctid in (select ctid from %1$I where %2$s < %3$L limit 50000) returning %4$s as xid
    ) select xid from gone order by xid desc limit 1',
    root || '_default', key, (today - keep_days)::timestamp at time zone 'utc',
    case when has_xid then 'xid' else 'null::xid8' end) into gone;
  dropped := greatest(dropped, gone);
  update fan_out_sweep set dropped_to = dropped where dropped_to < dropped;
end $$;
