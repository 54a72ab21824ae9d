/**
 * Webhook endpoints and what is to be delivered to them (webhooks.md 5). A pending delivery is a small row that is gone when
 * its story is over; the story itself is `attempt`, a partition a day. `callback_due` is the one row a worker claims.
 */
import type { Knex } from 'knex'

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table callback (
      id bigint primary key,
      client_id text not null references app on delete cascade,
      url text not null,
      credentials bytea,
      status text not null default 'Active' check (status in ('Active', 'Disabled')),
      disabled_reason text,
      events text[] not null,
      description text,
      ordered text not null default 'none' check (ordered in ('none', 'member')),
      max_in_flight int not null,
      rate_per_second float8,
      timeout_ms int not null,
      secret bytea not null,
      previous_secret bytea,
      previous_secret_expires timestamptz,
      version int not null default 1,
      created timestamptz not null default now(),
      updated timestamptz not null default now()
    );
    create index callback_client on callback (client_id);

    -- Claimed while worker is set: ready_at is then the end of the lease. Otherwise ready_at is when something is due,
    -- null for nothing. not_before: an open breaker. claim rises with every claim and fences the last holder.
    create table callback_due (
      callback_id bigint primary key references callback on delete cascade,
      ready_at timestamptz,
      not_before timestamptz not null default '-infinity',
      worker text,
      claim bigint not null default 0,
      state text not null default '{}',
      failure_count int not null default 0,
      last_delivery timestamptz,
      last_status_code int
    ) with (fillfactor = 50, autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 2000);
    create index callback_due_ready on callback_due (ready_at) where ready_at is not null;

    -- due_at null: skipped because the callback was disabled. due_at infinity: waits for an earlier event of its member.
    create table delivery (
      callback_id bigint not null,
      event_id uuid not null,
      event_at timestamptz not null,
      member_id bigint,
      sequence bigint not null,
      due_at timestamptz,
      rung smallint not null default 0,
      tried smallint not null default 0,
      ordered boolean not null,
      primary key (callback_id, event_id)
    ) with (fillfactor = 90, autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_threshold = 5000);
    create index delivery_due on delivery (callback_id, due_at) where due_at is not null;
    create index delivery_skipped on delivery (callback_id, event_at) where due_at is null;
    create index delivery_line on delivery (callback_id, member_id, sequence) where ordered and due_at is not null;

    create table attempt (
      callback_id bigint not null,
      event_id uuid not null,
      event_at timestamptz not null,
      no smallint not null,
      at timestamptz not null,
      state text not null,
      status smallint,
      error text,
      address text,
      ms int not null,
      next_at timestamptz,
      type text not null,
      resource_id text,
      signed text not null,
      answer text
    ) partition by range (at);
    create index attempt_callback on attempt (callback_id, at);
    create index attempt_event on attempt (event_id, callback_id);
    create table attempt_other partition of attempt default;

    create function attempt_days(keep int, ahead int) returns void language plpgsql as $$
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
          when check_violation then raise warning 'the day % stays in attempt_other', day;
        end;
      end loop;
      for old in
        select c.relname from pg_inherits i join pg_class c on c.oid = i.inhrelid
        where i.inhparent = 'attempt'::regclass and c.relname ~ '^attempt_[0-9]{8}$'
          and to_date(right(c.relname, 8), 'YYYYMMDD') < today - keep
      loop
        execute format('drop table %I', old.relname);
      end loop;
      delete from attempt_other where at < (today - keep)::timestamp at time zone 'utc';
      delete from delivery where event_at < (today - keep)::timestamp at time zone 'utc';
    end $$;
    select attempt_days(30, 7);

    -- How far each member's events have been turned into deliveries: repeats are known, gaps are filled from the log.
    create table fanned (
      member_id bigint primary key,
      sequence bigint not null
    ) with (fillfactor = 60);

    -- Events for one application alone (notices to the owner of a callback).
    alter table event add column client_id text;
    create index event_client on event (client_id, xid) where client_id is not null;
  `)
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    drop index event_client;
    alter table event drop column client_id;
    drop table fanned, attempt;
    drop function attempt_days(int, int);
    drop table delivery, callback_due, callback;
  `)
}
