-- The request log of applications: one table partition a day, and how many requests of each day are listed.

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
