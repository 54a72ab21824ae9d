/**
 * Everything under one roof: embedded servers where none are given, schema and reference data, and each role in a process
 * of its own. Stopped in the opposite order: first the door, then the workers, then the servers.
 */
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { randomBytes } from 'node:crypto'
import { migrate } from '../db/migrate.js'
import { seed } from '../db/seed/seed.js'
import type { Log } from '../schemas/log.js'
import { addresses, controlUrl } from './addresses.js'
import { closers } from './closers.js'
import type { Closers } from './closers.js'
import { childEnvironment, EXIT_CONFIG, isGiven } from './config.js'
import type { Config, SettingName } from './config.js'
import { freePort } from './embedded/port.js'
import { embeddedStack } from './embedded/stack.js'
import { firstFacts } from './first-facts.js'
import type { FirstFacts } from './first-facts.js'
import { serveHealth } from './health.js'
import { crewMetrics } from './metrics/crew.js'
import { mergedPage } from './metrics/merge.js'
import { processRegistry } from './metrics/registry.js'
import { isTaken, listenFault, OPERATIONS_PLACE, takenFault } from './listen-fault.js'
import { mostFolders } from './most-folders.js'
import { runFiles } from './paths.js'
import { roleProgram } from './program.js'
import { EXIT_PORT_TAKEN } from './role.js'
import { allOk, ROLES } from './roles/role.js'
import { noteRunning, writeSecret } from './running.js'
import type { Ready } from './running.js'
import { askServers } from './server-faults.js'
import { heedScaling } from './scaling.js'
import { gather } from './supervisor/crew.js'
import type { Crew } from './supervisor/crew.js'
import { MemberFailed, superviseMember } from './supervisor/member.js'
import { seeing } from './supervisor/pool-size.js'
import { steward } from './supervisor/steward.js'
import { certificateFiles } from './tls.js'

export interface House {
  ready: Ready
  source: string
  stop: () => Promise<void>
}

const PORT_ATTEMPTS = 4

/**
 * Starts everything and answers when it is ready. `say` hears of each step. Rejects after stopping what had started, also
 * when `stopped` is aborted meanwhile.
 */
export async function openHouse(
  given: Config,
  log: Log,
  say: (line: string) => void,
  stopped: AbortSignal,
): Promise<House> {
  const files = runFiles(given.DATA_DIR)
  const open = closers()
  try {
    for (const file of [files.ready, files.run, files.wish, files.crew]) rmSync(file, { force: true })
    const prepared = await prepare(given, open, log, say, stopped)
    for (let attempt = 1; ; attempt++) {
      const rooms = closers()
      try {
        const house = await inhabit(await settle(prepared), rooms, log, stopped)
        open.add('rooms', rooms.close)
        return { ...house, stop: open.close }
      } catch (error) {
        await rooms.close()
        // Between the look for a free port and its taking another program may have come first.
        if (!isPortTaken(error) || attempt >= PORT_ATTEMPTS) throw error
      }
    }
  } catch (error) {
    await open.close()
    throw error
  }
}

/** Starts the processes and the operations port, and tells where they are once all are ready. */
async function inhabit(
  settled: Config,
  open: Closers,
  log: Log,
  stopped: AbortSignal,
): Promise<Omit<House, 'stop'>> {
  const files = runFiles(settled.DATA_DIR)
  noteRunning(settled.DATA_DIR, settled)
  open.add('run file', () => {
    rmSync(files.run, { force: true })
  })
  const folders = seeing({ least: settled.FOLD_WORKERS, most: mostFolders(settled) })
  const crew = gather({ api: 1, fold: folders.least, deliver: 1 }, (role, name) =>
    superviseMember({
      name: role === 'api' ? role : name,
      program: roleProgram(role),
      args: [role],
      environment: childEnvironment(settled),
      log,
      final: [EXIT_CONFIG, EXIT_PORT_TAKEN],
    }),
  )
  open.add('processes', async () => {
    await crew.stop(ROLES)
  })
  await serveOperations(settled, crew, open)
  const [facts] = await unless(stopped, Promise.all([firstFacts(settled, log), crew.ready()]))
  const pool = steward(crew, folders, log)
  open.add('fold pool', pool.stop)
  open.add('scaling', heedScaling(settled.DATA_DIR, crew, pool, log))
  const ready = toReady(settled, facts)
  writeSecret(files.ready, ready)
  open.add('ready file', () => {
    rmSync(files.ready, { force: true })
  })
  return { ready, source: facts.source }
}

