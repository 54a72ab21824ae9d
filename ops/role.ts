/**
 * The program of one role: started by the supervisor, or alone as `npm start -- --role=fold`. It ends on SIGTERM, and when
 * its supervisor is gone, after finishing what it has begun.
 */
import { randomBytes } from 'node:crypto'
import { hostname } from 'node:os'
import type { Config } from './config/config.js'
import { startOperationsPort } from './process/operations-port.js'
import type { OperationsPort } from './process/operations-port.js'
import { isPortTaken, listenError, OPERATIONS_PORT, portTakenError } from './config/listen-errors.js'
import { makeLog } from './process/log.js'
import { processRegistry } from './metrics/registry.js'
import { allOk } from './roles/role.js'
import type { RoleName } from './roles/role.js'
import { ROLE_STARTERS } from './roles/table.js'
import type { ChildMessage, SupervisorRequest } from './supervisor/ipc-messages.js'

const EXIT_FAILED = 70
/** Another program has the port: the supervisor looks for another one. */
export const EXIT_PORT_TAKEN = 71
const STOP_MS = 28_000

export interface RunRoleOptions {
  config: Config
  /** Serves the operations port in this process. */
  health: boolean
}

/** Runs a role until it is told to stop; then ends the process. Throws a ConfigFault when a setting keeps it from starting. */
export async function runRole(role: RoleName, options: RunRoleOptions): Promise<void> {
  const { config } = options
  const log = makeLog(config, role)
  let stop: (() => Promise<void>) | null = null
  let ending = false
  const end = (why: string, exit: number): void => {
    if (ending) return
    ending = true
    log.info({ why }, 'stopping')
    setTimeout(() => {
      log.error({ after_ms: STOP_MS }, 'could not stop in time')
      process.exit(EXIT_FAILED)
    }, STOP_MS).unref()
    Promise.resolve(stop?.()).then(
      () => process.exit(exit),
      (error: unknown) => {
        log.error({ error }, 'could not stop cleanly')
        process.exit(EXIT_FAILED)
      },
    )
  }
  process.on('SIGINT', () => {
    end('SIGINT', 0)
  })
  process.on('SIGTERM', () => {
    end('SIGTERM', 0)
  })
  process.on('disconnect', () => {
    end('the supervisor is gone', EXIT_FAILED)
  })
  const unexpected = (error: unknown): void => {
    log.error({ error }, 'unexpected error; the process ends')
    end('unexpected error', EXIT_FAILED)
  }
  process.on('uncaughtException', unexpected)
  process.on('unhandledRejection', unexpected)
  const tell = (word: ChildMessage): void => {
    process.send?.(word, undefined, undefined, (error) => {
      if (error !== null) log.debug({ error }, 'the supervisor was not reached')
    })
  }

  const worker = `${role}-${hostname()
    .replace(/[^A-Za-z0-9]+/g, '-')
    .slice(0, 24)}-${process.pid}-${randomBytes(3).toString('hex')}`
  const registry = processRegistry()
  const start = await ROLE_STARTERS[role]()
  const running = await start({
    config,
    log,
    worker,
    registry,
    fail: (why) => {
      end(why, EXIT_FAILED)
    },
  }).catch((error: unknown) => {
    if (!isPortTaken(error)) throw error
    if (options.health) throw portTakenError(config, 'PORT')
    log.warn({ error }, 'another program has the port')
    process.exit(EXIT_PORT_TAKEN)
  })
  const health: OperationsPort | null = options.health
    ? await startOperationsPort(
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
    : null
  stop = async () => {
    await running.stop()
    await health?.close()
  }
  process.on('message', (question: SupervisorRequest) => {
    if (question.ask === 'alive') {
      tell({ is: 'alive', id: question.id })
      return
    }
    if (question.ask === 'metrics') {
      registry.getMetricsAsJSON().then(
        (metrics) => {
          tell({ is: 'metrics', id: question.id, metrics })
        },
        (error: unknown) => {
          log.error({ error }, 'what is measured could not be told')
        },
      )
      return
    }
    running
      .checks()
      .catch((error: unknown) => ({ checks: error instanceof Error ? error.message : String(error) }))
      .then(
        (checks) => {
          tell({ is: 'checks', id: question.id, checks })
        },
        (error: unknown) => {
          log.error({ error }, 'a question of the supervisor could not be answered')
        },
      )
  })
  log.info({ worker, ops_port: health?.port }, 'ready')
  tell({ is: 'ready' })
}
