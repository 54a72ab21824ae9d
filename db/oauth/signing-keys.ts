/** Stored keys of a kind: the private half is sealed. Times are compared with the database's clock. */
import type { Knex } from 'knex'
import { columnsOf, rowsOf } from '../pg/knex-rows.js'
import type { SigningKeyRow } from '../../schemas/oauth/signing-key.js'

/** Keys that sign access tokens, and keys that sign webhooks (webhooks.md 3.3): apart, as are the rights to them. */
export type KeyTable = 'signing_key' | 'webhook_key'

/** When other keys stop signing, and when they are no longer published. */
export interface KeyEnd {
  signUntil: Date
  publishUntil: Date
}

/** Serialises changes of keys across all nodes. */
const LOCK = 'select pg_advisory_xact_lock(hashtext(?))'

const published = (table: KeyTable): string => `
  select c.now, k.kid, k.alg, k.public as public_jwk, k.private as sealed_private_jwk, k.sign_from, k.sign_until,
    k.publish_until
  from (select clock_timestamp() as now) c
  left join ${table} k on k.publish_until > c.now order by k.sign_from`

/** Keys that are still published, oldest first, and the time of the database. */
async function listKeys(knex: Knex, table: KeyTable): Promise<{ now: Date; keys: SigningKeyRow[] }> {
  const rows = await rowsOf<SigningKeyRow & { now: Date }>(knex, published(table))
  const [first] = rows
  if (first === undefined) throw new Error('a select of the clock returned no row')
  return {
    now: first.now,
    keys: rows.flatMap((row) => {
      const { now: _now, ...key } = row
      return (key.kid as string | null) === null ? [] : [key]
    }),
  }
}

const covered = (table: KeyTable): string => `
  select from ${table}
  where sign_until > :from
    and (:from::timestamptz > clock_timestamp() or sign_from <= clock_timestamp())
  limit 1`

/**
 * Adds a key unless another one signs at or after its start, so that only one of several nodes adds one;
 * returns whether it was added. A key that is to sign at once yields only to one that signs now: a published
 * successor does not fill the gap before its start.
 */
async function addKey(knex: Knex, table: KeyTable, key: SigningKeyRow): Promise<boolean> {
  return await knex.transaction(async (trx) => {
    await trx.raw(LOCK, [table])
    if ((await rowsOf(trx, covered(table), { from: key.signFrom })).length > 0) return false
    await insert(trx, table, key)
    return true
  })
}

/** Adds a key. Every other key ends then, if not sooner; one that would start later never does. */
async function supersedeKeys(knex: Knex, table: KeyTable, key: SigningKeyRow, end: KeyEnd): Promise<void> {
  await knex.transaction(async (trx) => {
    await trx.raw(LOCK, [table])
    await trx(table).where('sign_from', '>=', key.signFrom).delete()
    await trx(table)
      .where('sign_until', '>', end.signUntil)
      .update({ sign_until: end.signUntil, publish_until: end.publishUntil })
    await insert(trx, table, key)
  })
}

/** Removes a key: nodes refuse its tokens once they have read the table again. True if it existed. */
async function withdrawKey(knex: Knex, table: KeyTable, kid: string): Promise<boolean> {
  return (await knex(table).where({ kid }).delete()) === 1
}

/** The keys of one kind as a store. */
export function signingKeyStore(
  knex: Knex,
  table: KeyTable,
): {
  list: () => Promise<{ now: Date; keys: SigningKeyRow[] }>
  add: (key: SigningKeyRow) => Promise<boolean>
  supersede: (key: SigningKeyRow, end: KeyEnd) => Promise<void>
  withdraw: (kid: string) => Promise<boolean>
} {
  return {
    list: async () => await listKeys(knex, table),
    add: async (key) => await addKey(knex, table, key),
    supersede: async (key, end) => {
      await supersedeKeys(knex, table, key, end)
    },
    withdraw: async (kid) => await withdrawKey(knex, table, kid),
  }
}

async function insert(trx: Knex, table: KeyTable, key: SigningKeyRow): Promise<void> {
  await trx(table).insert({
    ...columnsOf(key, 'kid', 'alg', 'signFrom', 'signUntil', 'publishUntil'),
    ...{ public: key.publicJwk, private: key.sealedPrivateJwk },
  })
}
