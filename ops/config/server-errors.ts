/** Whether the servers that a configuration names are there: asked before anything is made on them, and after a command failed. */
import { connect } from '../../db/pg/connect.js'
import type { Log } from '../../schemas/base/log.js'
import { connectStream } from '../../workers/stream/connection/connect.js'
import { ConfigError } from './config.js'
import type { Config } from './config.js'
import type { SettingProblem } from './config-checks.js'

const FIX = 'start the server, or mend the address, the user or the password'

/** Of Postgres. */
const UNDEFINED_TABLE = '42P01'

type Server = 'DATABASE_URL' | 'DATABASE_CONTROL_URL' | 'NATS_URL'

/** Throws a ConfigFault that names each server that does not take us. */
export async function checkServers(config: Pick<Config, Server>, log: Log): Promise<void> {
  const asked = await Promise.all([
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
  const faults = asked.filter((fault) => fault !== null)
  if (faults.length > 0) throw new ConfigError(faults)
}

/** What to tell of work that failed: a ConfigFault that names the servers that cannot be used now, or the database without our tables; else the error itself. */
export async function explainServerError(
  error: unknown,
  config: Pick<Config, Server>,
  log: Log,
): Promise<unknown> {
  if (error instanceof Error && 'code' in error && error.code === UNDEFINED_TABLE) {
    return new ConfigError([
      {
        name: 'DATABASE_URL',
        problem: `names a database without our tables (${error.message})`,
        fix: 'mend the address, or start a role, which makes them',
      },
    ])
  }
  return await checkServers(config, log).then(
    () => error,
    (fault: unknown) => fault,
  )
}

async function checkServer(
  config: Pick<Config, Server>,
  name: Server,
  question: (url: string) => Promise<void>,
): Promise<SettingProblem | null> {
  if (config[name] === '') return null
  try {
    await question(config[name])
    return null
  } catch (error) {
    return { name, problem: `names a server that cannot be used (${messageOf(error)})`, fix: FIX }
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

/** Several addresses of one host fail as one error without words of its own. */
function messageOf(error: unknown): string {
  if (error instanceof AggregateError && error.message === '') return error.errors.map(messageOf).join('; ')
  return error instanceof Error ? error.message : String(error)
}
