/**
 * Checks that the configured servers answer: before a start creates anything, and after a command has failed.
 * A start waits for a server that is away (ops/process/retry-start.ts); a command does not.
 */
import { isTransientError } from '../../api/http/transient-errors.js'
import { connect } from '../../db/pg/connect.js'
import { isUnverified } from '../../db/pg/ssl-mode.js'
import type { Log } from '../../schemas/base/log.js'
import { connectStream } from '../../workers/stream/connection/connect.js'
import type { ConnectSettings } from '../../workers/stream/connection/connect.js'
import { handshakeFailure } from '../../workers/stream/connection/handshake-probe.js'
import { isTransientBrokerError } from '../../workers/stream/connection/transient-errors.js'
import { streamAddress } from './addresses.js'
import { ConfigError } from './config.js'
import { checkControlUrl } from './pooler-errors.js'
import { isExpiredCertificate, isTransportRefusal, serverProblem } from './checks/server-problems.js'
import type { ServerSetting, ServerSettings, UnusableServer } from './checks/server-problems.js'

/** SQLSTATE of a missing table. */
const UNDEFINED_TABLE = '42P01'

/** PgBouncer reports these with the SQLSTATE of a broken connection. */
const REFUSED = /authentication failed|no such (user|database)/i

/** A server does not answer. Its setting may be right: the server may be down, starting or unreachable. */
export class ServersAwayError extends Error {
  /** Why each server cannot be used, by the name of its readiness check. */
  readonly checks: Record<string, string>
  constructor(unusable: UnusableServer[]) {
    super(unusable.map(({ name, reason }) => `${name}: ${reason}`).join('; '))
    this.checks = Object.fromEntries(unusable.map(({ name, reason }) => [CHECKS[name], `${name}: ${reason}`]))
  }
}

const CHECKS: Record<ServerSetting, string> = {
  DATABASE_URL: 'database',
  DATABASE_CONTROL_URL: 'control_database',
  NATS_URL: 'stream',
}

/**
 * For a start: throws a ConfigError if a server refuses what the setting says, such as its user, password or
 * database, or is a pooler where it must not be, and otherwise a ServersAwayError if one does not answer.
 */
export async function reachServers(config: ServerSettings, log: Log): Promise<void> {
  const unusable = await unusableServers(config, log)
  const refusing = unusable.filter(({ isAway }) => !isAway)
  if (refusing.length > 0) throw new ConfigError(refusing.map((server) => serverProblem(server, config)))
  if (unusable.length > 0) throw new ServersAwayError(unusable)
  await checkControlUrl(config, log)
  for (const setting of ['DATABASE_URL', 'DATABASE_CONTROL_URL'] as const)
    if (isUnverified(config[setting]))
      log.warn({ setting }, 'TLS without knowing the server: add sslrootcert, or use sslmode=verify-full')
}

/** For a command: throws a ConfigError that names every configured server that cannot be used. */
async function checkServers(config: ServerSettings, log: Log): Promise<void> {
  const unusable = await unusableServers(config, log)
  if (unusable.length > 0) throw new ConfigError(unusable.map((server) => serverProblem(server, config)))
}

async function unusableServers(config: ServerSettings, log: Log): Promise<UnusableServer[]> {
  const checked = await Promise.all([
    checkServer(config, 'DATABASE_URL', async (url) => {
      await queryDatabase(url, log)
    }),
    checkServer(config, 'DATABASE_CONTROL_URL', async (url) => {
      await queryDatabase(url, log)
    }),
    checkServer(config, 'NATS_URL', async (url) => {
      await greetStream({ ...streamAddress(config), url })
    }),
  ])
  return checked.filter((server) => server !== null)
}

/**
 * The reason to report for failed work: a ConfigError if a server cannot be used now, or if the database has
 * no tables of ours; otherwise the error itself.
 */
export async function explainServerError(error: unknown, config: ServerSettings, log: Log): Promise<unknown> {
  if (error instanceof Error && 'code' in error && error.code === UNDEFINED_TABLE) {
    return new ConfigError([
      [
        'DATABASE_URL',
        `is a database without Tripfold tables (${error.message})`,
        'correct the address, or start a role, which creates them',
      ],
    ])
  }
  return await checkServers(config, log).then(
    () => error,
    (configError: unknown) => configError,
  )
}

async function checkServer(
  config: ServerSettings,
  name: ServerSetting,
  check: (url: string) => Promise<void>,
): Promise<UnusableServer | null> {
  if (config[name] === '') return null
  try {
    await check(config[name])
    return null
  } catch (error) {
    const reason = messageOf(error)
    const code = error instanceof Error && 'code' in error ? String(error.code) : ''
    const isTransient = isTransientError(error) || isTransientBrokerError(error)
    const isRefusal = REFUSED.test(reason) || isTransportRefusal(reason)
    return { name, reason, code, isAway: isExpiredCertificate(code) || (isTransient && !isRefusal) }
  }
}

async function greetStream(address: Pick<ConnectSettings, 'url' | 'security'>): Promise<void> {
  try {
    await (await connectStream({ ...address, name: 'tripfold start' })).close()
  } catch (error) {
    const first = new URL(address.url.split(',')[0]?.trim() ?? '')
    const isUnexplained = first.protocol === 'tls:' && error instanceof Error && error.message === 'timeout'
    throw (isUnexplained ? await handshakeFailure(first, address.security ?? {}) : null) ?? error
  }
}

async function queryDatabase(url: string, log: Log): Promise<void> {
  const database = connect({ url, name: 'tripfold start', log })
  try {
    await database.pool.query('select 1')
  } finally {
    await database.close()
  }
}

/** If a host has several addresses, the failures arrive as one AggregateError without a message. */
function messageOf(error: unknown): string {
  if (error instanceof AggregateError && error.message === '') return error.errors.map(messageOf).join('; ')
  if (!(error instanceof Error)) return String(error)
  // The message of an OpenSSL error is a line of its error queue; `reason` is the part to read.
  return 'library' in error && 'reason' in error ? String(error.reason) : error.message
}
