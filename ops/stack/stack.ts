/**
 * Everything under one roof: embedded servers where none are given, schema and reference data, and each role in a process
 * of its own. Stopped in the opposite order: first the door, then the workers, then the servers.
 */
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { randomBytes } from 'node:crypto'
import { migrate } from '../../db/pg/migrate.js'
import { seed } from '../../db/seed/seed.js'
import type { Log } from '../../schemas/base/log.js'
import { addresses, controlUrl } from '../config/addresses.js'
import { disposables } from '../process/disposables.js'
import type { Disposables } from '../process/disposables.js'
import { childEnvironment, EXIT_CONFIG, isGiven } from '../config/config.js'
import type { Config, SettingName } from '../config/config.js'
import { freePort } from '../embedded/free-port.js'
import { startEmbeddedServers } from '../embedded/embedded-servers.js'
import { provideDemoCredentials } from './demo-credentials.js'
import type { DemoCredentials } from './demo-credentials.js'
import { startOperationsPort } from '../process/operations-port.js'
import { processGroupMetrics } from '../metrics/process-group.js'
import { mergeSnapshots } from '../metrics/merge-snapshots.js'
import { processRegistry } from '../metrics/registry.js'
import { isPortTaken, listenError, OPERATIONS_PORT, portTakenError } from '../config/listen-errors.js'
import { maxFoldWorkers } from '../config/max-fold-workers.js'
import { dataFiles } from '../config/paths.js'
import { roleProgram } from '../process/node-program.js'
import { EXIT_PORT_TAKEN } from '../role.js'
import { allOk, ROLES } from '../roles/role.js'
import { writeRunConfig, writePrivateJson } from './ready-file.js'
import type { ReadyFile } from './ready-file.js'
import { checkServers } from '../config/server-errors.js'
import { serveScaleRequests } from './scaling.js'
import { startProcessGroup } from '../supervisor/process-group.js'
import type { ProcessGroup } from '../supervisor/process-group.js'
import { ProcessStartError, superviseProcess } from '../supervisor/child-process.js'
import { withObservableMinimum } from '../supervisor/pool-size.js'
import { startPoolAutoscaler } from '../supervisor/pool-autoscaler.js'
import { provideLocalCertificate } from './local-certificate.js'

export interface Stack {
  ready: ReadyFile
  source: string
  stop: () => Promise<void>
}

const PORT_ATTEMPTS = 4

/**
 * Starts everything and answers when it is ready. `say` hears of each step. Rejects after stopping what had started, also
 * when `stopped` is aborted meanwhile.
 */
export async function startStack(
  given: Config,
  log: Log,
  say: (line: string) => void,
  stopped: AbortSignal,
): Promise<Stack> {
  const files = dataFiles(given.DATA_DIR)
  const open = disposables()
  try {
    for (const file of [files.ready, files.run, files.scaleRequest, files.processes])
      rmSync(file, { force: true })
    const prepared = await prepareServers(given, open, log, say, stopped)
    for (let attempt = 1; ; attempt++) {
      const rooms = disposables()
      try {
        const house = await startProcesses(await resolveListenSettings(prepared), rooms, log, stopped)
        open.add('rooms', rooms.close)
        return { ...house, stop: open.close }
      } catch (error) {
        await rooms.close()
        // Between the look for a free port and its taking another program may have come first.
        if (!isPortConflict(error) || attempt >= PORT_ATTEMPTS) throw error
      }
    }
  } catch (error) {
    await open.close()
    throw error
  }
}

/** Starts the processes and the operations port, and tells where they are once all are ready. */
async function startProcesses(
  settled: Config,
  open: Disposables,
  log: Log,
  stopped: AbortSignal,
): Promise<Omit<Stack, 'stop'>> {
  const files = dataFiles(settled.DATA_DIR)
  writeRunConfig(settled.DATA_DIR, settled)
  open.add('run file', () => {
    rmSync(files.run, { force: true })
  })
  const folders = withObservableMinimum({ least: settled.FOLD_WORKERS, most: maxFoldWorkers(settled) })
  const crew = startProcessGroup({ api: 1, fold: folders.least, deliver: 1 }, (role, name) =>
    superviseProcess({
      name: role === 'api' ? role : name,
      program: roleProgram(role),
      args: [role],
      environment: childEnvironment(settled),
      log,
      fatalExitCodes: [EXIT_CONFIG, EXIT_PORT_TAKEN],
    }),
  )
  open.add('processes', async () => {
    await crew.stop(ROLES)
  })
  await serveStackOperations(settled, crew, open)
  const [facts] = await untilStopped(
    stopped,
    Promise.all([provideDemoCredentials(settled, log), crew.ready()]),
  )
  const pool = startPoolAutoscaler(crew, folders, log)
  open.add('fold pool', pool.stop)
  open.add('scaling', serveScaleRequests(settled.DATA_DIR, crew, pool, log))
  const ready = readyFileOf(settled, facts)
  writePrivateJson(files.ready, ready)
  open.add('ready file', () => {
    rmSync(files.ready, { force: true })
  })
  return { ready, source: facts.source }
}

