/**
 * Keys of lines of feeds, many at a time (contract.md 8). They stand beside those of requests (idempotency.ts), under a member
 * that no member is: a line by loyalty number may come before its member does. Rows are locked in the order of their keys.
 */
import type { Pool } from 'pg'
import { sha256, idempotencyKeys, KEY_LIFETIME } from '../ingress/idempotency-keys.js'
import type { RequestIds, KeyState } from '../ingress/idempotency-keys.js'
import { queryRows } from '../pg/prepared-statements.js'
import { mapConcurrent } from './map-concurrent.js'

interface KeyedLine {
  key: string
  body: Uint8Array
  ids: RequestIds
}

const NO_MEMBER = '0'
const KNOWN_AT_ONCE = 4

const CLAIM = `
  insert into idempotency (client_id, member_id, key_hash, body_hash, answer)
  select $1, ${NO_MEMBER}, k, b, a from unnest($2::bytea[], $3::bytea[], $4::text[]) as x(k, b, a) order by k
  on conflict (client_id, member_id, key_hash) do update set body_hash = excluded.body_hash, status = null, answer = excluded.answer, created = now()
    where idempotency.created < now() - ${KEY_LIFETIME}
  returning key_hash`

const LOCKED = `
  select client_id, member_id, key_hash from idempotency
  where client_id = $1 and member_id = ${NO_MEMBER} and key_hash = any($2::bytea[]) and status is null order by key_hash for update`

const ANSWERED = `
  with locked as (${LOCKED})
  update idempotency i set status = 202, answer = i.answer || E'\\n' || x.answer
  from locked l join unnest($2::bytea[], $3::text[]) as x(key_hash, answer) on x.key_hash = l.key_hash
  where i.client_id = l.client_id and i.member_id = l.member_id and i.key_hash = l.key_hash`

const LEFT = `
  with locked as (${LOCKED})
  update idempotency i set status = 0 from locked l
  where i.client_id = l.client_id and i.member_id = l.member_id and i.key_hash = l.key_hash`

/** Keys of an application's lines, kept for 24 hours as those of requests are (contract.md 5 and 8). */
export function lineKeyStore(pool: Pool) {
  const known = idempotencyKeys(pool)
  return {
    /** Claims keys, no two of them the same; where each stands, in order. Those that are new take one statement. */
    claim: async (client: string, lines: readonly KeyedLine[]): Promise<KeyState[]> => {
      const keys = lines.map((line) => sha256(line.key))
      const made = await queryRows<[Buffer]>(pool, CLAIM, [
        client,
        keys,
        lines.map((line) => sha256(line.body)),
        lines.map((line) => JSON.stringify(line.ids)),
      ])
      const ours = new Set(made.map(([key]) => key.toString('hex')))
      const states = lines.map(({ ids }): KeyState => ({ is: 'ours', ids }))
      await mapConcurrent(
        [...lines.entries()].filter(([at]) => !ours.has(keys[at]?.toString('hex') ?? '')),
        KNOWN_AT_ONCE,
        async ([at, { key, body, ids }]) => {
          states[at] = await known.claim({ client, member: NO_MEMBER, key, body }, ids)
        },
      )
      return states
    },
    /** Keeps what accepted lines were answered. */
    saveAnswers: async (
      client: string,
      lines: ReadonlyArray<{ key: string; answer: string }>,
    ): Promise<void> => {
      await queryRows(pool, ANSWERED, [
        client,
        lines.map((line) => sha256(line.key)),
        lines.map((line) => line.answer),
      ])
    },
    /** They were not accepted, or nobody knows: the next try goes on with the same ids. */
    abandon: async (client: string, keys: readonly string[]): Promise<void> => {
      await queryRows(pool, LEFT, [client, keys.map(sha256)])
    },
  }
}
