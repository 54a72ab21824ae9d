-- Partitions, their owners and positions (workers/DESIGN.md 3 and 4); the stream that they read, its audit (3.6), and
-- where `stream heal` keeps messages while it rebuilds the stream.

create table worker (
  id text primary key,
  pid int,
  backend_start timestamptz,
  expires_at timestamptz not null
) with (fillfactor = 50);

create table partition_owner (
  partition int primary key,
  owner text,
  epoch bigint not null default 0,
  is_released boolean not null default true,
  status text not null default 'ok',
  abandoned_epochs int not null default 0,
  suspect_seq bigint,
  suspect_epoch bigint,
  suspect_crashes int not null default 0,
  suspect_owners text[] not null default '{}',
  mismatch_since timestamptz,
  mismatch_seen timestamptz
) with (fillfactor = 50);
comment on column partition_owner.is_released is
  'False from an acquire until that owner releases the partition: it stays false when the owner crashes.';
comment on column partition_owner.suspect_epoch is
  'The epoch whose owner recorded suspect_seq: only the crash of that owner counts against the message.';
comment on column partition_owner.suspect_owners is
  'The owners counted in suspect_crashes: one that renews its lease later had lost its session only.';
comment on column partition_owner.mismatch_since is
  'Since when its owners have seen a stream that does not fit the cursor; outdated unless seen lately.';

-- What every commit changes.
create table partition_position (
  partition int not null,
  cursor bigint not null default 0,
  cursor_stored timestamptz,
  applied bigint not null default 0,
  published bigint not null default 0,
  lag bigint,
  lag_at timestamptz,
  folded_to timestamptz,
  revision bigint not null default 0
) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 1000);
create unique index partition_position_key on partition_position (partition, revision);
comment on column partition_position.cursor_stored is
  'When the stream stored the message at the cursor; null if that is not known or nothing is stored there.';
comment on column partition_position.published is
  'Id of the last row of the outbox that the EVENTS stream has.';
comment on column partition_position.folded_to is
  'Everything stored before this instant is folded, as the owner last reported; null until then.';
comment on column partition_position.revision is
  'Commits of the partition. Part of the only key, so that the current version of a row is found at once.';

create function refuse_falling_cursor() returns trigger language plpgsql as $$
begin
  raise exception 'the cursor of partition % would fall from % to %', old.partition, old.cursor, new.cursor;
end $$;
create trigger partition_position_rises before update on partition_position
  for each row when (new.cursor < old.cursor) execute function refuse_falling_cursor();

create view partition_state as
  select o.partition, o.owner, o.epoch, p.cursor, p.cursor_stored, o.is_released, p.lag, p.lag_at, p.folded_to,
    p.applied, p.published, o.status, o.abandoned_epochs, o.suspect_seq, o.suspect_epoch,
    o.suspect_crashes, p.revision
  from partition_owner o cross join lateral (
    select * from partition_position where partition = o.partition order by revision desc limit 1
  ) p;

create table stream_identity (
  name text primary key,
  stream_id text not null,
  partitions int not null,
  slices int,
  marked_from bigint,
  marked_to bigint,
  audited bigint not null default 0,
  audited_at timestamptz not null default now(),
  end_seq bigint not null default 0,
  end_stored timestamptz
);
comment on column stream_identity.slices is
  'Slices by which the stream numbers its subjects, for ever; null: as many as there were partitions at first.';
comment on column stream_identity.marked_from is
  'Sequence of the first marker of the last round that nothing was stored between; marked_to: of the last.';
comment on column stream_identity.audited is
  'Every message of the stream up to this sequence is folded, accounted for or in lost_run.';
comment on column stream_identity.audited_at is
  'When audited was last raised, or there was nothing to audit.';
comment on column stream_identity.end_seq is 'The end of the stream as last seen, stored at end_stored.';

create table saved_message (
  position bigint generated always as identity primary key,
  member_id bigint not null,
  batch bigint not null,
  bytes bytea not null,
  unique (member_id, batch)
);
comment on table saved_message is
  'Unfolded messages while stream heal rebuilds the stream, or after it was interrupted, in their order.';

create table folded_run (
  first bigint not null,
  last bigint not null,
  seqs bigint[] not null
) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 1000);
comment on table folded_run is 'Sequences of the messages of one commit, until they are audited.';
create index folded_run_last on folded_run (last, first);

create table erased_message (seq bigint primary key);
comment on table erased_message is 'Messages that an erasure takes out of the stream, until they are audited.';

create table lost_run (
  first bigint primary key,
  last bigint not null,
  is_held boolean not null,
  from_id bigint not null,
  until_id bigint not null,
  found timestamptz not null default clock_timestamp(),
  settled timestamptz
);
comment on table lost_run is 'Sequences of acknowledged messages that no partition received and every cursor has passed.';
comment on column lost_run.is_held is 'A server of the cluster still had the messages when that was found.';
comment on column lost_run.from_id is 'Ids of their batches are from here on, and before until_id.';
comment on column lost_run.settled is 'When an operator decided; null: open.';
