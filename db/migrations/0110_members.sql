-- Members and what the fold makes of their messages (workers/DESIGN.md 3 and 4). Documents are text, ready to send, kept
-- in the row itself as long as they fit a page and stored uncompressed: a read fetches them without decompression (the
-- embedded Postgres has no lz4). Columns that change with every fold are in no index, so that updates stay within their
-- page (HOT); the fill factor leaves room for them.
-- Vacuumed once 2 % of the rows were replaced, not after a fifth: at ten million segments that is two million old versions,
-- which reads pass and which keep updates from their page. Below 2 % of the pages vacuum leaves the indexes as they are.

create table member (
  id bigint primary key,
  status text not null default 'Active',
  doc text not null,
  head text,
  sequence bigint not null default 0,
  last_seq bigint not null default 0,
  version int not null default 1,
  created timestamptz not null default now(),
  updated timestamptz not null default now()
) with (fillfactor = 80, toast_tuple_target = 8160, autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_threshold = 1000);
alter table member alter doc set storage external;

-- Two segment rows fill a page; with a fifth kept free only one would fit, and its update would still not.
create table segment (
  member_id bigint not null,
  id bigint not null,
  trip_id bigint,
  type text not null,
  status text not null,
  source text,
  confirmation_nos text[] not null,
  start_at timestamptz,
  end_at timestamptz,
  raw_ids bigint[] not null,
  version int not null,
  updated timestamptz not null,
  doc text not null,
  provenance text not null,
  state text not null,
  primary key (member_id, id)
) with (fillfactor = 100, toast_tuple_target = 8160, autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_threshold = 1000);
alter table segment alter doc set storage external;
create index segment_start on segment (member_id, start_at, id);

-- The revision numbers each version of a row, for entity tags and caches (contract.md 1): a reader that has it need not
-- fetch the texts again. Drawn from one sequence, so that no two versions ever share one, also not after a rebuild.
create sequence trip_revision;
create table trip (
  member_id bigint not null,
  id bigint not null,
  status text not null,
  privacy text not null,
  personal boolean not null,
  business boolean not null,
  begin_at timestamptz,
  end_at timestamptz,
  version int not null,
  updated timestamptz not null,
  doc text not null,
  state text not null,
  revision bigint default nextval('trip_revision'),
  segment_ids bigint[],
  primary key (member_id, id)
) with (fillfactor = 80, toast_tuple_target = 8160, autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_threshold = 1000);
alter table trip alter doc set storage external;
comment on column trip.segment_ids is
  'In order of the journey; null if they are very many: those that name the trip.';

-- For housekeeping, in order of creation. An index by time of change would serve it better, but every fold
-- changes that column, and its updates could no longer stay within their page.
create index segment_gone on segment (id) where status in ('Deleted', 'Merged');
create index trip_gone on trip (id) where status in ('Deleted', 'Merged');

create table account (
  member_id bigint not null,
  id bigint not null,
  status text not null,
  source text not null,
  account_id text not null,
  classification text not null,
  holder text[] not null default '{}',
  client_id text,
  ownership text not null default 'Unconfirmed',
  conflict boolean not null default false,
  version int not null,
  updated timestamptz not null,
  doc text not null,
  state text not null,
  primary key (member_id, id)
) with (fillfactor = 80, toast_tuple_target = 8160, autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_threshold = 1000);
alter table account alter doc set storage external;
comment on column account.holder is
  'Keys of the member''s name when the number was registered or proven: lines that name one of them agree with it.';
comment on column account.client_id is 'The application that registered the number last.';
comment on column account.conflict is 'The member was notified that another member has the number too.';

create table parked_member (
  member_id bigint primary key,
  partition int not null,
  since_seq bigint not null,
  reason text not null,
  error text not null,
  attempts int not null,
  version text not null,
  parked timestamptz not null default now(),
  announced boolean not null default false
);
comment on column parked_member.announced is 'The dead-letter stream has a message about it.';
create index parked_member_partition on parked_member (partition);

create table parked_message (
  member_id bigint not null,
  seq bigint not null,
  subject text not null,
  bytes bytea not null,
  reason text not null,
  parked timestamptz not null default now(),
  primary key (member_id, seq)
);
