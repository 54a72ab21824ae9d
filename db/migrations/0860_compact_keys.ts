/**
 * Idempotency keys in a third of the space: one hash of 16 bytes for application, member and key, one of the
 * body, and the reserved ids as numbers. The answer is not stored: it follows from the ids and the repeated
 * body. Keys of the last day are taken over.
 */
import type { Knex } from 'knex'

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table idempotency rename to idempotency_old;
    alter index idempotency_pkey rename to idempotency_old_pkey;

    create table idempotency (
      created timestamptz not null default now(),
      batch_id bigint not null,
      first_id bigint,
      status smallint,
      key_hash bytea not null,
      body_hash bytea not null,
      holder text,
      constraint idempotency_pkey primary key (key_hash)
    ) with (fillfactor = 80);
    comment on column idempotency.key_hash is 'Of application, member and key: db/ingress/idempotency-keys.ts.';
    comment on column idempotency.batch_id is
      'Reserved for the request, like first_id, that of its first raw segment (null: it has none).';
    comment on column idempotency.status is 'Null while the request runs, 0 when its outcome is unknown.';
    comment on column idempotency.holder is 'Name of the process that runs the request, as in table process.';

    insert into idempotency (created, batch_id, first_id, status, key_hash, body_hash, holder)
    select created, (ids ->> 'batch')::bigint, nullif(ids ->> 'first', '')::bigint, status,
      substring(sha256(convert_to(client_id || E'\\n' || member_id || E'\\n', 'UTF8') || key_hash) for 16),
      substring(body_hash for 16), holder
    from idempotency_old, lateral (select split_part(answer, E'\\n', 1)::json as ids) reserved
    where answer is not null and created > now() - interval '24 hours';
    drop table idempotency_old`)
}
