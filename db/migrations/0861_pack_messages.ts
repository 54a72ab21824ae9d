/**
 * Messages and their outcomes as one compressed value (db/fold/raw-batch/raw-batch-content.ts): a fifth of the space of
 * text, and nothing left for Postgres to compress. The raw ids of a message mostly begin behind its own id and
 * need an index only where they do not. Rows are rewritten a thousand at a time.
 */
import type { Knex } from 'knex'
import { packContent } from '../fold/raw-batch/raw-batch-content.js'
import { followingFirst, withdrawnIds } from '../fold/raw-batch/raw-batch-rows.js'
import type { BatchWrite } from '../../schemas/stream/fold-result.js'
import type { Envelope } from '../../schemas/stream/message.js'

const CHUNK = 1_000

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table raw_batch rename to raw_batch_old;
    alter index raw_batch_pkey rename to raw_batch_old_pkey;
    drop index raw_batch_first;

    create table raw_batch (
      member_id bigint not null,
      id bigint not null,
      seq bigint not null,
      received timestamptz not null,
      first_id bigint,
      partition int not null,
      n smallint not null,
      failed boolean not null,
      refused boolean not null,
      kind text not null,
      client_id text,
      withdrawn bigint[],
      content bytea not null,
      constraint raw_batch_pkey primary key (member_id, id)
    ) with (toast_tuple_target = 8160);
    alter table raw_batch alter content set storage external;
    create index raw_batch_first on raw_batch (member_id, first_id) where first_id is not null;
    comment on column raw_batch.first_id is
      'Id of its first raw segment if that is not the next after its own; null also if it has none.';
    comment on column raw_batch.withdrawn is
      'Raw ids that the message took back or replaced; null: none, or it was refused.';
    comment on column raw_batch.content is
      'The message as it was sent, and its outcome: db/fold/raw-batch/raw-batch-content.ts.'`)
  let after = { member: '-1', id: '-1' }
  for (;;) {
    const { rows } = (await knex.raw(OLD, [after.member, after.id, CHUNK])) as { rows: OldRow[] }
    const last = rows.at(-1)
    if (last === undefined) break
    await knex.raw(INSERT, [JSON.stringify(rows.map(toNew))])
    after = { member: last.member_id, id: last.id }
  }
  await knex.raw('drop table raw_batch_old')
}

interface OldRow {
  member_id: string
  id: string
  seq: string
  partition: number
  kind: string
  client_id: string | null
  first_id: string | null
  n: number
  received: string
  envelope: string
  body: string
  status: string
  results: string
  resource: string | null
  refusal: string | null
}

const OLD = `
  select member_id::text, id::text, seq::text, partition, kind, client_id, first_id::text, n,
    received::text, envelope, body, status, results, resource, refusal
  from raw_batch_old where (member_id, id) > (?::bigint, ?::bigint) order by member_id, id limit ?`

const INSERT = `
  insert into raw_batch (member_id, id, seq, received, first_id, partition, n, failed, refused, kind, client_id,
    withdrawn, content)
  select member_id, id, seq, received, first_id, partition, n, failed, refused, kind, client_id, withdrawn,
    decode(content, 'base64')
  from json_to_recordset(?::json) as r(member_id bigint, id bigint, seq bigint, received timestamptz,
    first_id bigint, partition int, n int, failed boolean, refused boolean, kind text, client_id text,
    withdrawn bigint[], content text)`

function toNew({
  envelope,
  body,
  results,
  resource,
  refusal,
  status,
  first_id: first,
  ...row
}: OldRow): object {
  const outcome = {
    results: JSON.parse(results) as BatchWrite['results'],
    resource: JSON.parse(resource ?? 'null') as BatchWrite['resource'],
    refusal: JSON.parse(refusal ?? 'null') as BatchWrite['refusal'],
  }
  const parsed = JSON.parse(envelope) as Envelope
  return {
    ...row,
    first_id: followingFirst(row.id, first),
    failed: status === 'failed',
    refused: refusal !== null,
    withdrawn: refusal === null ? withdrawnIds(parsed, outcome.results) : null,
    content: packContent({ envelope: parsed, body, ...outcome }).toString('base64'),
  }
}
