/** Revocations: written and announced in the transaction that ends something, read by push and by poll. */
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
/** Lifetime of an access token and a minute for clocks that differ. */
const KEPT = "interval '24 hours 1 minute'"
const RECONNECT_MS = 250
const POLL_LIMIT_MS = 2_000

/**
 * Writes revocations and announces them when `trx` commits. Never called per token issued: NOTIFY takes a lock on the
 * whole database at commit.
 */
export async function revoke(
  trx: Knex,
  entries: ReadonlyArray<Pick<Revocation, 'kind' | 'key' | 'generation'>>,
): Promise<void> {
  if (entries.length === 0) return
  await trx.raw(
    `
    with made as (
      insert into revocation (kind, key, generation, until)
      select kind, key, generation, clock_timestamp() + ${KEPT}
      from unnest(?::text[], ?::text[], ?::int[]) as t(kind, key, generation)
      returning kind, key, generation, until
    )
    select pg_notify('${CHANNEL}', json_build_array(kind, key, generation, (extract(epoch from until) * 1000)::bigint)::text) from made`,
    [entries.map((e) => e.kind), entries.map((e) => e.key), entries.map((e) => e.generation)],
  )
}

/**
 * Entries whose transaction is at or above `since` (null: all that still count), with the horizon of the same snapshot.
 * By transaction id and not by row id: ids of a sequence become visible out of order, and a poll by id would skip a late
 * committer.
 */
export async function pollRevocations(knex: Knex, since: string | null): Promise<RevocationPage> {
  const { rows } = (await knex
    .raw(
      `
    select pg_snapshot_xmin(pg_current_snapshot())::text as horizon, (extract(epoch from clock_timestamp()) * 1000)::float8 as now,
           r.kind, r.key, r.generation, (extract(epoch from r.until) * 1000)::bigint::float8 as until
    from (select 1) as one left join revocation r on r.until > now() and (?::text is null or r.xid >= ?::text::xid8)`,
      [since, since],
    )
    .timeout(POLL_LIMIT_MS)) as { rows: PollRow[] }
  const first = rows[0]
  if (first === undefined) throw new Error('a snapshot is always one row')
  const entries: Revocation[] = []
  for (const row of rows)
    if (row.kind !== null)
      entries.push({ kind: row.kind, key: row.key, generation: row.generation, until: row.until })
  return { horizon: first.horizon, now: first.now, entries }
}

interface Snapshot {
  horizon: string
  now: number
}
type PollRow = Snapshot &
  ({ kind: Revocation['kind']; key: string; generation: number; until: number } | { kind: null })

/** Whether a token with these claims was ended: what a node asks when its own view is too old. */
export async function isRevoked(knex: Knex, claims: RevocationClaims): Promise<boolean> {
  const { rows } = (await knex
    .raw(
      `
    select exists (
      select from revocation where until > now()
      and (kind = 'grant' and key = ? or kind = 'token' and key = ? or kind = 'app' and key = ? and generation > ?)
    ) as ended`,
      [claims.grantId, claims.jti, claims.clientId, claims.generation],
    )
    .timeout(POLL_LIMIT_MS, { cancel: true })) as { rows: Array<{ ended: boolean }> }
  return rows[0]?.ended ?? true
}

/** A feed over a pool for polls and a direct connection (no transaction pooler) for the push half. */
export function revocationFeed(knex: Knex, connectionString: string, log: Log): RevocationFeed {
  return {
    poll: async (since) => await pollRevocations(knex, since),
    listen: (heard) => listen(connectionString, heard, log),
    queryRevoked: async (claims) => await isRevoked(knex, claims),
  }
}

function listen(connectionString: string, heard: (entry: Revocation) => void, log: Log): () => Promise<void> {
  let client: pg.Client | null = null
  let timer: NodeJS.Timeout | null = null
  let ended = false
  const again = (): void => {
    client = null
    if (ended || timer !== null) return
    timer = setTimeout(() => {
      timer = null
      connect()
    }, RECONNECT_MS)
    timer.unref()
  }
  const connect = (): void => {
    const next = new pg.Client(connection(connectionString, 'tripfold revocations'))
    client = next
    // A cut connection raises two errors; the handler stays, and only `end` leads to a new connection.
    next.on('error', (error) => {
      log.warn({ error }, 'the revocation listener lost its connection; the poll goes on')
    })
    next.on('end', again)
    next.on('notification', (message) => {
      const [kind, key, generation, until] = JSON.parse(message.payload ?? '[]') as [
        Revocation['kind'],
        string,
        number,
        number,
      ]
      heard({ kind, key, generation, until })
    })
    next
      .connect()
      .then(async () => await next.query(`listen ${CHANNEL}`))
      .catch((error: unknown) => {
        log.warn({ error }, 'the revocation listener could not connect; the poll goes on')
        // After a failed connect there may be no `end` to wait for.
        next.removeListener('end', again)
        void next
          .end()
          .catch((late: unknown) => {
            log.debug({ error: late }, 'closing a connection that never opened')
          })
          .finally(again)
      })
  }
  connect()
  return async () => {
    ended = true
    if (timer !== null) clearTimeout(timer)
    await client?.end()
  }
}
