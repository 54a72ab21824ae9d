/** `npm start [-- --role=NAME]`: everything under one supervisor, or one role on its own. */
import { parseArgs } from 'node:util'
import { addresses } from './config/addresses.js'
import { ConfigError, EXIT_CONFIG, isGiven, loadConfig } from './config/config.js'
import type { Config } from './config/config.js'
import type { Finding } from './config/checks/setting-problem.js'
import { hasEmbeddedServers, isLocalOnly } from './config/development.js'
import { dataFiles } from './config/paths.js'
import { reachServers } from './config/server-errors.js'
import { shownSettings } from './config/shown-settings.js'
import { freePort } from './embedded/free-port.js'
import { makeLog, rotateLog } from './process/log.js'
import { runRole } from './role.js'
import { ROLES } from './roles/role.js'
import type { RoleName } from './roles/role.js'
import { loginOf } from './stack/database-logins.js'
import { joinStack } from './stack/join-stack.js'
import { acquireLock } from './stack/lock.js'
import type { LockHolder } from './stack/lock.js'
import { readReadyFile, readRunConfig } from './stack/ready-file.js'
import { readyText } from './stack/ready-text.js'
import { makeDataDirectory, startStack } from './stack/stack.js'
import { ProcessStartError } from './supervisor/child-process.js'
import { prepareSchema } from './stack/prepare-schema.js'

const EXIT_USAGE = 64
const EXIT_FAILED = 70
const EXIT_RUNNING = 75
const REPEATED_SIGNAL_MS = 2_000

await main().catch(exitWithError)

async function main(): Promise<void> {
  const options = parseOptions()
  if (options.role === undefined) {
    await startAll(loadConfig())
    return
  }
  const role = ROLES.find((name) => name === options.role)
  if (role === undefined) {
    console.error(`--role must be one of ${ROLES.join(', ')}, not "${options.role}".`)
    process.exit(EXIT_USAGE)
  }
  await runAlone(role)
}