function isPortTaken(error: unknown): boolean {
  return error instanceof MemberFailed ? error.exit === EXIT_PORT_TAKEN : isTaken(error)
}

/** The work's outcome, unless the start is stopped first. */
async function unless<T>(stopped: AbortSignal, work: Promise<T>): Promise<T> {
  stopped.throwIfAborted()
  let stop = (): void => {}
  const end = new Promise<never>((_resolve, reject) => {
    stop = () => {
      reject(stopped.reason as Error)
    }
  })
  stopped.addEventListener('abort', stop)
  try {
    return await Promise.race([work, end])
  } finally {
    stopped.removeEventListener('abort', stop)
  }
}

/** Servers, schema, reference data. */
async function prepare(
  given: Config,
  open: Closers,
  log: Log,
  say: (line: string) => void,
  stopped: AbortSignal,
): Promise<Config> {
  await unless(stopped, askServers(given, log))
  if (given.DATABASE_URL === '' || given.NATS_URL === '') say('Starting the embedded servers ...')
  const stack = await embeddedStack(given, log)
  open.add('embedded servers', stack.stop)
  const config = {
    ...stack.config,
    SECRET_KEY: given.SECRET_KEY === '' ? secretKey(runFiles(given.DATA_DIR).secret) : given.SECRET_KEY,
  }
  say('Bringing the database up to date ...')
  await unless(
    stopped,
    migrate(controlUrl(config)).then(async () => {
      await seed(controlUrl(config))
    }),
  )
  return config
}

/** Certificate, ports and addresses. */
async function settle(config: Config): Promise<Config> {
  const tls =
    config.TLS === 'on' && config.TLS_CERT === ''
      ? await certificateFiles(runFiles(config.DATA_DIR).tls, Date.now())
      : null
  const withPorts = {
    ...config,
    PORT: await portFor('PORT', config),
    OPS_PORT: await portFor('OPS_PORT', config),
  }
  const settled = tls === null ? withPorts : { ...withPorts, TLS_CERT: tls.cert, TLS_KEY: tls.key }
  const { baseUrl, authUrl } = addresses(settled)
  return { ...settled, BASE_URL: baseUrl, AUTH_URL: authUrl }
}

/** The configured port; another one when it was not asked for and is taken. */
async function portFor(name: 'PORT' | 'OPS_PORT', config: Config): Promise<number> {
  const port = await freePort(config[name])
  if (port !== config[name] && isGiven(name satisfies SettingName)) {
    throw takenFault(config, name)
  }
  return port
}

function secretKey(file: string): string {
  if (!existsSync(file)) writeSecret(file, randomBytes(48).toString('base64url'))
  return JSON.parse(readFileSync(file, 'utf8')) as string
}

async function serveOperations(config: Config, crew: Crew, open: Closers): Promise<void> {
  const registry = processRegistry()
  crewMetrics(registry, crew)
  const health = await serveHealth(
    { host: config.OPS_HOST, port: config.OPS_PORT },
    async () => {
      const checks = Object.assign(
        {},
        ...(await Promise.all(crew.members().map(async (member) => await member.checks()))),
      ) as Record<string, string>
      return { ready: allOk(checks), checks }
    },
    async () => {
      const told = await Promise.all(
        crew.members().map(async (member) => [member.name, await member.metrics()] as const),
      )
      return await mergedPage(new Map([['supervisor', await registry.getMetricsAsJSON()], ...told]))
    },
  ).catch((error: unknown) => {
    throw listenFault(error, config, OPERATIONS_PLACE)
  })
  open.add('operations port', health.close)
}

function toReady(config: Config, facts: FirstFacts): Ready {
  const ca = runFiles(config.DATA_DIR).tls
  return {
    base_url: config.BASE_URL,
    auth_url: config.AUTH_URL,
    ops_url: `http://${config.OPS_HOST}:${config.OPS_PORT}`,
    ca_file: existsSync(`${ca}/ca.crt`) && config.TLS_CERT.startsWith(ca) ? `${ca}/ca.crt` : config.TLS_CERT,
    client_id: facts.clientId,
    client_secret: facts.clientSecret,
    member_id: facts.memberId,
    member_token: facts.memberToken,
    member_email: facts.email,
    member_password: facts.password,
  }
}

/** Makes the data folder; nobody else may look into it. */
export function ownDataFolder(dir: string): void {
  mkdirSync(dir, { recursive: true, mode: 0o700 })
}
