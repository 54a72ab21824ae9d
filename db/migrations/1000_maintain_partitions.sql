-- One function makes and drops the table partitions of every log, in place of one for each.

-- Makes the table partitions of root, each of so many days (1, or 7 from Monday; UTC), up to ahead_days from now, and
-- drops those that ended keep_days ago (null: none). Several processes may call it at once.
create function maintain_partitions(root text, days int, keep_days int, ahead_days int) returns void
language plpgsql as $$
declare
  today date := (now() at time zone 'utc')::date;
  first date := case days when 1 then today else date_trunc('week', today - coalesce(keep_days, 0)) end;
  key text := substring(pg_get_partkeydef(root::regclass) from '\((.*)\)');
  day date;
  name text;
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
    execute format('drop table if exists %I', name);
  end loop;
  execute format('delete from %1$I where ctid in (select ctid from %1$I where %2$s < %3$L limit 50000)',
    root || '_default', key, (today - keep_days)::timestamp at time zone 'utc');
end $$;

-- Roles of the version before call them by name.
create or replace function maintain_event_partitions(keep_days int, ahead_days int) returns void language sql as
  $$ select maintain_partitions('event', 1, keep_days, ahead_days) $$;
create or replace function maintain_attempt_partitions(keep_days int, ahead_days int) returns void language sql as
  $$ select maintain_partitions('attempt', 1, keep_days, ahead_days) $$;
create or replace function maintain_request_log(keep_days int, ahead_days int) returns void language sql as
  $$ select maintain_partitions('request_log', 1, keep_days, ahead_days) $$;
create or replace function maintain_past_documents(keep_days int, ahead_days int) returns void language sql as
  $$ select maintain_partitions('past_document', 7, keep_days, ahead_days) $$;
