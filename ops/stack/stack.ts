/**
 * Everything under one supervisor: embedded servers unless external ones are configured, schema and reference
 * data, and one process per role. Stops in the opposite order: the api role first, then the workers, then the
 * servers.
 */
import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import type { Log } from '../../schemas/base/log.js'
import { addresses, controlUrl } from '../config/addresses.js'
import { childEnvironment, EXIT_CONFIG } from '../config/config.js'
import type { Config } from '../config/config.js'
import { hasEmbeddedServers } from '../config/development.js'
import { EXIT_PORT_TAKEN, isPortTaken } from '../config/listen-errors.js'
import { maxFoldWorkers } from '../config/fold/max-fold-workers.js'
import { dataFiles } from '../config/paths.js'
import { reachServers } from '../config/server-errors.js'
import { startEmbeddedServers } from '../embedded/embedded-servers.js'
import { disposables } from '../process/disposables.js'
import type { Disposables } from '../process/disposables.js'
import { roleProgram } from '../roles/role-program.js'
import { retryStart } from '../process/retry-start.js'
import { ROLES } from '../roles/role.js'
import { ProcessStartError, superviseProcess } from '../supervisor/child-process.js'
import { startPoolAutoscaler } from '../supervisor/pool-autoscaler.js'
import { withObservableMinimum } from '../supervisor/pool-size.js'
import { startProcessGroup } from '../supervisor/process-group.js'
import { provideLogins } from './database-logins.js'
import { provideDemoCredentials } from './demo-credentials.js'
import type { DemoCredentials } from './demo-credentials.js'
import type { CertificateFiles } from './local-certificate.js'
import { firstBatch } from './first-request.js'
import { hasDemo, writeFirstRequest, writePrivateJson, writeRunConfig } from './ready-file.js'
import type { DemoAccess, ReadyFile } from './ready-file.js'
import { serveScaleRequests } from './scaling.js'
import { choosePort, serveStackOperations } from './stack-operations.js'
import type { StackOperations } from './stack-operations.js'
import { proveSecretKeyAt } from '../wiring/secrets/prove-secret-key.js'
import { prepareSchema } from './prepare-schema.js'

export interface Stack {
  ready: ReadyFile
  stop: () => Promise<void>
}

