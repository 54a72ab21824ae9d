/**
 * Idempotency keys of feed lines, many at a time (contract.md 8). They share the table of request keys
 * (ingress/idempotency-keys.ts), under a member id that no member has: a line for a loyalty number may come
 * before its member does. Rows are locked in the order of their keys.
 */
import type { Pool } from 'pg'
import { idempotencyKeys, KEY_LIFETIME, sha256 } from '../ingress/idempotency-keys.js'
import type { KeyState, ReservedIds } from '../../schemas/stream/idempotency-keys.js'
import { prepared, queryRows } from '../pg/prepared-statements.js'
import { mapConcurrent } from './map-concurrent.js'

interface KeyedLine {
  key: string
  body: Uint8Array
  ids: ReservedIds
}

const NO_MEMBER = '0'
const MAX_CONCURRENT_CLAIMS = 4

const CLAIM_NEW = prepared(`
  insert into idempotency (client_id, member_id, key_hash, body_hash, answer)
  select $1, ${NO_MEMBER}, k, b, a from unnest($2::bytea[], $3::bytea[], $4::text[]) as x(k, b, a) order by k
  on conflict (client_id, member_id, key_hash) do update set body_hash = excluded.body_hash, status = null,
    answer = excluded.answer, created = now()
  where idempotency.created < now() - ${KEY_LIFETIME}
  returning key_hash`)

const LOCK_RUNNING = `
  select client_id, member_id, key_hash from idempotency
  where client_id = $1 and member_id = ${NO_MEMBER} and key_hash = any($2::bytea[]) and status is null
  order by key_hash for update`

const SAVE_ANSWERS = prepared(`
  with locked as (${LOCK_RUNNING})
  update idempotency i set status = 202, answer = i.answer || E'\\n' || x.answer
  from locked l join unnest($2::bytea[], $3::text[]) as x(key_hash, answer) on x.key_hash = l.key_hash
  where i.client_id = l.client_id and i.member_id = l.member_id and i.key_hash = l.key_hash`)

const ABANDON = prepared(`
  with locked as (${LOCK_RUNNING})
  update idempotency i set status = 0 from locked l
  where i.client_id = l.client_id and i.member_id = l.member_id and i.key_hash = l.key_hash`)

/** Keys of an application's lines, kept for 24 hours like those of requests (contract.md 5 and 8). */
export function lineKeyStore(pool: Pool) {
  const requestKeys = idempotencyKeys(pool, null)
  return {
    /** Claims keys, all different; their states in order. New keys take one statement for all. */
    claim: async (client: string, lines: readonly KeyedLine[]): Promise<KeyState[]> => {
      const hashes = lines.map((line) => sha256(line.key))
      const created = await queryRows<[Buffer]>(pool, CLAIM_NEW, [
        client,
        hashes,
        lines.map((line) => sha256(line.body)),
        lines.map((line) => JSON.stringify(line.ids)),
      ])
      const ours = new Set(created.map(([hash]) => hash.toString('hex')))
      const states = lines.map(({ ids }): KeyState => ({ is: 'ours', ids }))
      const known = [...lines.entries()].filter(([at]) => !ours.has(hashes[at]?.toString('hex') ?? ''))
      await mapConcurrent(known, MAX_CONCURRENT_CLAIMS, async ([at, { key, body, ids }]) => {
        states[at] = await requestKeys.claim({ client, member: NO_MEMBER, key, body }, ids)
      })
      return states
    },
    /** Stores the answers of accepted lines. */
    saveAnswers: async (
      client: string,
      lines: ReadonlyArray<{ key: string; answer: string }>,
    ): Promise<void> => {
      await queryRows(pool, SAVE_ANSWERS, [
        client,
        lines.map((line) => sha256(line.key)),
        lines.map((line) => line.answer),
      ])
    },
    /**
     * Lines that were not accepted, or whose outcome is unknown: the next attempt continues with the same
     * ids.
     */
    abandon: async (client: string, keys: readonly string[]): Promise<void> => {
      await queryRows(pool, ABANDON, [client, keys.map(sha256)])
    },
  }
}
