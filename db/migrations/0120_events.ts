/** The event log, a partition a day, and the outbox that carries it to the EVENTS stream (webhooks.md, workers/README.md 4.2). */
import type { Knex } from 'knex'

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table event (
      id uuid not null,
      member_id bigint,
      sequence bigint not null,
      type text not null,
      resource_id text,
      created timestamptz not null,
      xid xid8 not null default pg_current_xact_id(),
      body text not null,
      primary key (id, created)
    ) partition by range (created);
    create index event_member on event (member_id, sequence);
    create index event_xid on event (xid, sequence);
    create table event_other partition of event default;

    create function event_days(keep int, ahead int) returns void language plpgsql as $$
    declare
      today date := (now() at time zone 'utc')::date;
      day date;
      name text;
      old record;
    begin
      for day in select today + n from generate_series(0, ahead) n loop
        name := 'event_' || to_char(day, 'YYYYMMDD');
        continue when to_regclass(name) is not null;
        begin
          execute format('create table %I partition of event for values from (%L) to (%L)', name,
            day::timestamp at time zone 'utc', (day + 1)::timestamp at time zone 'utc');
        exception
          when duplicate_table then null;
          -- The day already has rows in the default partition; they stay there, and so do the day's others.
          when check_violation then raise warning 'the day % stays in event_other', day;
        end;
      end loop;
      for old in
        select c.relname from pg_inherits i join pg_class c on c.oid = i.inhrelid
        where i.inhparent = 'event'::regclass and c.relname ~ '^event_[0-9]{8}$'
          and to_date(right(c.relname, 8), 'YYYYMMDD') < today - keep
      loop
        execute format('drop table if exists %I', old.relname);
      end loop;
      delete from event_other where created < (today - keep)::timestamp at time zone 'utc';
    end $$;
    select event_days(30, 7);

    create table outbox (
      p int not null,
      id bigint generated always as identity,
      event_id uuid not null,
      member_id bigint,
      body text not null,
      primary key (p, id)
    ) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 5000, toast_tuple_target = 8160);
  `)
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop table outbox; drop function event_days(int, int); drop table event')
}
