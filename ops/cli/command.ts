/** What a command of `npm run cli` is given, and what it is. */
import type pg from 'pg'
import { connect } from '../../db/pg/connect.js'
import type { Log } from '../../schemas/base/log.js'
import { connectStream, type NatsConnection } from '../../workers/stream/connection/connect.js'
import { disposables } from '../process/disposables.js'
import { ConfigError, loadConfig, type Config } from '../config/config.js'
import { makeLog } from '../process/log.js'
import { readRunConfig } from '../stack/ready-file.js'
import { explainServerError } from '../config/server-errors.js'

export interface CliContext {
  config: Config
  log: Log
  pool: pg.Pool
  /** Connects to the broker at the first call. */
  stream: () => Promise<NatsConnection>
  print: (line: string) => void
  /** Who gives the command, kept with what it changes. */
  operator: string
}

export interface Command {
  /** One line each: how it is called, what it does. */
  usage: Array<[call: string, about: string]>
  /** Answers the exit code. `args` are those behind the command's name. */
  run: (args: string[], context: CliContext) => Promise<number>
}

/** Called in a way the command does not know: its usage is shown. */
export class UsageError extends Error {}

/** What to tell of a command that failed: how it was called, else the servers that cannot be used now, else the error itself. */
export async function explainFailure(
  error: unknown,
  config: Parameters<typeof explainServerError>[1],
  log: Log,
): Promise<unknown> {
  return error instanceof UsageError || error instanceof TypeError
    ? error
    : await explainServerError(error, config, log)
}

/**
 * Runs a command against the stack of this clone, or against DATABASE_URL and NATS_URL when they are set. Throws a
 * ConfigFault that names what cannot be reached.
 */
export async function runCommand(command: Command, args: string[]): Promise<number> {
  const given = loadConfig()
  const config = given.DATABASE_URL === '' && given.NATS_URL === '' ? readRunConfig(given.DATA_DIR) : given
  if (config === null || config.DATABASE_URL === '' || config.NATS_URL === '') {
    throw new ConfigError([
      {
        name: 'DATABASE_URL',
        problem: 'is not set',
        fix: 'set it and NATS_URL, or start the service from this clone first',
      },
    ])
  }
  const open = disposables()
  const log = makeLog({ ...config, LOG_LEVEL: 'warn', LOG_FILE: '' }, 'cli')
  const database = connect({ url: config.DATABASE_URL, name: 'tripfold cli', log })
  open.add('database', database.close)
  let nc: Promise<NatsConnection> | null = null
  const stream = async (): Promise<NatsConnection> => {
    nc ??= connectStream({ url: config.NATS_URL, name: 'tripfold cli' })
    return await nc
  }
  // That it could not be connected is what the command has failed of.
  open.add('stream', async () => {
    await nc?.then(
      async (one) => {
        await one.close()
      },
      () => {},
    )
  })
  try {
    return await command.run(args, {
      config,
      log,
      pool: database.pool,
      stream,
      print: (line) => {
        console.log(line)
      },
      operator: given.OPERATOR_EMAIL,
    })
  } catch (error) {
    throw await explainFailure(error, config, log)
  } finally {
    await open.close()
  }
}
