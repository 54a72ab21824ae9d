/** What finds acknowledged messages that were never folded (workers/DESIGN.md 3.6). */
import type { Knex } from 'knex'

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table stream_identity add column audited bigint not null default 0,
      add column audited_at timestamptz not null default now(),
      add column end_seq bigint not null default 0, add column end_stored timestamptz;
    comment on column stream_identity.audited is
      'Every message of the stream up to this sequence is folded, accounted for or in lost_run.';
    comment on column stream_identity.audited_at is
      'When audited was last raised, or there was nothing to audit.';
    comment on column stream_identity.end_seq is 'The end of the stream as last seen, stored at end_stored.';
    update stream_identity set audited = coalesce((select min(cursor) from partition_state), 0);

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
    comment on column lost_run.settled is 'When an operator decided; null: open.'`)
}
