/** Idempotency keys (contract.md 5): one row per application, member and key, for 24 hours. */
import { createHash } from 'node:crypto'
import type { Pool } from 'pg'
import type { Id } from '../../schemas/base/ids.js'
import type { KeyOwner, KeyState, ReservedIds } from '../../schemas/stream/idempotency-keys.js'
import { hasHeartbeat } from '../operator/process-heartbeat.js'
import { prepared, queryRows } from '../pg/prepared-statements.js'

/** Status of a row whose outcome is unknown; it is null while the request runs. */
const UNKNOWN = 0
/** No request runs longer: the outcome of a row that has been running for longer could not be saved. */
const MAX_REQUEST_TIME = "interval '45 seconds'"
/**
 * A holder whose last heartbeat is younger is certainly running the request: one heartbeat is due a second.
 */
const ALIVE_S = 1.5
/** A holder without a heartbeat for this long is taken for dead, and its keys are free. */
const DEAD_S = 2.5
export const KEY_LIFETIME = "interval '24 hours'"

/** SHA-256, 32 bytes. Keys and bodies are compared by it and not stored; text counts as UTF-8. */
export const sha256 = (data: string | Uint8Array): Buffer => createHash('sha256').update(data).digest()

const IS_KEY = 'client_id = $1 and member_id = $2 and key_hash = $3'

const CLAIM_NEW = prepared(`
  insert into idempotency (client_id, member_id, key_hash, body_hash, answer, holder)
  values ($1, $2, $3, $4, $5, $6)
  on conflict (client_id, member_id, key_hash) do update set body_hash = excluded.body_hash, status = null,
    answer = excluded.answer, holder = excluded.holder, created = now()
  where idempotency.created < now() - ${KEY_LIFETIME}
  returning answer`)

const CLAIM_ABANDONED = prepared(`
  update idempotency set status = null, holder = $5, created = now()
  where ${IS_KEY} and body_hash = $4 and (
    status = ${UNKNOWN} or (status is null and (
      created < now() - ${MAX_REQUEST_TIME}
      or (holder is distinct from $5 and not ${hasHeartbeat('holder', DEAD_S)}))))
  returning answer`)

const READ = prepared(`
  select body_hash, status, answer, holder = $4 or ${hasHeartbeat('holder', ALIVE_S)}
  from idempotency where ${IS_KEY}`)

/** A process that was taken for dead and went on must not change a key that another holds now. */
const IS_OURS = `${IS_KEY} and status is null and holder = $4`

const SAVE_ANSWER = prepared(`
  update idempotency set status = $5, answer = answer || E'\\n' || $6, holder = null where ${IS_OURS}`)

const RELEASE = prepared(`delete from idempotency where ${IS_OURS}`)

const ABANDON = prepared(`update idempotency set status = ${UNKNOWN}, holder = null where ${IS_OURS}`)

type StoredKey = [bodyHash: Buffer, status: number | null, answer: string, isHolderAlive: boolean]

/**
 * Keys of requests: `claim` one before the work, then report the outcome by `saveAnswer`, `release` (nothing
 * was done) or `abandon` (unknown). The column `answer` holds the reserved ids in its first line, followed by
 * the answer once there is one. `holder` is the name of this process in its heartbeats; its claims end with
 * them. Null: claims are not held, and a second request continues at once with the same ids.
 */
export function idempotencyKeys(pool: Pool, holder: string | null) {
  const parameters = ({ client, member, key }: KeyOwner): [string, Id, Buffer] => [
    client,
    member,
    sha256(key),
  ]
  return {
    claim: async (owner: KeyOwner, proposed: ReservedIds): Promise<KeyState> => {
      const key = parameters(owner)
      const body = sha256(owner.body)
      const [created] = await queryRows(pool, CLAIM_NEW, [...key, body, JSON.stringify(proposed), holder])
      if (created !== undefined) return { is: 'ours', ids: proposed }
      const [abandoned] = await queryRows<[string]>(pool, CLAIM_ABANDONED, [...key, body, holder])
      if (abandoned !== undefined) return { is: 'ours', ids: JSON.parse(abandoned[0]) as ReservedIds }
      const [stored] = await queryRows<StoredKey>(pool, READ, [...key, holder])
      return stored === undefined ? { is: 'running', ids: null } : stateOf(stored, body)
    },
    saveAnswer: async (owner: KeyOwner, status: number, answer: string): Promise<void> => {
      await queryRows(pool, SAVE_ANSWER, [...parameters(owner), holder, status, answer])
    },
    release: async (owner: KeyOwner): Promise<void> => {
      await queryRows(pool, RELEASE, [...parameters(owner), holder])
    },
    abandon: async (owner: KeyOwner): Promise<void> => {
      await queryRows(pool, ABANDON, [...parameters(owner), holder])
    },
  }
}

/** State of a key that another request claimed. */
function stateOf([bodyHash, status, stored, isHolderAlive]: StoredKey, body: Buffer): KeyState {
  if (!bodyHash.equals(body)) return { is: 'other' }
  if (status === null && !isHolderAlive) return { is: 'unknown', ids: JSON.parse(stored) as ReservedIds }
  if (status === null || status === UNKNOWN) return { is: 'running', ids: JSON.parse(stored) as ReservedIds }
  const endOfIds = stored.indexOf('\n')
  return {
    is: 'answered',
    status,
    answer: stored.slice(endOfIds + 1),
    ids: JSON.parse(stored.slice(0, endOfIds)) as ReservedIds,
  }
}
