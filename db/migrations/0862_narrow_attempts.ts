/**
 * Attempts in narrow columns: types and states as enums, the resource as the number it is, signatures as bytes,
 * with the columns in an order that leaves no gaps. An attempt is found by the instant of its event, which
 * rises and repeats (one commit has several events, each for several callbacks), so that its index takes a
 * quarter of one by event id.
 */
import type { Knex } from 'knex'

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create type event_type as enum (
      'trip.created', 'trip.updated', 'trip.cancelled', 'trip.merged', 'trip.split', 'trip.deleted',
      'segment.created', 'segment.updated', 'segment.cancelled', 'segment.merged', 'segment.deleted',
      'batch.processed', 'account.created', 'account.updated', 'account.deleted', 'member.updated',
      'member.deauthorized', 'callback.ping', 'callback.disabled', 'callback.exhausted');
    create type delivery_state as enum (
      'pending', 'retrying', 'delivered', 'exhausted', 'gone', 'aborted', 'failed', 'skipped_disabled');

    drop index attempt_callback, attempt_event;
    alter table attempt rename to attempt_old;
    ${forEachPartition(`execute format('alter table %I rename to %I', name, 'old_' || name)`)}

    create table attempt (
      callback_id bigint not null,
      event_at timestamptz not null,
      at timestamptz not null,
      resource_id bigint,
      event_id uuid not null,
      type event_type not null,
      state delivery_state not null,
      ms int not null,
      no smallint not null,
      status smallint,
      signed bytea not null,
      address text,
      next_at timestamptz,
      error text,
      answer text,
      thin boolean
    ) partition by range (at);
    comment on column attempt.signed is
      'x-signature and each webhook-signature, 32 bytes each; webhook-timestamp is the second of at.';
    comment on column attempt.thin is 'True: the body was a thin payload; null: it was not.';
    create index attempt_callback on attempt (callback_id, at);
    create index attempt_event on attempt (event_at, callback_id);
    create table attempt_default partition of attempt default;
    ${forEachPartition(`
      if name ~ '^old_attempt_[0-9]{8}$' then
        execute format('create table %I partition of attempt for values from (%L) to (%L)', substr(name, 5),
          to_date(right(name, 8), 'YYYYMMDD')::timestamp at time zone 'utc',
          (to_date(right(name, 8), 'YYYYMMDD') + 1)::timestamp at time zone 'utc');
      end if`)}

    insert into attempt (callback_id, event_at, at, resource_id, event_id, type, state, ms, no, status, signed,
      address, next_at, error, answer, thin)
    select callback_id, event_at, at, resource_id::bigint, event_id, type::event_type, state::delivery_state, ms,
      no, status, coalesce((
        select string_agg(case when part = 2 then decode(text, 'hex') else decode(substr(text, 4), 'base64') end,
          '' order by part)
        from string_to_table(signed, ' ') with ordinality as parts(text, part)
        where part = 2 or part > 2 and text <> 'thin'), ''),
      address, next_at, error, answer, case when signed like '% thin' then true end
    from attempt_old;
    drop table attempt_old`)
}

function forEachPartition(statement: string): string {
  return `do $$
    declare name text;
    begin
      for name in
        select c.relname from pg_inherits i join pg_class c on c.oid = i.inhrelid
        where i.inhparent = 'attempt_old'::regclass
      loop ${statement}; end loop;
    end $$;`
}
