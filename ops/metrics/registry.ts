/** The registry of one process: what Node says of itself, beside what its role measures. */
import { collectDefaultMetrics, Gauge, Registry } from 'prom-client'
import type { MetricObjectWithValues, MetricValue } from 'prom-client'

/** What a registry holds, as it goes from a process to its supervisor. */
export type Snapshot = Array<MetricObjectWithValues<MetricValue<string>>>

/** Makes it; event loop, memory, handles and garbage collection are in it. */
export function processRegistry(): Registry {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  return registry
}

/** A gauge whose value is looked up when it is asked for. What cannot be known now is left out. */
export function gaugeFrom(
  registry: Registry,
  name: string,
  help: string,
  look: () => number | null | Promise<number | null>,
): void {
  const gauge = new Gauge({
    name,
    help,
    registers: [registry],
    collect: async () => {
      const value = await look()
      if (value === null) gauge.remove()
      else gauge.set(value)
    },
  })
}

/** Sooner than the supervisor or the operations port gives up on the whole page. */
const TIMEOUT_MS = 1_500

/** The answer; null when it failed or is not there in time. */
export async function withinTimeout<T>(answer: Promise<T>): Promise<T | null> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<null>((resolve) => {
    timer = setTimeout(() => {
      resolve(null)
    }, TIMEOUT_MS)
  })
  try {
    return await Promise.race([answer.catch(() => null), late])
  } finally {
    clearTimeout(timer)
  }
}
