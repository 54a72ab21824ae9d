/**
 * Idempotency keys of feed lines, many at a time (contract.md 8). They share the table of request keys
 * (ingress/idempotency-keys.ts), under a member id that no member has: a line for a loyalty number may come
 * before its member does. Rows are locked in the order of their keys.
 */
import type { Pool } from 'pg'
import {
  ACCEPTED,
  bodyHash,
  idempotencyKeys,
  KEY_LIFETIME,
  keyHash,
  UNKNOWN,
} from '../ingress/idempotency-keys.js'
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
  insert into idempotency (key_hash, body_hash, batch_id, first_id)
  select * from unnest($1::bytea[], $2::bytea[], $3::bigint[], $4::bigint[]) as x(key, body, batch, first)
  order by key
  on conflict (key_hash) do update set body_hash = excluded.body_hash, status = null,
    batch_id = excluded.batch_id, first_id = excluded.first_id, created = now()
  where idempotency.created < now() - ${KEY_LIFETIME}
  returning key_hash`)

const setStatus = (status: number) =>
  prepared(`
  with locked as (
    select key_hash from idempotency where key_hash = any($1::bytea[]) and status is null
    order by key_hash for update
  )
  update idempotency i set status = ${status} from locked l where i.key_hash = l.key_hash`)

const COMPLETE = setStatus(ACCEPTED)
const ABANDON = setStatus(UNKNOWN)

/** Keys of an application's lines, kept for 24 hours like those of requests (contract.md 5 and 8). */
export function lineKeyStore(pool: Pool) {
  const requestKeys = idempotencyKeys(pool, null)
  const hashOf = (client: string, key: string): Buffer => keyHash(client, NO_MEMBER, key)
  const update = async (
    statement: ReturnType<typeof setStatus>,
    client: string,
    keys: readonly string[],
  ): Promise<void> => {
    await queryRows(pool, statement, [keys.map((key) => hashOf(client, key))])
  }
  return {
    /** Claims keys, all different; their states in order. New keys take one statement for all. */
    claim: async (client: string, lines: readonly KeyedLine[]): Promise<KeyState[]> => {
      const hashes = lines.map((line) => hashOf(client, line.key))
      const created = await queryRows<[Buffer]>(pool, CLAIM_NEW, [
        hashes,
        lines.map((line) => bodyHash(line.body)),
        lines.map((line) => line.ids.batch),
        lines.map((line) => line.ids.first),
      ])
      const ours = new Set(created.map(([hash]) => hash.toString('hex')))
      const states = lines.map(({ ids }): KeyState => ({ is: 'ours', ids }))
      const known = [...lines.entries()].filter(([at]) => !ours.has(hashes[at]?.toString('hex') ?? ''))
      await mapConcurrent(known, MAX_CONCURRENT_CLAIMS, async ([at, { key, body, ids }]) => {
        states[at] = await requestKeys.claim({ client, member: NO_MEMBER, key, body }, ids)
      })
      return states
    },
    /** Lines that were accepted. */
    complete: async (client: string, keys: readonly string[]): Promise<void> => {
      await update(COMPLETE, client, keys)
    },
    /**
     * Lines that were not accepted, or whose outcome is unknown: the next attempt continues with the same
     * ids.
     */
    abandon: async (client: string, keys: readonly string[]): Promise<void> => {
      await update(ABANDON, client, keys)
    },
  }
}
