/**
 * Everything under one supervisor: embedded servers unless external ones are configured, schema and reference
 * data, and one process per role. Stops in the opposite order: the api role first, then the workers, then the
 * servers.
 */
import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { migrate } from '../../db/pg/migrate.js'
import { seed } from '../../db/seed/seed.js'
import type { Log } from '../../schemas/base/log.js'
import { addresses, controlUrl } from '../config/addresses.js'
import { childEnvironment, EXIT_CONFIG, isGiven } from '../config/config.js'
import type { Config, SettingName } from '../config/config.js'
import { isPortTaken, listenError, OPERATIONS_PORT, portTakenError } from '../config/listen-errors.js'
import { maxFoldWorkers } from '../config/max-fold-workers.js'
import { dataFiles } from '../config/paths.js'
import { checkServers } from '../config/server-errors.js'
import { startEmbeddedServers } from '../embedded/embedded-servers.js'
import { freePort } from '../embedded/free-port.js'
import { mergeSnapshots } from '../metrics/merge-snapshots.js'
import { processGroupMetrics } from '../metrics/process-group.js'
import { processRegistry } from '../metrics/registry.js'
import { disposables } from '../process/disposables.js'
import type { Disposables } from '../process/disposables.js'
import { roleProgram } from '../process/node-program.js'
import { startOperationsPort } from '../process/operations-port.js'
import { EXIT_PORT_TAKEN } from '../role.js'
import { allOk, ROLES } from '../roles/role.js'
import { ProcessStartError, superviseProcess } from '../supervisor/child-process.js'
import { startPoolAutoscaler } from '../supervisor/pool-autoscaler.js'
import { withObservableMinimum } from '../supervisor/pool-size.js'
import { startProcessGroup } from '../supervisor/process-group.js'
import type { ProcessGroup } from '../supervisor/process-group.js'
import { provideDemoCredentials } from './demo-credentials.js'
import type { DemoCredentials } from './demo-credentials.js'
import { provideLocalCertificate } from './local-certificate.js'
import { writePrivateJson, writeRunConfig } from './ready-file.js'
import type { ReadyFile } from './ready-file.js'
import { serveScaleRequests } from './scaling.js'

export interface Stack {
  ready: ReadyFile
  /** A source that a first request may name. */
  source: string
  stop: () => Promise<void>
}

export interface StartOptions {
  config: Config
  log: Log
  /** Prints a line for the user at each step. */
  print: (line: string) => void
  /** Aborting it ends the start. */
  signal: AbortSignal
}

const PORT_ATTEMPTS = 4

/**
 * Resolves when everything is ready. If it rejects, also because of `signal`, what had been started is
 * stopped.
 */
export async function startStack(options: StartOptions): Promise<Stack> {
  const files = dataFiles(options.config.DATA_DIR)
  const open = disposables()
  try {
    for (const file of [files.ready, files.run, files.scaleRequest, files.processes])
      rmSync(file, { force: true })
    const prepared = await prepareServers(options, open)
    for (let attempt = 1; ; attempt++) {
      const openProcesses = disposables()
      try {
        const config = await resolveListenSettings(prepared)
        const stack = await startProcesses(config, openProcesses, options)
        open.add('processes', openProcesses.close)
        return { ...stack, stop: open.close }
      } catch (error) {
        await openProcesses.close()
        // Another program may take a port between finding it free and listening on it.
        if (!isPortConflict(error) || attempt >= PORT_ATTEMPTS) throw error
      }
    }
  } catch (error) {
    await open.close()
    throw error
  }
}

/** Starts the processes and the operations port, and writes the ready file once all of them are ready. */
async function startProcesses(
  config: Config,
  open: Disposables,
  { log, signal }: StartOptions,
): Promise<Omit<Stack, 'stop'>> {
  const files = dataFiles(config.DATA_DIR)
  writeRunConfig(config.DATA_DIR, config)
  open.add('run file', () => {
    rmSync(files.run, { force: true })
  })
  const foldBounds = withObservableMinimum({ min: config.FOLD_WORKERS, max: maxFoldWorkers(config) })
  const group = startProcessGroup({ api: 1, fold: foldBounds.min, deliver: 1 }, (role, name) =>
    superviseProcess({
      name: role === 'api' ? role : name,
      program: roleProgram(role),
      args: [role],
      environment: childEnvironment(config),
      log,
      fatalExitCodes: [EXIT_CONFIG, EXIT_PORT_TAKEN],
    }),
  )
  open.add('processes', async () => {
    await group.stop(ROLES)
  })
  await serveStackOperations(config, group, open)
  const starting = Promise.all([provideDemoCredentials(config, log), group.ready()])
  const [credentials] = await untilAborted(signal, starting)
  const foldPool = startPoolAutoscaler(group, foldBounds, log)
  open.add('fold pool', foldPool.stop)
  open.add('scaling', serveScaleRequests(config.DATA_DIR, group, foldPool, log))
  const ready = readyFileOf(config, credentials)
  writePrivateJson(files.ready, ready)
  open.add('ready file', () => {
    rmSync(files.ready, { force: true })
  })
  return { ready, source: credentials.source }
}

