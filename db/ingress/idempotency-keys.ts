/** Idempotency keys (contract.md 5): one row a key, application and member, for 24 hours. */
import { createHash } from 'node:crypto'
import type { Pool } from 'pg'
import type { Id } from '../../schemas/base/ids.js'
import { queryRows } from '../pg/prepared-statements.js'

export interface RequestIds {
  batch: Id
  first: Id
}
interface KeyOwner {
  client: string
  member: Id
  key: string
  body: Uint8Array
}
export type KeyState =
  | { is: 'ours'; ids: RequestIds }
  | { is: 'running'; ids: RequestIds | null }
  | { is: 'other' }
  | { is: 'answered'; status: number; answer: string; ids: RequestIds }

/** Status of a row whose request is running, and of one whose outcome nobody knows. */
const UNKNOWN = 0
/** A request runs no longer than this; what still stands as running then belonged to a process that died. */
const LONGEST = "interval '45 seconds'"
export const KEY_LIFETIME = "interval '24 hours'"

/** SHA-256, 32 bytes: keys and bodies are compared by it and not kept; text counts as UTF-8. */
export const sha256 = (data: string | Uint8Array): Buffer => createHash('sha256').update(data).digest()
const KEY = 'client_id = $1 and member_id = $2 and key_hash = $3'

/**
 * Keys of requests: `claim` one before the work, then tell what came of it, `answered`, `release` (nothing was done) or
 * `leave` (nobody knows). `answer` of a row holds the ids in its first line and, once there is one, the answer after it.
 */
export function idempotencyKeys(pool: Pool) {
  const named = ({ client, member, key }: KeyOwner): [string, Id, Buffer] => [client, member, sha256(key)]

  const claim = async (owner: KeyOwner, proposed: RequestIds): Promise<KeyState> => {
    const key = named(owner)
    const body = sha256(owner.body)
    const ids = JSON.stringify(proposed)
    const [made] = await queryRows<[string]>(
      pool,
      `
      insert into idempotency (client_id, member_id, key_hash, body_hash, answer) values ($1, $2, $3, $4, $5)
      on conflict (client_id, member_id, key_hash) do update set body_hash = excluded.body_hash, status = null, answer = excluded.answer, created = now()
        where idempotency.created < now() - ${KEY_LIFETIME}
      returning answer`,
      [...key, body, ids],
    )
    if (made !== undefined) return { is: 'ours', ids: proposed }
    const [taken] = await queryRows<[string]>(
      pool,
      `
      update idempotency set status = null, created = now()
      where ${KEY} and body_hash = $4 and (status = ${UNKNOWN} or (status is null and created < now() - ${LONGEST}))
      returning answer`,
      [...key, body],
    )
    if (taken !== undefined) return { is: 'ours', ids: JSON.parse(taken[0]) as RequestIds }
    const [row] = await queryRows<[Buffer, number | null, string]>(
      pool,
      `select body_hash, status, answer from idempotency where ${KEY}`,
      key,
    )
    if (row === undefined) return { is: 'running', ids: null }
    const [known, status, answer] = row
    if (!known.equals(body)) return { is: 'other' }
    const cut = answer.indexOf('\n')
    if (status === null || status === UNKNOWN) return { is: 'running', ids: JSON.parse(answer) as RequestIds }
    return {
      is: 'answered',
      status,
      answer: answer.slice(cut + 1),
      ids: JSON.parse(answer.slice(0, cut)) as RequestIds,
    }
  }

  return {
    claim,
    saveAnswer: async (owner: KeyOwner, status: number, answer: string): Promise<void> => {
      await queryRows(
        pool,
        `update idempotency set status = $4, answer = answer || E'\\n' || $5 where ${KEY} and status is null`,
        [...named(owner), status, answer],
      )
    },
    release: async (owner: KeyOwner): Promise<void> => {
      await queryRows(pool, `delete from idempotency where ${KEY} and status is null`, named(owner))
    },
    abandon: async (owner: KeyOwner): Promise<void> => {
      await queryRows(
        pool,
        `update idempotency set status = ${UNKNOWN} where ${KEY} and status is null`,
        named(owner),
      )
    },
  }
}
