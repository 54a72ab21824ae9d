/**
 * Revocations: written and announced in the transaction that revokes something; nodes receive them by push
 * and by poll.
 */
import type { Knex } from 'knex'
import pg from 'pg'
import type { Log } from '../../schemas/base/log.js'
import type {
  Revocation,
  RevocationClaims,
  RevocationFeed,
  RevocationPage,
} from '../../schemas/oauth/revocation.js'
import { connection } from '../pg/connect.js'

const CHANNEL = 'revocation'
/** Lifetime of an access token, and a minute for clocks that differ. */
const RETENTION = "interval '24 hours 1 minute'"
const RECONNECT_MS = 250
const POLL_TIMEOUT_MS = 2_000

const REVOKE = `
  with created as (
    insert into revocation (kind, key, generation, until)
    select kind, key, generation, clock_timestamp() + ${RETENTION}
    from unnest(?::text[], ?::text[], ?::int[]) as t(kind, key, generation)
    returning kind, key, generation, until
  )
  select pg_notify('${CHANNEL}',
    json_build_array(kind, key, generation, (extract(epoch from until) * 1000)::bigint)::text)
  from created`

/**
 * Writes revocations; they are announced when `trx` commits. Must not run once per issued token: NOTIFY takes
 * a lock on the whole database at commit.
 */
export async function revoke(
  trx: Knex,
  entries: ReadonlyArray<Pick<Revocation, 'kind' | 'key' | 'generation'>>,
): Promise<void> {
  if (entries.length === 0) return
  await trx.raw(REVOKE, [
    entries.map((entry) => entry.kind),
    entries.map((entry) => entry.key),
    entries.map((entry) => entry.generation),
  ])
}

const POLL = `
  select pg_snapshot_xmin(pg_current_snapshot())::text as horizon,
    (extract(epoch from clock_timestamp()) * 1000)::float8 as now,
    r.kind, r.key, r.generation, (extract(epoch from r.until) * 1000)::bigint::float8 as until
  from (select 1) as one
  left join revocation r on r.until > now() and (?::text is null or r.xid >= ?::text::xid8)`

interface Snapshot {
  horizon: string
  now: number
}
type PollRow = Snapshot &
  ({ kind: Revocation['kind']; key: string; generation: number; until: number } | { kind: null })

/**
 * Entries whose transaction is at or above `since` (null: all that still count), with the horizon of the same
 * snapshot. By transaction id rather than row id: ids of a sequence become visible out of order, and a poll
 * by row id would skip a transaction that commits late.
 */
export async function pollRevocations(knex: Knex, since: string | null): Promise<RevocationPage> {
  const { rows } = (await knex.raw(POLL, [since, since]).timeout(POLL_TIMEOUT_MS)) as { rows: PollRow[] }
  const first = rows[0]
  if (first === undefined) throw new Error('a select without from returned no row')
  const entries: Revocation[] = []
  for (const row of rows)
    if (row.kind !== null)
      entries.push({ kind: row.kind, key: row.key, generation: row.generation, until: row.until })
  return { horizon: first.horizon, now: first.now, entries }
}

const IS_REVOKED = `
  select exists (
    select from revocation where until > now() and (
      kind = 'grant' and key = ? or kind = 'token' and key = ? or kind = 'app' and key = ? and generation > ?)
  ) as revoked`

/** True if a token with these claims is revoked; for a node whose own view is too old. */
export async function isRevoked(knex: Knex, claims: RevocationClaims): Promise<boolean> {
  const { rows } = (await knex
    .raw(IS_REVOKED, [claims.grantId, claims.jti, claims.clientId, claims.generation])
    .timeout(POLL_TIMEOUT_MS, { cancel: true })) as { rows: Array<{ revoked: boolean }> }
  return rows[0]?.revoked ?? true
}

/** Polls use the pool; the push half needs a direct connection, not a transaction pooler. */
export function revocationFeed(knex: Knex, connectionString: string, log: Log): RevocationFeed {
  return {
    poll: async (since) => await pollRevocations(knex, since),
    listen: (onRevocation) => listen(connectionString, onRevocation, log),
    queryRevoked: async (claims) => await isRevoked(knex, claims),
  }
}

function listen(
  connectionString: string,
  onRevocation: (entry: Revocation) => void,
  log: Log,
): () => Promise<void> {
  let client: pg.Client | null = null
  let timer: NodeJS.Timeout | null = null
  let stopped = false
  const reconnectLater = (): void => {
    client = null
    if (stopped || timer !== null) return
    timer = setTimeout(() => {
      timer = null
      connect()
    }, RECONNECT_MS)
    timer.unref()
  }
  const connect = (): void => {
    const next = new pg.Client(connection(connectionString, 'tripfold revocations'))
    client = next
    // A broken connection raises two errors: the handler must stay, and only `end` leads to a reconnect.
    next.on('error', (error) => {
      log.warn({ error }, 'revocation listener lost its connection; polling continues')
    })
    next.on('end', reconnectLater)
    next.on('notification', (message) => {
      onRevocation(parseNotification(message.payload))
    })
    next
      .connect()
      .then(async () => await next.query(`listen ${CHANNEL}`))
      .catch((error: unknown) => {
        log.warn({ error }, 'revocation listener could not connect; polling continues')
        // After a failed connect `end` may never come.
        next.removeListener('end', reconnectLater)
        void next
          .end()
          .catch((failure: unknown) => {
            log.debug({ error: failure }, 'could not close a connection that never opened')
          })
          .finally(reconnectLater)
      })
  }
  connect()
  return async () => {
    stopped = true
    if (timer !== null) clearTimeout(timer)
    await client?.end()
  }
}

function parseNotification(payload: string | undefined): Revocation {
  const [kind, key, generation, until] = JSON.parse(payload ?? '[]') as [
    Revocation['kind'],
    string,
    number,
    number,
  ]
  return { kind, key, generation, until }
}
