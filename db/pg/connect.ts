/** Ways into Postgres: a pool for the hot paths, knex for everyday queries. Both read bigint as number: ids stay below 2^53. */
import makeKnex, { type Knex } from 'knex'
import pg from 'pg'
import type { Log } from '../../schemas/base/log.js'

export interface ConnectOptions {
  /** Postgres URL; may lead through a pooler in transaction mode. */
  url: string
  /** `application_name`, for whoever reads pg_stat_activity. */
  name: string
  log: Log
  /** Connections of the pool; at least 4, so that one stuck transaction does not stop the others. */
  size?: number
  /** Connections of knex at most. */
  knexSize?: number
  /**
   * Milliseconds after which an answer is not waited for any more, and its connection is thrown away: longer than any statement
   * may take. A host that is gone without a word leaves connections that would be waited for until the kernel gives up, a
   * quarter of an hour. Left out: for ever.
   */
  queryTimeoutMs?: number
}

/** What pg throws when an answer did not come in time. */
const UNANSWERED = 'Query read timeout'

/** Whether an answer was given up: nothing more can be asked through that connection. */
export function isQueryTimeout(error: unknown): boolean {
  return error instanceof Error && error.message === UNANSWERED
}

/** A statement that may take longer than others of its pool, as pg takes it. */
export function withQueryTimeout(text: string, answerMs: number): pg.QueryConfig {
  return { text, query_timeout: answerMs } as pg.QueryConfig
}

export interface Database {
  pool: pg.Pool
  knex: Knex
  /** Waits for running queries, then ends every connection. */
  close: () => Promise<void>
}

const INT8 = 20
const INT8_ARRAY = 1016

/** What both pg and knex take for type parsers. */
interface Types {
  getTypeParser: (id: number, format?: string) => (text: string) => unknown
}

/** Type parsers of our connections: int8 and arrays of it to numbers, everything else as usual. */
const types: Types = {
  getTypeParser: (id, format) => {
    if (format !== 'binary' && id === INT8) return Number
    if (format !== 'binary' && id === INT8_ARRAY) return parseNumbers
    return pg.types.getTypeParser(id, format === 'binary' ? 'binary' : 'text') as (text: string) => unknown
  },
}

/** `{1,2}` to numbers; our arrays of ids hold no nulls. */
function parseNumbers(text: string): number[] {
  return text === '{}' ? [] : text.slice(1, -1).split(',').map(Number)
}

export interface Connection {
  connectionString: string
  application_name: string
  keepAlive: boolean
  keepAliveInitialDelayMillis: number
  connectionTimeoutMillis: number
  types: Types
}

/** What every connection of ours is opened with. */
export function connection(url: string, name: string): Connection {
  return {
    connectionString: url,
    application_name: name,
    keepAlive: true,
    keepAliveInitialDelayMillis: 5_000,
    connectionTimeoutMillis: 5_000,
    types,
  }
}

/** Opens nothing yet: connections are made when they are asked for. */
export function connect(options: ConnectOptions): Database {
  const { url, name, log, queryTimeoutMs: answerMs } = options
  const patience = answerMs === undefined ? {} : { query_timeout: answerMs }
  const pool = new pg.Pool({
    ...connection(url, name),
    ...patience,
    max: Math.max(4, options.size ?? 6),
    idleTimeoutMillis: 60_000,
  })
  // Checked out or idle: a connection that breaks without a handler would end the process.
  pool.on('connect', (client) => {
    client.on('error', (error) => {
      log.warn({ error, name }, 'a database connection broke')
    })
  })
  pool.on('error', (error) => {
    log.debug({ error, name }, 'an idle database connection broke')
  })
  const knex = makeKnex({
    client: 'pg',
    connection: connection(url, name),
    pool: { min: 0, max: options.knexSize ?? 8 },
    acquireConnectionTimeout: 5_000,
  })
  return {
    pool,
    knex,
    close: async () => {
      await Promise.all([pool.end(), knex.destroy()])
    },
  }
}
