/**
 * What a command works with: the servers of DATABASE_URL and NATS_URL if one is set, else those of the stack that runs
 * from this clone. Each is connected to when the command first needs it.
 */
import { hostname, userInfo } from 'node:os'
import type { Knex } from 'knex'
import type pg from 'pg'
import type { Vault } from '../../api/oauth/vault.js'
import { passwords } from '../../api/pages/sign-in/passwords.js'
import { connect, type Database } from '../../db/pg/connect.js'
import { auditLog } from '../../db/sign-in/audit-log.js'
import type { IdGenerator } from '../../schemas/base/ids.js'
import type { Log } from '../../schemas/base/log.js'
import { once } from '../../schemas/base/memoize.js'
import type { AuditEntry } from '../../schemas/oauth/audit.js'
import { connectStream, type NatsConnection } from '../../workers/stream/connection/connect.js'
import { addresses, streamAddress } from '../config/addresses.js'
import { ConfigError, isGiven, loadConfig, type Config, type SettingName } from '../config/config.js'
import { explainServerError } from '../config/server-errors.js'
import { disposables } from '../process/disposables.js'
import { makeLog } from '../process/log.js'
import { readRunConfig } from '../stack/ready-file.js'
import { leaseIds, shortLivedLessee } from '../wiring/id-generator.js'
import type { ProvisionDeps } from '../wiring/provision.js'
import { configVault } from '../wiring/secrets/config-vault.js'
import { proveSecretKey } from '../wiring/secrets/prove-secret-key.js'
import { openSigningKeys } from '../wiring/secrets/signing-keys.js'
import { Refused, UsageError } from './answer.js'

export interface CliContext {
  config: Config
  log: Log
  readonly pool: pg.Pool
  readonly knex: Knex
  stream: () => Promise<NatsConnection>
  ids: () => Promise<IdGenerator>
  /** What makes ids, tokens and passwords, and opens what is stored encrypted. */
  session: () => Promise<ProvisionDeps & { vault: Vault }>
  /** The person who runs the command; recorded with every change. */
  operator: string
  /** Prints a part of the answer before all of it is there: a line for people, or the data as JSON. */
  emit: (data: unknown, line: string) => void
}

export interface OpenContext {
  context: CliContext
  /** Names the server if an error is due to one that cannot be used now. */
  explain: (error: unknown) => Promise<unknown>
  close: () => Promise<void>
}

/** The context of a command of this process. Throws a ConfigError for wrong settings. */
export function openContext(emit: CliContext['emit']): OpenContext {
  const given = loadConfig()
  const namesServers = given.DATABASE_URL !== '' || given.NATS_URL !== ''
  const running = namesServers ? null : readRunConfig(given.DATA_DIR)
  // Settings given to this command override those of the running service.
  const own = Object.entries(given).filter(([name]) => isGiven(name as SettingName))
  const config = running === null ? given : { ...running, ...(Object.fromEntries(own) as Partial<Config>) }
  const log = makeLog({ ...config, LOG_LEVEL: 'error', LOG_FILE: '' }, 'cli')
  const open = disposables()
  const database = once((): Database => {
    const opened = connect({ url: required(config, 'DATABASE_URL'), name: 'tripfold cli', log })
    open.add('database', opened.close)
    return opened
  })
  let usesStream = false
  const stream = once(async () => {
    required(config, 'NATS_URL')
    usesStream = true
    const connection = await connectStream({ ...streamAddress(config), name: 'tripfold cli' })
    open.add('stream', async () => {
      await connection.close()
    })
    return connection
  })
  const ids = once(async () => {
    const leased = await leaseIds(database().pool, { lessee: shortLivedLessee('cli'), log })
    open.add('id slot', leased.release)
    return leased.ids
  })
  const session = once(async () => {
    const { knex, pool } = database()
    required(config, 'SECRET_KEY')
    await proveSecretKey(pool, config)
    return {
      knex,
      ids: await ids(),
      vault: configVault(config),
      keys: await openSigningKeys(knex, config),
      passwords: await passwords(new Set()),
      settings: addresses(config),
    }
  })
  const context: CliContext = {
    config,
    log,
    get pool() {
      return database().pool
    },
    get knex() {
      return database().knex
    },
    stream,
    ids,
    session,
    operator: operatorName(given.OPERATOR),
    emit,
  }
  const explain = async (error: unknown): Promise<unknown> =>
    error instanceof UsageError || error instanceof Refused || error instanceof TypeError
      ? error
      : await explainServerError(error, usesStream ? config : { ...config, NATS_URL: '' }, log)
  return { context, explain, close: open.close }
}

function required(config: Config, name: 'DATABASE_URL' | 'NATS_URL' | 'SECRET_KEY'): string {
  const value = config[name]
  if (value !== '') return value
  const fix =
    'set it, or start the service from this clone first; a DATA_DIR given to the start is needed here too'
  throw new ConfigError([[name, 'is not set', fix]])
}

/** Records in the audit log what the operator did. */
export async function recordAudit(
  { knex, operator }: Pick<CliContext, 'knex' | 'operator'>,
  event: AuditEntry['event'],
  details: Pick<AuditEntry, 'clientId' | 'memberId' | 'detail'> = {},
): Promise<void> {
  const actor = { kind: 'operator' as const, id: operator }
  await auditLog(knex).record({ event, actor, address: null, ...details })
}

/** OPERATOR, else the account on this machine as `account@host`. */
function operatorName(given: string): string {
  return given === '' ? `${accountName()}@${hostname()}` : given
}

/** A container may run as an account that has no name. */
function accountName(): string {
  try {
    return userInfo().username
  } catch {
    return `uid-${process.getuid?.() ?? 'unknown'}`
  }
}
