/**
 * The program of one role: started by the supervisor, or alone as `npm start -- --role=fold`. It stops on
 * SIGTERM, and when its supervisor is gone, after finishing the work in progress.
 */
import { randomBytes } from 'node:crypto'
import { hostname } from 'node:os'
import type { Registry } from 'prom-client'
import type { Log } from '../schemas/base/log.js'
import type { Config } from './config/config.js'
import {
  EXIT_PORT_TAKEN,
  isPortTaken,
  listenError,
  OPERATIONS_PORT,
  portTakenError,
} from './config/listen-errors.js'
import { buildMetrics } from './metrics/build.js'
import { processRegistry } from './metrics/registry.js'
import type { Disposables } from './process/disposables.js'
import { makeLog } from './process/log.js'
import type { OutageLog } from './process/outage-log.js'
import { startOperationsPort } from './process/operations-port.js'
import type { OperationsPort } from './process/operations-port.js'
import { livePage } from './monitoring/page/live-page.js'
import { retryStart } from './process/retry-start.js'
import { allOk } from './roles/role.js'
import type { RoleContext, RoleName } from './roles/role.js'
import { ROLE_STARTERS } from './roles/table.js'
import { startTracing } from './wiring/tracing/tracing.js'
import type { ChildMessage, SupervisorRequest } from './supervisor/ipc-messages.js'

const EXIT_FAILED = 70
const STOP_TIMEOUT_MS = 28_000
const HOST_NAME_CHARS = 24

export interface RunRoleOptions {
  config: Config
  /** Whether this process serves the operations port itself. */
  health: boolean
  /** What has to be done before the role starts; repeated while a server is away. */
  prepare?: (log: Log) => Promise<void>
  /** Absent: a log of its own. */
  log?: OutageLog
}

type Checks = () => Promise<Record<string, string>>

/**
 * Runs a role until it is asked to stop, then exits. While Postgres or NATS is away, or no id slot is free, it
 * waits and is not ready. Throws a ConfigError if a setting prevents the start.
 */
export async function runRole(
  role: RoleName,
  { config, health, prepare, log = makeLog(config, role) }: RunRoleOptions,
): Promise<void> {
  logWarnings(log)
  const lifetime = new Lifetime(log)
  lifetime.handleSignals()
  const worker = workerName(role)
  const registry = processRegistry()
  buildMetrics(registry, role)
  let checks: Checks = async () => await Promise.resolve({ start: 'starting' })
  const currentChecks: Checks = async () => await checks()
  const port = health ? await serveOperations({ config, log }, currentChecks, registry) : null
  answerSupervisor(currentChecks, registry, log)
  const onWaiting = (missing: Record<string, string>): void => {
    checks = async () => await Promise.resolve(missing)
    sendToSupervisor({ is: 'waiting', missing }, log)
  }
  const tracing = await startTracing({ config, role, worker, registry, log })
  if (prepare !== undefined) await retryStart(async () => await prepare(log), { log, onWaiting })
  const running = await startRole(
    role,
    {
      config,
      log,
      watch: log.watch,
      worker,
      registry,
      ...(tracing === null ? {} : { tracer: tracing.tracer }),
    },
    { health, onWaiting },
  )
  checks = running.checks
  lifetime.onStop = async () => {
    await running.stop()
    await tracing?.close()
    await port?.close()
  }
  log.info({ worker, ops_port: port?.port }, 'ready')
  sendToSupervisor({ is: 'ready' }, log)
}

/** Stops the process once, for whatever reason comes first. */
class Lifetime {
  /** Releases everything; null while there is nothing to release. */
  onStop: (() => Promise<void>) | null = null
  readonly #log: Log
  #isStopping = false

  constructor(log: Log) {
    this.#log = log
  }

  handleSignals(): void {
    for (const signal of ['SIGINT', 'SIGTERM'] as const)
      process.on(signal, () => {
        this.stop(signal, 0)
      })
    process.on('disconnect', () => {
      this.stop('the supervisor is gone', EXIT_FAILED)
    })
    for (const event of ['uncaughtException', 'unhandledRejection'] as const)
      process.on(event, (error: unknown) => {
        this.#log.error({ cause: error }, 'unexpected error; exiting')
        this.stop('unexpected error', EXIT_FAILED)
      })
  }

