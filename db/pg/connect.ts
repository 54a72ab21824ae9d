/**
 * Connections to Postgres: a pool for hot paths, knex for the rest. Both return bigint as number; ids stay
 * below 2^53.
 */
import { once } from 'node:events'
import makeKnex, { type Knex } from 'knex'
import pg from 'pg'
import type { Log } from '../../schemas/base/log.js'
import { limitTransactions, sessionOptions } from './session-limits.js'
import { withLibpqSslMode } from './ssl-mode.js'

export interface ConnectOptions {
  /** Postgres URL; may point to a pooler in transaction mode, and ask for TLS (ssl-mode.ts). */
  url: string
  /** `application_name`, as shown in pg_stat_activity. */
  name: string
  log: Log
  /**
   * Whether the URL leads to Postgres itself: every statement is then limited (session-limits.ts). Otherwise
   * only transactions are, because a pooler refuses the options of a session.
   */
  direct?: boolean
  /** For workers: statements of the pool find rows by their keys alone (session-limits.ts). */
  keyPlans?: boolean
  /** Maximum connections of the pool; at least 4, so that one stuck transaction does not block the others. */
  size?: number
  /** Keeps idle connections of the pool open; by default they close after a minute. */
  keepOpen?: boolean
  /**
   * Milliseconds after which a query is given up and its connection discarded. Must be longer than any
   * statement may take. Without it, connections to a host that vanished block until the kernel gives up,
   * after a quarter of an hour.
   */
  queryTimeoutMs?: number
}

const KNEX_CONNECTIONS = 8

/** Message of the error that pg throws when `query_timeout` has passed. */
const QUERY_TIMEOUT_MESSAGE = 'Query read timeout'

/** True if the query was given up; its connection is then unusable. */
export function isQueryTimeout(error: unknown): boolean {
  return error instanceof Error && error.message === QUERY_TIMEOUT_MESSAGE
}

/** A query with its own timeout in place of the pool's; pg supports the option, its types do not list it. */
export function withQueryTimeout(text: string, queryTimeoutMs: number): pg.QueryConfig {
  return { text, query_timeout: queryTimeoutMs } as pg.QueryConfig
}

export interface Database {
  pool: pg.Pool
  knex: Knex
  /**
   * Waits for running queries, then closes every connection; resolves once Postgres has ended their sessions,
   * or after `CLOSE_TIMEOUT_MS` if it does not answer.
   */
  close: () => Promise<void>
}

const INT8_OID = 20
const INT8_ARRAY_OID = 1016

/** The form in which both pg and knex accept type parsers. */
interface TypeParsers {
  getTypeParser: (id: number, format?: string) => (text: string) => unknown
}

/** int8 and int8[] become numbers, everything else as usual. */
const types: TypeParsers = {
  getTypeParser: (id, format) => {
    if (format !== 'binary' && id === INT8_OID) return Number
    if (format !== 'binary' && id === INT8_ARRAY_OID) return parseNumbers
    return pg.types.getTypeParser(id, format === 'binary' ? 'binary' : 'text') as (text: string) => unknown
  },
}

/** `{1,2}` to numbers; arrays of ids contain no nulls. */
function parseNumbers(text: string): number[] {
  return text === '{}' ? [] : text.slice(1, -1).split(',').map(Number)
}

export interface Connection {
  connectionString: string
  application_name: string
  keepAlive: boolean
  keepAliveInitialDelayMillis: number
  connectionTimeoutMillis: number
  types: TypeParsers
}

/** The settings that all connections share. */
export function connection(url: string, name: string): Connection {
  return {
    connectionString: withLibpqSslMode(url),
    application_name: name,
    keepAlive: true,
    keepAliveInitialDelayMillis: 5_000,
    connectionTimeoutMillis: 5_000,
    types,
  }
}

/**
 * Opens every connection of the pool, so that no request waits for one: opening takes a dozen round trips, a second in
 * a busy process. A connection that Postgres refuses is opened on demand.
 */
export async function openAll(pool: pg.Pool): Promise<void> {
  const clients = await Promise.allSettled(Array.from({ length: pool.options.max }, () => pool.connect()))
  for (const client of clients) if (client.status === 'fulfilled') client.value.release()
}

/** Returns without connecting; connections open on demand. */
export function connect(options: ConnectOptions): Database {
  const { url, name, log, direct = false, keyPlans = false, queryTimeoutMs } = options
  const session = (plans: boolean): Connection & { options?: string } => ({
    ...connection(url, name),
    ...(direct ? { options: sessionOptions(plans) } : {}),
  })
  const size = Math.max(4, options.size ?? 6)
  const timeout = queryTimeoutMs === undefined ? {} : { query_timeout: queryTimeoutMs }
  const pool = new pg.Pool({
    ...session(keyPlans),
    ...timeout,
    min: options.keepOpen === true ? size : 0,
    max: size,
    idleTimeoutMillis: 60_000,
  })
  // Without a handler a broken connection would end the process, whether it is in use or idle.
  const open = new Set<pg.PoolClient>()
  pool.on('connect', (client) => {
    if (!direct) limitTransactions(client, keyPlans)
    open.add(client)
    client.once('end', () => open.delete(client))
    client.on('error', (error) => {
      log.warn({ error, name }, 'database connection lost')
    })
  })
  pool.on('error', (error) => {
    log.debug({ error, name }, 'idle database connection lost')
  })
  const knex = makeKnex({
    client: 'pg',
    connection: session(false),
    pool: {
      min: 0,
      max: KNEX_CONNECTIONS,
      afterCreate: (client: pg.Client, done: (error: null, client: pg.Client) => void) => {
        if (!direct) limitTransactions(client, false)
        done(null, client)
      },
    },
    acquireConnectionTimeout: 5_000,
    // The caller who asked for the connection gets the error; knex would print it to the console as well.
    log: {
      warn: (message) => {
        log.debug({ name }, String(message))
      },
    },
  })
  return {
    pool,
    knex,
    close: async () => {
      await Promise.all([pool.end(), knex.destroy()])
      await allEnded(open)
    },
  }
}

const CLOSE_TIMEOUT_MS = 2_000

/** `end` of a pool only asks Postgres to end its sessions: waits until it has. */
async function allEnded(clients: ReadonlySet<pg.PoolClient>): Promise<void> {
  let timer: NodeJS.Timeout | undefined
  const timeout = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, CLOSE_TIMEOUT_MS)
  })
  await Promise.race([Promise.all([...clients].map(async (client) => await once(client, 'end'))), timeout])
  clearTimeout(timer)
}
