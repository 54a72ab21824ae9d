/** Attempts of deliveries go after 30 days, day by day; nobody had asked for that, and those after the first week lay in one table. */
import type { Knex } from 'knex'

const HEAD = `
    create or replace function attempt_days(keep int, ahead int) returns void language plpgsql as $$
    declare
      today date := (now() at time zone 'utc')::date;
      day date;
      name text;
      old record;
    begin
      for day in select today + n from generate_series(0, ahead) n loop
        name := 'attempt_' || to_char(day, 'YYYYMMDD');
        continue when to_regclass(name) is not null;
        begin
          execute format('create table %I partition of attempt for values from (%L) to (%L)', name,
            day::timestamp at time zone 'utc', (day + 1)::timestamp at time zone 'utc');
        exception
          when duplicate_table then null;
          -- The day already has rows in the default partition; they stay there, and so do the day's others.
          when check_violation then raise warning 'the day % stays in attempt_other', day;
        end;
      end loop;
      for old in
        select c.relname from pg_inherits i join pg_class c on c.oid = i.inhrelid
        where i.inhparent = 'attempt'::regclass and c.relname ~ '^attempt_[0-9]{8}$'
          and to_date(right(c.relname, 8), 'YYYYMMDD') < today - keep
      loop
        execute format('drop table if exists %I', old.relname);
      end loop;
      delete from attempt_other where ctid in (
        select ctid from attempt_other where at < (today - keep)::timestamp at time zone 'utc' limit 50000);`

export async function up (knex: Knex): Promise<void> {
  // Deliveries go with what stands behind them (db/housekeeping.ts).
  await knex.raw(`${HEAD}
    end $$`)
}

export async function down (knex: Knex): Promise<void> {
  await knex.raw(`${HEAD}
      delete from delivery where event_at < (today - keep)::timestamp at time zone 'utc';
    end $$`)
}
