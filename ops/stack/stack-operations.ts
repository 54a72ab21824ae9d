/** The operations port of a stack: from the first moment of its start, and for all its processes. */
import type { Registry } from 'prom-client'
import type { Log } from '../../schemas/base/log.js'
import { isGiven } from '../config/config.js'
import type { Config, SettingName } from '../config/config.js'
import { isPortTaken, listenError, OPERATIONS_PORT, portTakenError } from '../config/listen-errors.js'
import { freePort } from '../embedded/free-port.js'
import { buildMetrics } from '../metrics/build.js'
import { mergeSnapshots } from '../metrics/merge-snapshots.js'
import { processGroupMetrics } from '../supervisor/process-group-metrics.js'
import { processRegistry } from '../metrics/registry.js'
import { livePage } from '../monitoring/page/live-page.js'
import type { Disposables } from '../process/disposables.js'
import { startOperationsPort } from '../process/operations-port.js'
import type { OperationsAnswers, OperationsPort } from '../process/operations-port.js'
import { allOk } from '../roles/role.js'
import type { ProcessGroup } from '../supervisor/process-group.js'

export interface StackOperations {
  port: number
  /** Shows what the start waits for, as failed readiness checks. */
  showWaiting: (missing: Record<string, string>) => void
  /** Shows the checks and metrics of the processes from now on. */
  show: (group: ProcessGroup) => void
}

const PORT_ATTEMPTS = 4

/** Opens the port. Throws a ConfigError if it cannot be used. */
export async function serveStackOperations(
  config: Config,
  open: Disposables,
  log: Log,
): Promise<StackOperations> {
  const registry = processRegistry()
  buildMetrics(registry, 'supervisor')
  let group: ProcessGroup | null = null
  let waiting: Record<string, string> = { start: 'starting' }
  processGroupMetrics(registry, () => group?.processes() ?? [])
  const checks = async (): Promise<Record<string, string>> => {
    if (group === null) return waiting
    const all = await Promise.all(group.processes().map(async (one) => await one.checks()))
    return Object.assign({}, ...all) as Record<string, string>
  }
  const metrics = async (): Promise<Registry> => {
    const snapshots = await Promise.all(
      (group?.processes() ?? []).map(async (one) => [one.name, await one.metrics()] as const),
    )
    return mergeSnapshots(new Map([['supervisor', await registry.getMetricsAsJSON()], ...snapshots]))
  }
  const page = livePage(metrics, log)
  open.add('operations page', page.stop)
  const { port, close } = await listen(config, checks, { metrics, page: page.show })
  open.add('operations port', close)
  return {
    port,
    showWaiting: (missing) => {
      waiting = missing
    },
    show: (started) => {
      group = started
    },
  }
}

async function listen(
  config: Config,
  checks: () => Promise<Record<string, string>>,
  answers: Pick<OperationsAnswers, 'metrics' | 'page'>,
): Promise<OperationsPort> {
  const readiness = async () => {
    const results = await checks()
    return { ready: allOk(results), checks: results }
  }
  for (let attempt = 1; ; attempt++) {
    const at = { host: config.OPS_HOST, port: await choosePort('OPS_PORT', config) }
    try {
      return await startOperationsPort(at, { readiness, ...answers })
    } catch (error) {
      // Another program may take a port between finding it free and listening on it.
      if (!isPortTaken(error) || attempt >= PORT_ATTEMPTS) throw listenError(error, config, OPERATIONS_PORT)
    }
  }
}

/** The configured port, or a free one if it is in use and was not set explicitly. */
export async function choosePort(name: 'PORT' | 'OPS_PORT', config: Config): Promise<number> {
  const port = await freePort(config[name])
  if (port !== config[name] && isGiven(name satisfies SettingName)) throw portTakenError(config, name)
  return port
}