function isPortConflict(error: unknown): boolean {
  return error instanceof ProcessStartError ? error.exit === EXIT_PORT_TAKEN : isPortTaken(error)
}

/** The work's outcome, unless the start is stopped first. */
async function untilStopped<T>(stopped: AbortSignal, work: Promise<T>): Promise<T> {
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
async function prepareServers(
  given: Config,
  open: Disposables,
  log: Log,
  say: (line: string) => void,
  stopped: AbortSignal,
): Promise<Config> {
  await untilStopped(stopped, checkServers(given, log))
  if (given.DATABASE_URL === '' || given.NATS_URL === '') say('Starting the embedded servers ...')
  const stack = await startEmbeddedServers(given, log)
  open.add('embedded servers', stack.stop)
  const config = {
    ...stack.config,
    SECRET_KEY: given.SECRET_KEY === '' ? loadSecretKey(dataFiles(given.DATA_DIR).secret) : given.SECRET_KEY,
  }
  say('Bringing the database up to date ...')
  await untilStopped(
    stopped,
    migrate(controlUrl(config)).then(async () => {
      await seed(controlUrl(config))
    }),
  )
  return config
}

/** Certificate, ports and addresses. */
async function resolveListenSettings(config: Config): Promise<Config> {
  const tls =
    config.TLS === 'on' && config.TLS_CERT === ''
      ? await provideLocalCertificate(dataFiles(config.DATA_DIR).tls, Date.now())
      : null
  const withPorts = {
    ...config,
    PORT: await choosePort('PORT', config),
    OPS_PORT: await choosePort('OPS_PORT', config),
  }
  const settled = tls === null ? withPorts : { ...withPorts, TLS_CERT: tls.cert, TLS_KEY: tls.key }
  const { baseUrl, authUrl } = addresses(settled)
  return { ...settled, BASE_URL: baseUrl, AUTH_URL: authUrl }
}

/** The configured port; another one when it was not asked for and is taken. */
async function choosePort(name: 'PORT' | 'OPS_PORT', config: Config): Promise<number> {
  const port = await freePort(config[name])
  if (port !== config[name] && isGiven(name satisfies SettingName)) {
    throw portTakenError(config, name)
  }
  return port
}

function loadSecretKey(file: string): string {
  if (!existsSync(file)) writePrivateJson(file, randomBytes(48).toString('base64url'))
  return JSON.parse(readFileSync(file, 'utf8')) as string
}

async function serveStackOperations(config: Config, crew: ProcessGroup, open: Disposables): Promise<void> {
  const registry = processRegistry()
  processGroupMetrics(registry, crew)
  const health = await startOperationsPort(
    { host: config.OPS_HOST, port: config.OPS_PORT },
    async () => {
      const checks = Object.assign(
        {},
        ...(await Promise.all(crew.processes().map(async (member) => await member.checks()))),
      ) as Record<string, string>
      return { ready: allOk(checks), checks }
    },
    async () => {
      const told = await Promise.all(
        crew.processes().map(async (member) => [member.name, await member.metrics()] as const),
      )
      return await mergeSnapshots(new Map([['supervisor', await registry.getMetricsAsJSON()], ...told]))
    },
  ).catch((error: unknown) => {
    throw listenError(error, config, OPERATIONS_PORT)
  })
  open.add('operations port', health.close)
}

function readyFileOf(config: Config, facts: DemoCredentials): ReadyFile {
  const ca = dataFiles(config.DATA_DIR).tls
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
export function makeDataDirectory(dir: string): void {
  mkdirSync(dir, { recursive: true, mode: 0o700 })
}