/** The options of the command line. Exits the process if there is an unknown one. */
function parseOptions(): { role?: string } {
  try {
    return parseArgs({ options: { role: { type: 'string' } } }).values
  } catch (error) {
    if (!(error instanceof TypeError && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS')))
      throw error
    console.error(`${error.message.split('. ')[0] ?? ''}.`)
    console.error(`The only option is --role=NAME with one of ${ROLES.join(', ')}.`)
    console.error('Everything else is set by environment variables: npm run cli -- config')
    process.exit(EXIT_USAGE)
  }
}

/** Runs a role. All output is lines of its log, for what collects them: errors of the start too. */
async function runAlone(role: RoleName): Promise<void> {
  let settings: Pick<Config, 'LOG_LEVEL' | 'LOG_FILE'> = { LOG_LEVEL: 'error', LOG_FILE: '' }
  try {
    const config = loadConfig()
    settings = { LOG_FILE: config.LOG_FILE, LOG_LEVEL: config.LOG_LEVEL }
    await startOne(role, config)
  } catch (error) {
    const log = makeLog(
      settings.LOG_LEVEL === 'silent' ? { ...settings, LOG_LEVEL: 'error' } : settings,
      role,
    )
    if (!(error instanceof ConfigError)) {
      log.error({ cause: error }, 'could not start')
      process.exit(EXIT_FAILED)
    }
    for (const { name, problem, fix } of error.problems)
      log.error({ setting: name }, `${name} ${problem}: ${fix}`)
    process.exit(EXIT_CONFIG)
  }
}

async function startOne(role: RoleName, given: Config): Promise<void> {
  const running = hasEmbeddedServers(given) ? readRunConfig(given.DATA_DIR) : null
  const joined = running === null ? given : joinStack(running, given, isGiven)
  // Another role on this machine may use the default ports.
  const config = {
    ...joined,
    PORT: role !== 'api' || isGiven('PORT') ? joined.PORT : await freePort(joined.PORT),
    OPS_PORT: isGiven('OPS_PORT') ? joined.OPS_PORT : await freePort(joined.OPS_PORT),
    DEV: isGiven('DEV') ? joined.DEV : joined.DEV && isLocalOnly(joined),
  }
  const missing = missingSettings(role, config, running !== null)
  if (missing.length > 0) throw new ConfigError(missing)
  const log = makeLog(config, role)
  log.info({ settings: shownSettings(config) }, 'starting')
  const { baseUrl, authUrl } = addresses(config)
  await runRole(role, {
    config: {
      ...config,
      BASE_URL: baseUrl,
      AUTH_URL: authUrl,
      DATABASE_URL: (running && loginOf(role, config.DATA_DIR)) ?? config.DATABASE_URL,
    },
    health: true,
    log,
    prepare: async () => {
      await reachServers(config, log)
      await prepareSchema(config)
    },
  })
}

function missingSettings(role: RoleName, config: Config, hasJoined: boolean): Finding[] {
  const fix = `a role on its own requires it${hasJoined ? '' : ', unless `npm start` is running in the same clone'}`
  const missing = (['DATABASE_URL', 'NATS_URL', 'SECRET_KEY'] as const)
    .filter((name) => config[name] === '')
    .map((name): Finding => [name, 'is not set', fix])
  if (missing.length > 0 || role !== 'api' || config.TLS !== 'on' || config.TLS_CERT !== '') return missing
  return [['TLS_CERT', 'is not set', 'set it and TLS_KEY, or set TLS=proxy behind a proxy']]
}

async function startAll(given: Config): Promise<void> {
  const startedAt = performance.now()
  const files = dataFiles(given.DATA_DIR)
  makeDataDirectory(files.dir)
  const lock = acquireLock(files.lock)
  if (lock.is === 'taken') exitBecauseRunning(lock.holder, given.DATA_DIR)
  const isAnyEmbedded = given.DATABASE_URL === '' || given.NATS_URL === ''
  const config = {
    ...given,
    LOG_FILE: given.LOG_FILE === '' && isAnyEmbedded ? files.log : given.LOG_FILE,
    // With everything on this machine, a webhook receiver under development is probably here too.
    DEV: isGiven('DEV') ? given.DEV : hasEmbeddedServers(given) && isLocalOnly(given),
  }
  if (config.LOG_FILE !== '') rotateLog(config.LOG_FILE)
  const log = makeLog(config, 'supervisor')
  log.info({ settings: shownSettings(config) }, 'starting')
  const stopping = new AbortController()
  const print = (line: string): void => {
    console.error(line)
  }
  const starting = startStack({ config, log, print, signal: stopping.signal })
  const stopRequested = untilStopSignal()
  try {
    const first = await Promise.race([starting, stopRequested])
    if (typeof first !== 'string') {
      const seconds = (performance.now() - startedAt) / 1000
      console.log(readyText(first.ready, config, seconds, process.cwd()))
    }
    const reason = await stopRequested
    log.info({ reason }, 'stopping')
    console.error('\nStopping ...')
    stopping.abort(new Error('stopped'))
    const stack = await starting.catch((error: unknown) => {
      log.info({ error }, 'stopped before everything was ready')
      return null
    })
    await stack?.stop()
  } finally {
    lock.release()
  }
  process.exit(0)
}

function exitBecauseRunning({ pid, since }: LockHolder, dataDir: string): never {
  const ready = readReadyFile(dataDir)
  const where = ready === null ? ', not ready yet' : `, at ${ready.base_url}`
  console.error(`Tripfold already runs from this clone: process ${pid}, since ${since}${where}.`)
  console.error('Stop it first, or use another DATA_DIR.')
  process.exit(EXIT_RUNNING)
}

/**
 * Resolves with the reason when the process is asked to stop. A signal more than two seconds after the first
 * exits at once. Earlier repeats are ignored, because one Ctrl-C arrives from the terminal and from every
 * program that forwards it.
 */
async function untilStopSignal(): Promise<string> {
  return await new Promise<string>((resolve) => {
    let firstAt: number | null = null
    const onSignal = (signal: string) => () => {
      firstAt ??= performance.now()
      resolve(signal)
      if (performance.now() - firstAt > REPEATED_SIGNAL_MS) process.exit(EXIT_FAILED)
    }
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, onSignal(signal))
    process.on('disconnect', () => {
      resolve('the parent process is gone')
    })
  })
}

function exitWithError(error: unknown): never {
  if (error instanceof ConfigError) {
    console.error(error.message)
    process.exit(EXIT_CONFIG)
  }
  if (error instanceof ProcessStartError) {
    console.error(`${error.message}. See its log lines for the reason.`)
    process.exit(error.exit === EXIT_CONFIG ? EXIT_CONFIG : EXIT_FAILED)
  }
  console.error(error)
  process.exit(EXIT_FAILED)
}
