-- Processes, slots of the id generator, idempotency keys of requests and feed lines, commands of operators,
-- and the check value of SECRET_KEY.

create unlogged table process (
  name text primary key,
  role text not null,
  host text not null,
  pid int not null,
  version text not null,
  started timestamptz not null,
  heartbeat timestamptz not null default clock_timestamp()
) with (fillfactor = 30, autovacuum_vacuum_threshold = 200, autovacuum_vacuum_scale_factor = 0);
comment on table process is 'One row per running process, updated every second by the process itself.';

create table id_slot (
  slot int primary key,
  owner text,
  leased_until timestamptz not null default '-infinity',
  last_used timestamptz not null default '-infinity',
  horizon bigint not null default -1
) with (fillfactor = 50);
comment on column id_slot.horizon is 'The last tick (schemas/base/ids.ts) that its lessees so far may use.';
insert into id_slot (slot) select generate_series(0, 63);

create table idempotency (
  created timestamptz not null default now(),
  batch_id bigint not null,
  first_id bigint,
  status smallint,
  key_hash bytea primary key,
  body_hash bytea not null,
  holder text
) with (fillfactor = 80);
comment on column idempotency.key_hash is 'Of application, member and key: db/ingress/idempotency-keys.ts.';
comment on column idempotency.batch_id is
  'Reserved for the request, like first_id, that of its first raw segment (null: it has none).';
comment on column idempotency.status is 'Null while the request runs, 0 when its outcome is unknown.';
comment on column idempotency.holder is 'Name of the process that runs the request, as in table process.';

create table operator_command (
  id bigint generated always as identity primary key,
  partition int not null,
  member_id bigint,
  command text not null,
  args jsonb not null default '{}',
  requested_by text,
  reason text,
  created timestamptz not null default now(),
  completed_at timestamptz,
  result text
);
create index operator_command_open on operator_command (partition, id) where completed_at is null;
create index operator_command_member on operator_command (member_id, id) where member_id is not null;

create table secret_check (
  single boolean primary key default true check (single),
  sealed bytea not null
);
comment on table secret_check is
  'A known text, sealed by the first process: a process that cannot open it has another SECRET_KEY.';
