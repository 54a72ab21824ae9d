/** Applications, members who authorised them, and callbacks, written straight into the database. */
import { randomBytes } from 'node:crypto'
import type pg from 'pg'
import { encodeSecret } from '../../../actors/delivery/webhook-signature.js'
import type { Vault } from '../../../api/oauth/vault.js'

export interface NewCallback {
  url: string
  client?: string
  events?: string[]
  ordered?: 'none' | 'member'
  maxInFlight?: number
  rate?: number | null
  timeoutMs?: number
  status?: 'Active' | 'Disabled'
  credentials?: string
}

export interface TestCallbacks {
  /** A member, authorised for the application (`partner` by default). */
  member: (id: string, client?: string) => Promise<void>
  callback: (made: NewCallback) => Promise<{ id: string; secret: string }>
}

const DEFAULTS = {
  client: 'partner',
  events: ['*'],
  ordered: 'none',
  maxInFlight: 10,
  rate: null,
  timeoutMs: 1_000,
  status: 'Active',
}

const INSERT_CALLBACK = `
  insert into callback (id, client_id, url, credentials, status, events, ordered,
    max_in_flight, rate_per_second, timeout_ms, secret, created)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, now() - interval '30 minutes')`

const INSERT_GRANT = `
  insert into oauth_grant (client_id, member_id, created_at) values ($1, $2, now() - interval '1 hour')`

/** Secrets are sealed by `vault`. */
export function testCallbacks(pool: pg.Pool, vault: Vault): TestCallbacks {
  let ids = 1_000
  const app = async (client: string): Promise<void> => {
    await pool.query('insert into app (client_id, name) values ($1, $1) on conflict do nothing', [client])
  }
  return {
    member: async (id, client = DEFAULTS.client) => {
      await app(client)
      await pool.query("insert into member (id, doc) values ($1, '{}') on conflict do nothing", [id])
      await pool.query(INSERT_GRANT, [client, id])
    },
    callback: async (made) => {
      const { client, url, credentials, ...settings } = { ...DEFAULTS, ...made }
      await app(client)
      const id = String((ids += 1))
      const secret = encodeSecret(randomBytes(32))
      await pool.query(INSERT_CALLBACK, [
        id,
        client,
        url,
        credentials === undefined ? null : vault.seal('webhook', Buffer.from(credentials)),
        settings.status,
        settings.events,
        settings.ordered,
        settings.maxInFlight,
        settings.rate,
        settings.timeoutMs,
        vault.seal('webhook', Buffer.from(secret)),
      ])
      await pool.query('insert into callback_due (callback_id) values ($1)', [id])
      return { id, secret }
    },
  }
}
