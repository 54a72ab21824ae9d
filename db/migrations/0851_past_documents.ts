/**
 * Events name the version of the document that they show in place of a copy. What a commit overwrites goes to
 * `past_document`, in the partition of the week of that version, for as long as an event may show it. Events of before
 * keep their whole body.
 */
import type { Knex } from 'knex'

const PAST_DOCUMENTS = `
  alter table event add version int;
  comment on column event.version is
    'Of the segment or trip that it shows, whose document is not part of the body; null: the body is complete.';

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
  -- it at once.
  create function maintain_past_documents(keep_days int, ahead_days int) returns void
  language plpgsql as $$
  declare
    today date := (now() at time zone 'utc')::date;
    monday date;
    name text;
    old record;
  begin
    for monday in
      select day::date from generate_series(date_trunc('week', today - keep_days), today + ahead_days, interval '7 days') day
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

export async function up(knex: Knex): Promise<void> {
  await knex.raw(PAST_DOCUMENTS)
}