export interface StartOptions {
  config: Config
  log: Log
  /** Prints a line for the user. */
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
    for (const file of [files.ready, files.run, files.logins, files.scaleRequest, files.processes])
      rmSync(file, { force: true })
    const operations = await serveStackOperations(options.config, open, options.log)
    const prepared = await prepareServers(
      { ...options, config: { ...options.config, OPS_PORT: operations.port } },
      open,
      operations,
    )
    for (let attempt = 1; ; attempt++) {
      const openProcesses = disposables()
      try {
        const config = await resolveListenSettings(prepared)
        const stack = await startProcesses(config, openProcesses, options, operations)
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

/** Starts the processes, and writes the ready file once all of them are ready. */
async function startProcesses(
  config: Config,
  open: Disposables,
  { config: given, log, signal }: StartOptions,
  operations: StackOperations,
): Promise<Omit<Stack, 'stop'>> {
  const files = dataFiles(config.DATA_DIR)
  writeRunConfig(config.DATA_DIR, config)
  open.add('run file', () => {
    for (const file of [files.run, files.logins]) rmSync(file, { force: true })
  })
  const logins =
    given.DATABASE_URL === '' ? await provideLogins(config.DATA_DIR, config.DATABASE_URL, log) : null
  const foldBounds = withObservableMinimum({ min: config.FOLD_WORKERS, max: maxFoldWorkers(config) })
  const group = startProcessGroup({ api: 1, fold: foldBounds.min, deliver: 1, jobs: 1 }, (role, name) =>
    superviseProcess({
      name: role === 'api' ? role : name,
      program: roleProgram(role),
      args: [role],
      environment: childEnvironment(
        logins === null ? config : { ...config, DATABASE_URL: logins[role], DATABASE_CONTROL_URL: '' },
      ),
      log,
      fatalExitCodes: [EXIT_CONFIG, EXIT_PORT_TAKEN],
    }),
  )
  open.add('processes', async () => {
    await group.stop(ROLES)
  })
  operations.show(group)
  // Anyone who reads the output of a start could use them, so a database that others share gets none.
  const demo = hasEmbeddedServers(given)
    ? retryStart(async () => await provideDemoCredentials(config, log), { log, signal })
    : null
  const [credentials] = await untilAborted(signal, Promise.all([demo, group.ready()]))
  const foldPool = startPoolAutoscaler(group, foldBounds, log)
  open.add('fold pool', foldPool.stop)
  open.add('scaling', serveScaleRequests(config.DATA_DIR, group, foldPool, log))
  const ready = readyFileOf(config, credentials)
  if (credentials !== null && hasDemo(ready))
    writeFirstRequest(config.DATA_DIR, ready, firstBatch(credentials.source, Date.now()))
  writePrivateJson(files.ready, ready)
  open.add('ready file', () => {
    rmSync(files.ready, { force: true })
  })
  return { ready }
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

/**
 * Starts the embedded servers or waits for external ones, and brings schema and reference data up to date.
 */
async function prepareServers(
  { config: given, log, print, signal }: StartOptions,
  open: Disposables,
  operations: StackOperations,
): Promise<Config> {
  const waiting = { log, signal, onWaiting: operations.showWaiting }
  const reach = async (): Promise<void> => await reachServers(given, log)
  await untilAborted(signal, retryStart(reach, waiting))
  print('Starting servers and one process per role ...')
  const servers = await startEmbeddedServers(given, log)
  open.add('embedded servers', servers.stop)
  const config = {
    ...servers.config,
    SECRET_KEY: given.SECRET_KEY === '' ? loadSecretKey(dataFiles(given.DATA_DIR).secret) : given.SECRET_KEY,
  }
  const update = async (): Promise<void> => {
    await prepareSchema(config)
    await proveSecretKeyAt(controlUrl(config), config, log)
  }
  await untilAborted(signal, retryStart(update, waiting))
  return config
}

/** Fills in the certificate, the public port and the addresses. */
async function resolveListenSettings(config: Config): Promise<Config> {
  const needsCertificate = config.TLS === 'on' && config.TLS_CERT === ''
  const certificate = needsCertificate ? await localCertificate(config) : null
  const resolved = {
    ...config,
    PORT: await choosePort('PORT', config),
    ...(certificate === null ? {} : { TLS_CERT: certificate.cert, TLS_KEY: certificate.key }),
  }
  const { baseUrl, authUrl } = addresses(resolved)
  return { ...resolved, BASE_URL: baseUrl, AUTH_URL: authUrl }
}

/** Loaded when it is needed: its packages take a fifth of the time of a start. */
async function localCertificate(config: Config): Promise<CertificateFiles> {
  const { provideLocalCertificate } = await import('./local-certificate.js')
  return await provideLocalCertificate(dataFiles(config.DATA_DIR).tls, Date.now())
}

function loadSecretKey(file: string): string {
  if (!existsSync(file)) writePrivateJson(file, randomBytes(48).toString('base64url'))
  return JSON.parse(readFileSync(file, 'utf8')) as string
}

function readyFileOf(config: Config, credentials: DemoCredentials | null): ReadyFile {
  const { tls } = dataFiles(config.DATA_DIR)
  const localAuthority = `${tls}/ca.crt`
  const isLocal = existsSync(localAuthority) && config.TLS_CERT.startsWith(tls)
  return {
    base_url: config.BASE_URL,
    auth_url: config.AUTH_URL,
    ops_url: `http://${config.OPS_HOST}:${config.OPS_PORT}`,
    ca_file: isLocal ? localAuthority : config.TLS_CERT,
    ...(credentials === null ? {} : demoAccess(credentials)),
  }
}

function demoAccess(credentials: DemoCredentials): DemoAccess {
  return {
    client_id: credentials.clientId,
    client_secret: credentials.clientSecret,
    member_id: credentials.memberId,
    member_token: credentials.memberToken,
    member_email: credentials.email,
    member_password: credentials.password,
    ...(credentials.developerEmail === undefined
      ? {}
      : { developer_email: credentials.developerEmail, developer_password: credentials.password }),
  }
}

/** Creates the data directory, readable by its owner only. */
export function makeDataDirectory(dir: string): void {
  mkdirSync(dir, { recursive: true, mode: 0o700 })
}
