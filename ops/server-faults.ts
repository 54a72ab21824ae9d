/** Whether the servers that a configuration names are there: asked before anything is made on them, and after a command failed. */
import { connect } from '../db/connect.js'
import type { Log } from '../schemas/log.js'
import { connectStream } from '../workers/stream/connect.js'
import { ConfigFault } from './config.js'
import type { Config } from './config.js'
import type { SettingFault } from './config-checks.js'

const MEND = 'start the server, or mend the address, the user or the password'

/** Of Postgres. */
const UNDEFINED_TABLE = '42P01'

type Server = 'DATABASE_URL' | 'DATABASE_CONTROL_URL' | 'NATS_URL'

/** Throws a ConfigFault that names each server that does not take us. */
export async function askServers(config: Pick<Config, Server>, log: Log): Promise<void> {
  const asked = await Promise.all([
    ask(config, 'DATABASE_URL', async (url) => {
      await askDatabase(url, log)
    }),
    ask(config, 'DATABASE_CONTROL_URL', async (url) => {
      await askDatabase(url, log)
    }),
    ask(config, 'NATS_URL', async (url) => {
      await (await connectStream({ url, name: 'tripfold start' })).close()
    }),
  ])
  const faults = asked.filter((fault) => fault !== null)
  if (faults.length > 0) throw new ConfigFault(faults)
}

/** What to tell of work that failed: a ConfigFault that names the servers that cannot be used now, or the database without our tables; else the error itself. */
export async function serverFault(error: unknown, config: Pick<Config, Server>, log: Log): Promise<unknown> {
  if (error instanceof Error && 'code' in error && error.code === UNDEFINED_TABLE) {
    return new ConfigFault([
      {
        name: 'DATABASE_URL',
        problem: `names a database without our tables (${error.message})`,
        mend: 'mend the address, or start a role, which makes them',
      },
    ])
  }
  return await askServers(config, log).then(
    () => error,
    (fault: unknown) => fault,
  )
}

async function ask(
  config: Pick<Config, Server>,
  name: Server,
  question: (url: string) => Promise<void>,
): Promise<SettingFault | null> {
  if (config[name] === '') return null
  try {
    await question(config[name])
    return null
  } catch (error) {
    return { name, problem: `names a server that cannot be used (${wordsOf(error)})`, mend: MEND }
  }
}

async function askDatabase(url: string, log: Log): Promise<void> {
  const database = connect({ url, name: 'tripfold start', log })
  try {
    await database.pool.query('select 1')
  } finally {
    await database.close()
  }
}

/** Several addresses of one host fail as one error without words of its own. */
function wordsOf(error: unknown): string {
  if (error instanceof AggregateError && error.message === '') return error.errors.map(wordsOf).join('; ')
  return error instanceof Error ? error.message : String(error)
}
