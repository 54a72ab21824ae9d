/** `npm start [-- --role=NAME]`: everything under one supervisor, or one role alone. */
import { parseArgs } from 'node:util'
import { migrate } from '../db/pg/migrate.js'
import { seed } from '../db/seed/seed.js'
import { addresses, controlUrl } from './config/addresses.js'
import { joinStack } from './stack/join-stack.js'
import { ConfigError, describeConfig, EXIT_CONFIG, isGiven, loadConfig } from './config/config.js'
import type { Config } from './config/config.js'
import { freePort } from './embedded/free-port.js'
import { firstRequestCommands } from './stack/first-request.js'
import { startStack, makeDataDirectory } from './stack/stack.js'
import type { Stack } from './stack/stack.js'
import { acquireLock } from './stack/lock.js'
import { makeLog, rotateLog } from './process/log.js'
import { dataFiles } from './config/paths.js'
import { runRole } from './role.js'
import { ROLES } from './roles/role.js'
import type { RoleName } from './roles/role.js'
import { readReadyFile, readRunConfig } from './stack/ready-file.js'
import { checkServers } from './config/server-errors.js'
import { ProcessStartError } from './supervisor/child-process.js'

const EXIT_USAGE = 64
const EXIT_FAILED = 70
const EXIT_RUNNING = 75
const REPEATED_SIGNAL_MS = 2_000

await main().catch(exitWithError)

async function main(): Promise<void> {
  const values = parseOptions()
  const config = loadConfig()
  if (values.role === undefined) {
    await startAll(config)
    return
  }
  const role = ROLES.find((name) => name === values.role)
  if (role === undefined) {
    console.error(`--role takes one of ${ROLES.join(', ')}, not "${values.role}"`)
    process.exit(EXIT_USAGE)
  }
  await startOne(role, config)
}