  stop(reason: string, exitCode: number): void {
    if (this.#isStopping) return
    this.#isStopping = true
    this.#log.info({ reason }, 'stopping')
    setTimeout(() => {
      this.#log.error({ timeout_ms: STOP_TIMEOUT_MS }, 'could not stop in time')
      process.exit(EXIT_FAILED)
    }, STOP_TIMEOUT_MS).unref()
    Promise.resolve(this.onStop?.()).then(
      () => process.exit(exitCode),
      (error: unknown) => {
        this.#log.error({ cause: error }, 'could not stop cleanly')
        process.exit(EXIT_FAILED)
      },
    )
  }
}

/** Node's own warnings, as lines of the log instead of text on stderr. */
function logWarnings(log: Log): void {
  process.removeAllListeners('warning')
  process.on('warning', (error) => {
    log.warn({ error }, 'warning of Node.js')
  })
}

/** A unique name for this process: letters, digits and hyphens. */
function workerName(role: RoleName): string {
  const host = hostname()
    .replace(/[^A-Za-z0-9]+/g, '-')
    .slice(0, HOST_NAME_CHARS)
  return `${role}-${host}-${process.pid}-${randomBytes(3).toString('hex')}`
}

interface StartedRole {
  checks: Checks
  stop: () => Promise<void>
}

async function startRole(
  role: RoleName,
  context: Omit<RoleContext, 'open'>,
  { health, onWaiting }: { health: boolean; onWaiting: (missing: Record<string, string>) => void },
): Promise<StartedRole> {
  const { config, log } = context
  const start = await ROLE_STARTERS[role]()
  return await retryStart(
    async (open) => {
      removeMetricsOnClose(context.registry, open)
      const { checks } = await start({ ...context, open })
      return { checks, stop: open.close }
    },
    { log, onWaiting },
  ).catch((error: unknown) => {
    if (!isPortTaken(error)) throw error
    if (health) throw portTakenError(config, 'PORT')
    log.warn({ error }, 'another program uses the port')
    process.exit(EXIT_PORT_TAKEN)
  })
}

/** A second attempt to start registers the same metrics again. */
function removeMetricsOnClose(registry: Registry, open: Disposables): void {
  const before = new Set(registry.getMetricsAsArray().map(({ name }) => name))
  open.add('metrics', () => {
    for (const { name } of registry.getMetricsAsArray())
      if (!before.has(name)) registry.removeSingleMetric(name)
  })
}

async function serveOperations(
  { config, log }: { config: Config; log: Log },
  checks: Checks,
  registry: Registry,
): Promise<OperationsPort> {
  const metrics = async (): Promise<Registry> => await Promise.resolve(registry)
  const page = livePage(metrics, log)
  return await startOperationsPort(
    { host: config.OPS_HOST, port: config.OPS_PORT },
    {
      readiness: async () => {
        const results = await checks()
        return { ready: allOk(results), checks: results }
      },
      metrics,
      page: page.show,
    },
  ).catch((error: unknown) => {
    throw isPortTaken(error)
      ? portTakenError(config, 'OPS_PORT')
      : listenError(error, config, OPERATIONS_PORT)
  })
}

function answerSupervisor(checks: Checks, registry: Registry, log: Log): void {
  const answer = async ({ ask, id }: SupervisorRequest): Promise<ChildMessage> => {
    if (ask === 'alive') return { is: 'alive', id }
    if (ask === 'metrics') return { is: 'metrics', id, metrics: await registry.getMetricsAsJSON() }
    const results = await checks().catch((error: unknown) => ({
      checks: error instanceof Error ? error.message : String(error),
    }))
    return { is: 'checks', id, checks: results }
  }
  process.on('message', (request: SupervisorRequest) => {
    answer(request).then(
      (message) => {
        sendToSupervisor(message, log)
      },
      (error: unknown) => {
        log.error({ error, request: request.ask }, 'failed to answer the supervisor')
      },
    )
  })
}

function sendToSupervisor(message: ChildMessage, log: Log): void {
  process.send?.(message, undefined, undefined, (error) => {
    if (error !== null) log.debug({ error }, 'message not sent to the supervisor')
  })
}
