/**
 * The event log. An event names the version of the document that it shows in place of a copy: what a commit overwrites
 * goes to `past_document`, in the table partition of the week of that version, for as long as an event may show it.
 */
import type { Knex } from 'knex'

export async function up(knex: Knex): Promise<void> {
  await knex.raw(EVENTS)
  await knex.raw(PAST_DOCUMENTS)
}

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
    test boolean,
    version int,
    primary key (id, created)
  ) partition by range (created);
  comment on column event.client_id is
    'The one application that the event is for; null for events of a member.';
  comment on column event.test is 'True: a test event, which the log does not show; null: no test.';
  comment on column event.version is
    'Of the segment or trip that it shows, whose document is not part of the body; null: the body is complete.';
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

const PAST_DOCUMENTS = `
  create table past_document (
    member_id bigint not null,
    id bigint not null,
    version int not null,
    updated timestamptz not null,
    doc text not null,
    primary key (id, version, member_id, updated)
  ) partition by range (updated);
  comment on table past_document is 'Documents of segments and trips as they were before they changed.';
  create table past_document_default partition of past_document default;

  -- One partition a week (from Monday, UTC); those that ended keep_days ago are dropped. Several processes may call
  -- it at once. Null days: nothing is dropped, for who only creates partitions.
  create function maintain_past_documents(keep_days int, ahead_days int) returns void
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
  end $$;
  select maintain_past_documents(32, 7);`