/** What the command line says. Ends the process when it says anything else than is known. */
function parseOptions(): { role?: string } {
  try {
    return parseArgs({ options: { role: { type: 'string' } } }).values
  } catch (error) {
    if (!(error instanceof TypeError && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS')))
      throw error
    console.error(
      `${error.message.split('. ')[0] ?? ''}. Known is --role=NAME with one of ${ROLES.join(', ')}; everything else is set by variables: npm run cli -- config`,
    )
    process.exit(EXIT_USAGE)
  }
}

async function startOne(role: RoleName, given: Config): Promise<void> {
  const beside = given.DATABASE_URL === '' && given.NATS_URL === '' ? readRunConfig(given.DATA_DIR) : null
  const wanted = beside === null ? given : joinStack(beside, given, isGiven)
  // Beside other roles of the same machine the usual ports may be taken.
  const config = {
    ...wanted,
    PORT: role !== 'api' || isGiven('PORT') ? wanted.PORT : await freePort(wanted.PORT),
    OPS_PORT: isGiven('OPS_PORT') ? wanted.OPS_PORT : await freePort(wanted.OPS_PORT),
  }
  const needed = (['DATABASE_URL', 'NATS_URL', 'SECRET_KEY'] as const).filter((name) => config[name] === '')
  if (needed.length > 0)
    throw new ConfigError(
      needed.map((name) => ({
        name,
        problem: 'is not set',
        fix: `a role that runs alone needs it${beside === null ? ', unless `npm start` runs from the same clone' : ''}`,
      })),
    )
  if (role === 'api' && config.TLS === 'on' && config.TLS_CERT === '')
    throw new ConfigError([
      {
        name: 'TLS_CERT',
        problem: 'is not set',
        fix: 'name the certificate and TLS_KEY, or set TLS=proxy behind a proxy',
      },
    ])
  console.error(describeConfig(config))
  await checkServers(config, makeLog(config, role))
  await migrate(controlUrl(config))
  await seed(controlUrl(config))
  const { baseUrl, authUrl } = addresses(config)
  await runRole(role, { config: { ...config, BASE_URL: baseUrl, AUTH_URL: authUrl }, health: true })
}

async function startAll(given: Config): Promise<void> {
  const began = performance.now()
  const files = dataFiles(given.DATA_DIR)
  makeDataDirectory(files.dir)
  const lock = acquireLock(files.lock)
  if (lock.is === 'taken') {
    const there = readReadyFile(given.DATA_DIR)
    console.error(
      `Tripfold already runs from this clone: process ${lock.holder.pid}, since ${lock.holder.since}${there === null ? ', not ready yet' : `, at ${there.base_url}`}.\nStop it first, or use another DATA_DIR.`,
    )
    process.exit(EXIT_RUNNING)
  }
  const embedded = [given.DATABASE_URL, given.NATS_URL].filter((url) => url === '').length
  const config = {
    ...given,
    LOG_FILE: given.LOG_FILE === '' && embedded > 0 ? files.log : given.LOG_FILE,
    // With both servers on this machine a partner under development is here too: callbacks may be http and local.
    DEV: isGiven('DEV') ? given.DEV : embedded === 2,
  }
  if (config.LOG_FILE !== '') rotateLog(config.LOG_FILE)
  const log = makeLog(config, 'supervisor')
  console.error(describeConfig(config))
  const stopping = new AbortController()
  const opening = startStack(
    config,
    log,
    (line) => {
      console.error(line)
    },
    stopping.signal,
  )
  const end = untilStopSignal()
  try {
    const first = await Promise.race([opening, end])
    if (typeof first !== 'string') printReady(first, began, config)
    const why = await end
    log.info({ why }, 'stopping')
    console.error('\nStopping ...')
    stopping.abort(new Error('stopped'))
    const house = await opening.catch((error: unknown) => {
      log.info({ error }, 'stopped before everything was ready')
      return null
    })
    await house?.stop()
  } finally {
    lock.release()
  }
  process.exit(0)
}

/**
 * Settles when the process is told to end. Told again later, it ends at once, and its children after it; not at the same
 * moment, for one Ctrl-C arrives several times: from the terminal and from each program that passes it on.
 */
async function untilStopSignal(): Promise<string> {
  return await new Promise<string>((resolve) => {
    let first: number | null = null
    const hear = (why: string) => () => {
      first ??= performance.now()
      resolve(why)
      if (performance.now() - first > REPEATED_SIGNAL_MS) process.exit(EXIT_FAILED)
    }
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, hear(signal))
    process.on('disconnect', () => {
      resolve('the starter is gone')
    })
  })
}

function printReady({ ready, source }: Stack, began: number, config: Config): void {
  const { post, get } = firstRequestCommands(ready, source, Date.now())
  console.log(`
Tripfold is ready after ${((performance.now() - began) / 1000).toFixed(1)} s.

  API              ${ready.base_url}
  sign-in          ${ready.auth_url}/oauth/authenticate
  operations       ${ready.ops_url}/readyz
  authority        ${ready.ca_file}
  client id        ${ready.client_id}
  client secret    ${ready.client_secret}
  demo member      ${ready.member_id} (${ready.member_email}, password ${ready.member_password})
  member token     ${ready.member_token}
  log              ${config.LOG_FILE === '' ? 'stdout' : config.LOG_FILE}

Hand in two flights, and a second later read the trip:

${post}

${get}

Stop with Ctrl-C; forget everything with: npm run reset
`)
}

function exitWithError(error: unknown): never {
  if (error instanceof ConfigError) {
    console.error(error.message)
    process.exit(EXIT_CONFIG)
  }
  if (error instanceof ProcessStartError) {
    console.error(`${error.message}. Its log lines say why.`)
    process.exit(error.exit === EXIT_CONFIG ? EXIT_CONFIG : EXIT_FAILED)
  }
  console.error(error)
  process.exit(EXIT_FAILED)
}
