/** The interface of a command of `npm run cli`, and how one is run. */
import type pg from 'pg'
import { connect } from '../../db/pg/connect.js'
import type { Log } from '../../schemas/base/log.js'
import { connectStream, type NatsConnection } from '../../workers/stream/connection/connect.js'
import { streamAddress } from '../config/addresses.js'
import { ConfigError, loadConfig, type Config } from '../config/config.js'
import { explainServerError } from '../config/server-errors.js'
import { operatorName } from './operator-name.js'
import { disposables } from '../process/disposables.js'
import { makeLog } from '../process/log.js'
import { readRunConfig } from '../stack/ready-file.js'

export interface CliContext {
  config: Config
  log: Log
  pool: pg.Pool
  /** Connects to NATS at the first call. */
  stream: () => Promise<NatsConnection>
  print: (line: string) => void
  /** The person who runs the command; recorded with every change. */
  operator: string
}

export interface Command {
  /** How to call the command, and what that does. */
  usage: Array<[call: string, about: string]>
  /** Runs with the arguments after the command's name and returns the exit code. */
  run: (args: string[], context: CliContext) => Promise<number>
}

/** Wrong arguments: the message is printed with the usage of the command. */
export class UsageError extends Error {}

/**
 * The error to report for a failed command: wrong arguments as they are, else a ConfigError if a server
 * cannot be used now, else the error itself.
 */
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
 * Runs a command on DATABASE_URL and NATS_URL if they are set, else on the stack that runs from this clone.
 * Throws a ConfigError that names what cannot be reached.
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
    nc ??= connectStream({ ...streamAddress(config), name: 'tripfold cli' })
    return await nc
  }
  open.add('stream', async () => {
    await nc?.then(
      async (connection) => {
        await connection.close()
      },
      () => {
        // The command has already failed because of this.
      },
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
      operator: operatorName(given.OPERATOR),
    })
  } catch (error) {
    throw await explainFailure(error, config, log)
  } finally {
    await open.close()
  }
}
