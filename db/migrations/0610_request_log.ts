/** The request log of applications: one partition a day, and how many requests of each day are listed. */
import type { Knex } from 'knex'

const REQUEST_LOG = `
  create table request_log (
    client_id text not null,
    at timestamptz not null,
    request text not null,
    member_id bigint,
    method text not null,
    route text not null,
    path text not null,
    query text not null,
    status smallint not null,
    ms int not null,
    error text,
    description text,
    errors text,
    primary key (client_id, at, request)
  ) partition by range (at);
  comment on table request_log is 'Requests of applications to the API, without bodies and tokens.';
  comment on column request_log.errors is 'JSON: the errors of the answer with field and hint; null if it had none.';
  create index request_log_request on request_log (client_id, request);
  create index request_log_member on request_log (client_id, member_id, at, request) where member_id is not null;
  create index request_log_refused on request_log (client_id, at, request) where status >= 400;
  create table request_log_default partition of request_log default;

  create table request_log_day (
    client_id text not null,
    day date not null,
    accepted int not null,
    refused int not null,
    unlisted int not null,
    primary key (client_id, day)
  ) with (fillfactor = 50);
  comment on column request_log_day.unlisted is 'Requests that were only counted.';

  -- One partition a day (UTC); those older than keep_days are dropped. Several processes may call it at once.
  create function maintain_request_log(keep_days int, ahead_days int) returns void
  language plpgsql as $$
  declare
    today date := (now() at time zone 'utc')::date;
    day date;
    name text;
    old record;
  begin
    for day in select today + n from generate_series(0, ahead_days) n loop
      name := 'request_log_' || to_char(day, 'YYYYMMDD');
      continue when to_regclass(name) is not null;
      begin
        execute format('create table %I partition of request_log for values from (%L) to (%L)', name,
          day::timestamp at time zone 'utc', (day + 1)::timestamp at time zone 'utc');
      exception
        when duplicate_table then null;
        when check_violation then raise warning 'requests of % stay in request_log_default', day;
      end;
    end loop;
    for old in
      select c.relname from pg_inherits i join pg_class c on c.oid = i.inhrelid
      where i.inhparent = 'request_log'::regclass and c.relname ~ '^request_log_[0-9]{8}$'
        and to_date(right(c.relname, 8), 'YYYYMMDD') < today - keep_days
    loop
      execute format('drop table if exists %I', old.relname);
    end loop;
    delete from request_log_default where at < (today - keep_days)::timestamp at time zone 'utc';
    delete from request_log_day d where d.day < today - keep_days;
  end $$;
  select maintain_request_log(30, 7);`

export async function up(knex: Knex): Promise<void> {
  await knex.raw(REQUEST_LOG)
}
