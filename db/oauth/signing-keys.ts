/** Stored signing keys: the private half is sealed. Times are compared with the database's clock. */
import type { Knex } from 'knex'
import { columnsOf, rowsOf } from '../pg/knex-rows.js'
import type { SigningKeyRow } from '../../schemas/oauth/signing-key.js'

/** Serialises changes of keys across all nodes. */
const LOCK = "select pg_advisory_xact_lock(hashtext('signing_key'))"

const PUBLISHED = `
  select c.now, k.kid, k.alg, k.public as public_jwk, k.private as sealed_private_jwk, k.sign_from, k.sign_until,
    k.publish_until
  from (select clock_timestamp() as now) c
  left join signing_key k on k.publish_until > c.now order by k.sign_from`

/** Keys that are still published, oldest first, and the time of the database. */
export async function listSigningKeys(knex: Knex): Promise<{ now: Date; keys: SigningKeyRow[] }> {
  const rows = await rowsOf<SigningKeyRow & { now: Date }>(knex, PUBLISHED)
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

const COVERED = `
  select from signing_key
  where sign_until > :from
    and (:from::timestamptz > clock_timestamp() or sign_from <= clock_timestamp())
  limit 1`

/**
 * Adds a key unless another one signs at or after its start, so that only one of several nodes adds one;
 * returns whether it was added. A key that is to sign at once yields only to one that signs now: a published
 * successor does not fill the gap before its start.
 */
export async function addSigningKey(knex: Knex, key: SigningKeyRow): Promise<boolean> {
  return await knex.transaction(async (trx) => {
    await trx.raw(LOCK)
    if ((await rowsOf(trx, COVERED, { from: key.signFrom })).length > 0) return false
    await insert(trx, key)
    return true
  })
}

/** Adds a key. Every other key stops signing when it starts, and leaves the JWKS `tailMs` after that. */
export async function supersedeSigningKeys(knex: Knex, key: SigningKeyRow, tailMs: number): Promise<void> {
  await knex.transaction(async (trx) => {
    await trx.raw(LOCK)
    const publishUntil = new Date(key.signFrom.getTime() + tailMs)
    await trx('signing_key').where('sign_from', '>=', key.signFrom).delete()
    await trx('signing_key')
      .where('sign_until', '>', key.signFrom)
      .update({ sign_until: key.signFrom, publish_until: publishUntil })
    await insert(trx, key)
  })
}

/** Removes a key: nodes refuse its tokens once they have read the table again. True if it existed. */
export async function withdrawSigningKey(knex: Knex, kid: string): Promise<boolean> {
  return (await knex('signing_key').where({ kid }).delete()) === 1
}

/** The four as a store. */
export function signingKeyStore(knex: Knex): {
  list: () => Promise<{ now: Date; keys: SigningKeyRow[] }>
  add: (key: SigningKeyRow) => Promise<boolean>
  supersede: (key: SigningKeyRow, tailMs: number) => Promise<void>
  withdraw: (kid: string) => Promise<boolean>
} {
  return {
    list: async () => await listSigningKeys(knex),
    add: async (key) => await addSigningKey(knex, key),
    supersede: async (key, tailMs) => {
      await supersedeSigningKeys(knex, key, tailMs)
    },
    withdraw: async (kid) => await withdrawSigningKey(knex, kid),
  }
}

async function insert(trx: Knex, key: SigningKeyRow): Promise<void> {
  await trx('signing_key').insert({
    ...columnsOf(key, 'kid', 'alg', 'signFrom', 'signUntil', 'publishUntil'),
    ...{ public: key.publicJwk, private: key.sealedPrivateJwk },
  })
}
