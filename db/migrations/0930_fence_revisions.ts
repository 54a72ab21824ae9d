/**
 * A revision that every commit of a partition raises (workers/DESIGN.md 4.1), the slices of the stream (3.1), since when
 * a partition and the stream have not matched (4.4), and where `stream heal` keeps messages while it rebuilds the stream.
 */
import type { Knex } from 'knex'

const REVISION = `
  alter table partition_position add revision bigint not null default 0;
  drop index partition_position_key;
  create unique index partition_position_key on partition_position (partition, revision);
  comment on column partition_position.revision is
    'Commits of the partition. Part of the only key, so that the current version of a row is found at once.';

  create or replace view partition_state as
    select o.partition, o.owner, o.epoch, p.cursor, p.cursor_stored, o.is_released, p.lag, p.lag_at, p.folded_to,
      p.applied, p.published, o.status, o.abandoned_epochs, o.suspect_seq, o.suspect_epoch,
      o.suspect_crashes, p.revision
    from partition_owner o cross join lateral (
      select * from partition_position where partition = o.partition order by revision desc limit 1
    ) p;

  create function refuse_falling_cursor() returns trigger language plpgsql as $$
  begin
    raise exception 'the cursor of partition % would fall from % to %', old.partition, old.cursor, new.cursor;
  end $$;
  create trigger partition_position_rises before update on partition_position
    for each row when (new.cursor < old.cursor) execute function refuse_falling_cursor();`

const SLICES = `
  alter table stream_identity add slices int;
  comment on column stream_identity.slices is
    'Slices by which the stream numbers its subjects, for ever; null: as many as there were partitions at first.';
  update stream_identity set slices = partitions;
  alter table stream_identity add marked_from bigint, add marked_to bigint;
  comment on column stream_identity.marked_from is
    'Sequence of the first marker of the last round that nothing was stored between; marked_to: of the last.';`

const MISMATCH = `
  alter table partition_owner add mismatch_since timestamptz, add mismatch_seen timestamptz;
  comment on column partition_owner.mismatch_since is
    'Since when its owners have seen a stream that does not fit the cursor; outdated unless seen lately.';`

const SAVED_MESSAGES = `
  create table saved_message (
    position bigint generated always as identity primary key,
    member_id bigint not null,
    batch bigint not null,
    bytes bytea not null,
    unique (member_id, batch)
  );
  comment on table saved_message is
    'Unfolded messages while stream heal rebuilds the stream, or after it was interrupted, in their order.';`

export async function up(knex: Knex): Promise<void> {
  for (const part of [REVISION, SLICES, MISMATCH, SAVED_MESSAGES]) await knex.raw(part)
}
