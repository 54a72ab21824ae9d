/**
 * Migrations 0860 to 0862 on the tables as they were before, in a schema of their own: what an installation had
 * stored is answered as before.
 */
import makeKnex, { type Knex } from 'knex'
import t from 'tap'
import type { Test } from 'tap'
import { readMemberHistory } from '../../../db/fold/member-history.js'
import { idempotencyKeys } from '../../../db/ingress/idempotency-keys.js'
import * as fold from '../../../db/migrations/0100_fold.js'
import * as webhooks from '../../../db/migrations/0300_webhooks.js'
import * as operations from '../../../db/migrations/0600_operations.js'
import * as compactKeys from '../../../db/migrations/0860_compact_keys.js'
import * as packMessages from '../../../db/migrations/0861_pack_messages.js'
import * as narrowAttempts from '../../../db/migrations/0862_narrow_attempts.js'
import { connect } from '../../../db/pg/connect.js'
import { batchReads } from '../../../db/reads/batches.js'
import { unpackSignatures } from '../../../db/webhooks/packed-signatures.js'
import { testDatabase } from '../../support/servers.js'
import { silentLog } from '../../support/silent-log.js'

const AT = Date.UTC(2026, 10, 21, 9, 30, 0, 123)

interface Before {
  knex: Knex
  pool: ReturnType<typeof connect>['pool']
}

/** A database whose first schema has the tables of these migrations. */
async function tablesBefore(
  t: Test,
  ...migrations: Array<{ up: (knex: Knex) => Promise<void> }>
): Promise<Before> {
  const url = new URL(await testDatabase(t))
  url.searchParams.set('options', '-c search_path=before,public')
  const knex = makeKnex({ client: 'pg', connection: url.href, pool: { min: 1, max: 1 } })
  const { pool, close } = connect({ url: url.href, name: 'test', log: silentLog() })
  t.teardown(async () => {
    await knex.destroy()
    await close()
  })
  await knex.raw('create schema before')
  for (const { up } of migrations) await up(knex)
  return { knex, pool }
}

t.test('idempotency keys of the last day still stand for their requests', async (t) => {
  const { knex, pool } = await tablesBefore(t, operations)
  await knex.raw(`
    insert into idempotency (client_id, member_id, key_hash, body_hash, status, answer)
    values ('app', 7, sha256('one'), sha256('body'), 202, E'{"batch":"50","first":"51"}\\n[]'),
      ('app', 7, sha256('two'), sha256('body'), 0, '{"batch":"60","first":""}')`)
  await compactKeys.up(knex)
  const keys = idempotencyKeys(pool, 'api-1')
  const body = Buffer.from('body')
  const proposed = { batch: '1', first: '2' }
  const claim = async (key: string, text = body): Promise<unknown> =>
    await keys.claim({ client: 'app', member: '7', key, body: text }, proposed)
  t.same(await claim('one'), { is: 'answered', ids: { batch: '50', first: '51' } })
  t.same(await claim('one', Buffer.from('other')), { is: 'other' })
  t.same(await claim('two'), { is: 'ours', ids: { batch: '60', first: '' } })
  t.same(await claim('three'), { is: 'ours', ids: proposed })
})

t.test('messages and their outcomes are read as before', async (t) => {
  const { knex, pool } = await tablesBefore(t, fold)
  const insert = async (row: Record<string, unknown>): Promise<void> => {
    await knex('raw_batch').insert({
      member_id: 7,
      partition: 1,
      received: new Date(AT),
      client_id: 'app',
      status: 'processed',
      ...row,
      envelope: JSON.stringify({
        v: 1,
        kind: row['kind'],
        received: AT,
        client: 'app',
        batch: String(row['id']),
        ...(row['first_id'] === undefined ? {} : { first: String(row['first_id']), count: row['n'] }),
      }),
    })
  }
  await knex('member').insert({ id: 7, doc: '{}' })
  const held = (id: number): string =>
    JSON.stringify([{ _id: id, segment_id: null, trip_id: null, action: 'held' }])
  await insert({ id: 50, seq: 1, kind: 'segments', first_id: 51, n: 1, body: '{"a": 1}', results: held(51) })
  await insert({ id: 60, seq: 2, kind: 'segments', first_id: 40, n: 1, body: '{}', results: held(40) })
  await insert({ id: 70, seq: 3, kind: 'withdraw', n: 0, body: '{"id":"51"}', results: held(51) })
  await insert({
    id: 80,
    seq: 4,
    kind: 'edit',
    n: 0,
    body: '{}',
    results: '[]',
    resource: '{"kind":"trip","id":"9"}',
    refusal: '{"error":"not_found","error_description":"No."}',
  })
  await packMessages.up(knex)
  const batches = batchReads(pool)
  t.same(await batches.byId('7', '50'), {
    id: '50',
    status: 'processed',
    results: held(51),
    resource: null,
    refusal: null,
  })
  t.match(await batches.byId('7', '80'), {
    resource: { kind: 'trip', id: '9' },
    refusal: { error: 'not_found' },
  })
  t.match(await batches.byRawId('7', '51'), { id: '50', client: 'app', held: false }, 'withdrawn later')
  t.match(
    await batches.byRawId('7', '40'),
    { id: '60', held: true },
    'not the next after the id of its batch',
  )
  t.equal(await batches.byRawId('7', '52'), null)
  const history = await readMemberHistory(pool, '7')
  t.same(
    history?.messages.map(({ seq, body }) => [seq, body]),
    [
      [1, '{"a": 1}'],
      [2, '{}'],
      [3, '{"id":"51"}'],
    ],
  )
  t.same(history?.messages[0]?.envelope, {
    v: 1,
    kind: 'segments',
    received: AT,
    client: 'app',
    batch: '50',
    first: '51',
    count: 1,
  })
})

t.test('attempts of earlier days keep their day and their signatures', async (t) => {
  const { knex } = await tablesBefore(t, webhooks)
  const plain = 'ab'.repeat(32)
  const signature = `v1,${Buffer.alloc(32, 7).toString('base64')}`
  const at = new Date(Date.now() - 1_000)
  const signed = `${Math.floor(at.getTime() / 1_000)} ${plain} ${signature} thin`
  await knex('attempt').insert({
    callback_id: 1,
    event_id: '00000000-0000-4000-8000-000000000001',
    event_at: at,
    no: 1,
    at,
    state: 'delivered',
    ms: 5,
    type: 'trip.updated',
    resource_id: '77',
    signed,
  })
  const { rows: days } = (await knex.raw('select tableoid::regclass::text as day from attempt')) as {
    rows: Array<{ day: string }>
  }
  await narrowAttempts.up(knex)
  const { rows } = (await knex.raw('select tableoid::regclass::text as day, * from attempt')) as {
    rows: Array<{ day: string; at: Date; signed: Buffer; thin: boolean }>
  }
  t.match(rows, [{ ...days[0], state: 'delivered', type: 'trip.updated', resource_id: '77', thin: true }])
  t.equal(unpackSignatures(rows[0]!.signed, rows[0]!.at, true), signed)
})