function isPortConflict(error: unknown): boolean {
  return error instanceof ProcessStartError ? error.exit === EXIT_PORT_TAKEN : isPortTaken(error)
}

/** The outcome of `work`, or the reason of `signal` if it is aborted first. */
async function untilAborted<T>(signal: AbortSignal, work: Promise<T>): Promise<T> {
  signal.throwIfAborted()
  let onAbort = (): void => {}
  const aborted = new Promise<never>((_resolve, reject) => {
    onAbort = () => {
      reject(signal.reason as Error)
    }
  })
  signal.addEventListener('abort', onAbort)
  try {
    return await Promise.race([work, aborted])
  } finally {
    signal.removeEventListener('abort', onAbort)
  }
}

/** Starts or checks the servers, and brings schema and reference data up to date. */
async function prepareServers(
  { config: given, log, print, signal }: StartOptions,
  open: Disposables,
): Promise<Config> {
  await untilAborted(signal, checkServers(given, log))
  if (given.DATABASE_URL === '' || given.NATS_URL === '') print('Starting the embedded servers ...')
  const servers = await startEmbeddedServers(given, log)
  open.add('embedded servers', servers.stop)
  const config = {
    ...servers.config,
    SECRET_KEY: given.SECRET_KEY === '' ? loadSecretKey(dataFiles(given.DATA_DIR).secret) : given.SECRET_KEY,
  }
  print('Bringing the database up to date ...')
  await untilAborted(
    signal,
    migrate(controlUrl(config)).then(async () => {
      await seed(controlUrl(config))
    }),
  )
  return config
}

/** Fills in the certificate, the ports and the addresses. */
async function resolveListenSettings(config: Config): Promise<Config> {
  const certificate =
    config.TLS === 'on' && config.TLS_CERT === ''
      ? await provideLocalCertificate(dataFiles(config.DATA_DIR).tls, Date.now())
      : null
  const resolved = {
    ...config,
    PORT: await choosePort('PORT', config),
    OPS_PORT: await choosePort('OPS_PORT', config),
    ...(certificate === null ? {} : { TLS_CERT: certificate.cert, TLS_KEY: certificate.key }),
  }
  const { baseUrl, authUrl } = addresses(resolved)
  return { ...resolved, BASE_URL: baseUrl, AUTH_URL: authUrl }
}

/** The configured port, or a free one if it is in use and was not set explicitly. */
async function choosePort(name: 'PORT' | 'OPS_PORT', config: Config): Promise<number> {
  const port = await freePort(config[name])
  if (port !== config[name] && isGiven(name satisfies SettingName)) throw portTakenError(config, name)
  return port
}

function loadSecretKey(file: string): string {
  if (!existsSync(file)) writePrivateJson(file, randomBytes(48).toString('base64url'))
  return JSON.parse(readFileSync(file, 'utf8')) as string
}

async function serveStackOperations(config: Config, group: ProcessGroup, open: Disposables): Promise<void> {
  const registry = processRegistry()
  processGroupMetrics(registry, group)
  const port = await startOperationsPort(
    { host: config.OPS_HOST, port: config.OPS_PORT },
    async () => {
      const all = await Promise.all(group.processes().map(async (one) => await one.checks()))
      const checks = Object.assign({}, ...all) as Record<string, string>
      return { ready: allOk(checks), checks }
    },
    async () => {
      const snapshots = await Promise.all(
        group.processes().map(async (one) => [one.name, await one.metrics()] as const),
      )
      return await mergeSnapshots(new Map([['supervisor', await registry.getMetricsAsJSON()], ...snapshots]))
    },
  ).catch((error: unknown) => {
    throw listenError(error, config, OPERATIONS_PORT)
  })
  open.add('operations port', port.close)
}

function readyFileOf(config: Config, credentials: DemoCredentials): ReadyFile {
  const { tls } = dataFiles(config.DATA_DIR)
  const localAuthority = `${tls}/ca.crt`
  const isLocal = existsSync(localAuthority) && config.TLS_CERT.startsWith(tls)
  return {
    base_url: config.BASE_URL,
    auth_url: config.AUTH_URL,
    ops_url: `http://${config.OPS_HOST}:${config.OPS_PORT}`,
    ca_file: isLocal ? localAuthority : config.TLS_CERT,
    client_id: credentials.clientId,
    client_secret: credentials.clientSecret,
    member_id: credentials.memberId,
    member_token: credentials.memberToken,
    member_email: credentials.email,
    member_password: credentials.password,
  }
}

/** Creates the data directory, readable by its owner only. */
export function makeDataDirectory(dir: string): void {
  mkdirSync(dir, { recursive: true, mode: 0o700 })
}
