/**
 * The program of one role: started by the supervisor, or alone as `npm start -- --role=fold`. It stops on
 * SIGTERM, and when its supervisor is gone, after finishing the work in progress.
 */
import { randomBytes } from 'node:crypto'
import { hostname } from 'node:os'
import type { Registry } from 'prom-client'
import type { Log } from '../schemas/base/log.js'
import type { Config } from './config/config.js'
import { isPortTaken, listenError, OPERATIONS_PORT, portTakenError } from './config/listen-errors.js'
import { processRegistry } from './metrics/registry.js'
import { makeLog } from './process/log.js'
import { startOperationsPort } from './process/operations-port.js'
import type { OperationsPort } from './process/operations-port.js'
import { allOk } from './roles/role.js'
import type { RoleName, RunningRole } from './roles/role.js'
import { ROLE_STARTERS } from './roles/table.js'
import type { ChildMessage, SupervisorRequest } from './supervisor/ipc-messages.js'

const EXIT_FAILED = 70
/** Another program uses the port: the supervisor chooses a different one. */
export const EXIT_PORT_TAKEN = 71
const STOP_TIMEOUT_MS = 28_000
const HOST_NAME_CHARS = 24

export interface RunRoleOptions {
  config: Config
  /** Whether this process serves the operations port itself. */
  health: boolean
}

/**
 * Runs a role until it is asked to stop, then exits. Throws a ConfigError if a setting prevents the start.
 */
export async function runRole(role: RoleName, { config, health }: RunRoleOptions): Promise<void> {
  const log = makeLog(config, role)
  const lifetime = new Lifetime(log)
  lifetime.handleSignals()
  const worker = workerName(role)
  const registry = processRegistry()
  const running = await startRole(role, config, { log, worker, registry, lifetime, health })
  const port = health ? await serveOperations(config, running, registry) : null
  lifetime.onStop = async () => {
    await running.stop()
    await port?.close()
  }
  answerSupervisor(running, registry, log)
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
        this.#log.error({ error }, 'unexpected error; exiting')
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
        this.#log.error({ error }, 'could not stop cleanly')
        process.exit(EXIT_FAILED)
      },
    )
  }
}

/** A unique name for this process: letters, digits and hyphens. */
function workerName(role: RoleName): string {
  const host = hostname()
    .replace(/[^A-Za-z0-9]+/g, '-')
    .slice(0, HOST_NAME_CHARS)
  return `${role}-${host}-${process.pid}-${randomBytes(3).toString('hex')}`
}

async function startRole(
  role: RoleName,
  config: Config,
  context: { log: Log; worker: string; registry: Registry; lifetime: Lifetime; health: boolean },
): Promise<RunningRole> {
  const { log, worker, registry, lifetime, health } = context
  const start = await ROLE_STARTERS[role]()
  return await start({
    config,
    log,
    worker,
    registry,
    fail: (reason) => {
      lifetime.stop(reason, EXIT_FAILED)
    },
  }).catch((error: unknown) => {
    if (!isPortTaken(error)) throw error
    if (health) throw portTakenError(config, 'PORT')
    log.warn({ error }, 'another program uses the port')
    process.exit(EXIT_PORT_TAKEN)
  })
}

async function serveOperations(
  config: Config,
  running: RunningRole,
  registry: Registry,
): Promise<OperationsPort> {
  return await startOperationsPort(
    { host: config.OPS_HOST, port: config.OPS_PORT },
    async () => {
      const checks = await running.checks()
      return { ready: allOk(checks), checks }
    },
    async () => await registry.metrics(),
  ).catch(async (error: unknown) => {
    await running.stop()
    throw isPortTaken(error)
      ? portTakenError(config, 'OPS_PORT')
      : listenError(error, config, OPERATIONS_PORT)
  })
}

function answerSupervisor(running: RunningRole, registry: Registry, log: Log): void {
  const answer = async ({ ask, id }: SupervisorRequest): Promise<ChildMessage> => {
    if (ask === 'alive') return { is: 'alive', id }
    if (ask === 'metrics') return { is: 'metrics', id, metrics: await registry.getMetricsAsJSON() }
    const checks = await running
      .checks()
      .catch((error: unknown) => ({ checks: error instanceof Error ? error.message : String(error) }))
    return { is: 'checks', id, checks }
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
