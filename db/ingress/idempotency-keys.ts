/** Idempotency keys (contract.md 5): one row per application, member and key, for 24 hours. */
import { createHash } from 'node:crypto'
import type { Pool } from 'pg'
import type { Id } from '../../schemas/base/ids.js'
import type {
  IdempotencyKeys,
  KeyOwner,
  KeyState,
  ReservedIds,
} from '../../schemas/stream/idempotency-keys.js'
import { hasHeartbeat } from '../pg/live-process.js'
import { prepared, queryRows, type PreparedStatement } from '../pg/prepared-statements.js'

/** Status of a row whose outcome is unknown; it is null while the request runs. */
export const UNKNOWN = 0
/** Status of a row whose request was accepted. */
export const ACCEPTED = 202
/** No request runs longer: the outcome of a row that has been running for longer could not be saved. */
const MAX_REQUEST_TIME = "interval '45 seconds'"
/**
 * A holder whose last heartbeat is younger is certainly running the request: one heartbeat is due a second.
 */
const ALIVE_S = 1.5
/** A holder without a heartbeat for this long is taken for dead, and its keys are free. */
const DEAD_S = 2.5
export const KEY_LIFETIME = "interval '24 hours'"

/** How much of a SHA-256 is kept: nobody finds two texts with the same 128 bits. */
const HASH_BYTES = 16

/** Hash of a request's body, 16 bytes. Bodies are compared by it and not stored. */
export const bodyHash = (body: Uint8Array): Buffer => sha256(body).subarray(0, HASH_BYTES)

/** Hash of a key and its scope, 16 bytes; `member` is 0 for a key of the application itself. */
export function keyHash(client: string, member: Id, key: string): Buffer {
  return createHash('sha256')
    .update(`${client}\n${member}\n`)
    .update(sha256(key))
    .digest()
    .subarray(0, HASH_BYTES)
}

/** Text counts as UTF-8. */
const sha256 = (data: string | Uint8Array): Buffer => createHash('sha256').update(data).digest()

const IDS = 'batch_id, first_id'

const CLAIM_NEW = prepared(`
  insert into idempotency (key_hash, body_hash, ${IDS}, holder) values ($1, $2, $3, $4, $5)
  on conflict (key_hash) do update set body_hash = excluded.body_hash, status = null,
    batch_id = excluded.batch_id, first_id = excluded.first_id, holder = excluded.holder, created = now()
  where idempotency.created < now() - ${KEY_LIFETIME}
  returning ${IDS}`)

const CLAIM_ABANDONED = prepared(`
  update idempotency set status = null, holder = $3, created = now()
  where key_hash = $1 and body_hash = $2 and (
    status = ${UNKNOWN} or (status is null and (
      created < now() - ${MAX_REQUEST_TIME}
      or (holder is distinct from $3 and not ${hasHeartbeat('holder', DEAD_S)}))))
  returning ${IDS}`)

const READ = prepared(`
  select ${IDS}, body_hash, status, holder = $2 or ${hasHeartbeat('holder', ALIVE_S)}
  from idempotency where key_hash = $1`)

/** A process that was taken for dead and went on must not change a key that another holds now. */
const IS_OURS = 'key_hash = $1 and status is null and holder = $2'

const COMPLETE = prepared(`update idempotency set status = ${ACCEPTED}, holder = null where ${IS_OURS}`)

const RELEASE = prepared(`delete from idempotency where ${IS_OURS}`)

const ABANDON = prepared(`update idempotency set status = ${UNKNOWN}, holder = null where ${IS_OURS}`)

type StoredIds = [batch: number, first: number | null]
type StoredKey = [...StoredIds, bodyHash: Buffer, status: number | null, isHolderAlive: boolean]

/**
 * Keys of requests: `claim` one before the work, then report the outcome by `complete`, `release` (nothing
 * was done) or `abandon` (unknown). `holder` is the name of this process in its heartbeats; its claims end
 * with them. Null: claims are not held, and a second request continues at once with the same ids.
 */
export function idempotencyKeys(pool: Pool, holder: string | null): IdempotencyKeys {
  const update = async (statement: PreparedStatement, { client, member, key }: KeyOwner): Promise<void> => {
    await queryRows(pool, statement, [keyHash(client, member, key), holder])
  }
  return {
    claim: async ({ client, member, key, body }, proposed) => {
      const hash = keyHash(client, member, key)
      const ofBody = bodyHash(body)
      const { batch, first } = proposed
      const reserved = [batch, first === '' ? null : first]
      const [created] = await queryRows(pool, CLAIM_NEW, [hash, ofBody, ...reserved, holder])
      if (created !== undefined) return { is: 'ours', ids: proposed }
      const [abandoned] = await queryRows<StoredIds>(pool, CLAIM_ABANDONED, [hash, ofBody, holder])
      if (abandoned !== undefined) return { is: 'ours', ids: toIds(abandoned) }
      const [stored] = await queryRows<StoredKey>(pool, READ, [hash, holder])
      return stored === undefined ? { is: 'running', ids: null } : stateOf(stored, ofBody)
    },
    complete: async (owner) => {
      await update(COMPLETE, owner)
    },
    release: async (owner) => {
      await update(RELEASE, owner)
    },
    abandon: async (owner) => {
      await update(ABANDON, owner)
    },
  }
}

/** State of a key that another request claimed. */
function stateOf([batch, first, storedHash, status, isHolderAlive]: StoredKey, ofBody: Buffer): KeyState {
  const ids = toIds([batch, first])
  if (!storedHash.equals(ofBody)) return { is: 'other' }
  if (status === null && !isHolderAlive) return { is: 'unknown', ids }
  if (status === null || status === UNKNOWN) return { is: 'running', ids }
  return { is: 'answered', ids }
}

function toIds([batch, first]: StoredIds): ReservedIds {
  return { batch: String(batch), first: first === null ? '' : String(first) }
}
