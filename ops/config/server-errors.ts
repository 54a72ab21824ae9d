/**
 * Checks that the configured servers answer: before a start creates anything, and after a command has failed.
 */
import { connect } from '../../db/pg/connect.js'
import type { Log } from '../../schemas/base/log.js'
import { connectStream } from '../../workers/stream/connection/connect.js'
import { ConfigError } from './config.js'
import type { Config } from './config.js'
import type { SettingProblem } from './config-checks.js'

const FIX = 'start the server, or correct the address, the user or the password'

/** SQLSTATE of a missing table. */
const UNDEFINED_TABLE = '42P01'

type ServerSetting = 'DATABASE_URL' | 'DATABASE_CONTROL_URL' | 'NATS_URL'
type ServerSettings = Pick<Config, ServerSetting>

/** Throws a ConfigError that names every configured server that cannot be used. */
export async function checkServers(config: ServerSettings, log: Log): Promise<void> {
  const checked = await Promise.all([
    checkServer(config, 'DATABASE_URL', async (url) => {
      await queryDatabase(url, log)
    }),
    checkServer(config, 'DATABASE_CONTROL_URL', async (url) => {
      await queryDatabase(url, log)
    }),
    checkServer(config, 'NATS_URL', async (url) => {
      await (await connectStream({ url, name: 'tripfold start' })).close()
    }),
  ])
  const problems = checked.filter((problem) => problem !== null)
  if (problems.length > 0) throw new ConfigError(problems)
}

/**
 * The reason to report for failed work: a ConfigError if a server cannot be used now, or if the database has
 * no tables of ours; otherwise the error itself.
 */
export async function explainServerError(error: unknown, config: ServerSettings, log: Log): Promise<unknown> {
  if (error instanceof Error && 'code' in error && error.code === UNDEFINED_TABLE) {
    return new ConfigError([
      {
        name: 'DATABASE_URL',
        problem: `is a database without Tripfold tables (${error.message})`,
        fix: 'correct the address, or start a role, which creates them',
      },
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
): Promise<SettingProblem | null> {
  if (config[name] === '') return null
  try {
    await check(config[name])
    return null
  } catch (error) {
    return { name, problem: `is a server that cannot be used (${messageOf(error)})`, fix: FIX }
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
  return error instanceof Error ? error.message : String(error)
}
