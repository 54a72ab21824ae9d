/** The registry of one process: the default metrics of Node, and what its role measures. */
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client'
import type { MetricObjectWithValues, MetricValue } from 'prom-client'

/** The content of a registry, as a process sends it to its supervisor. */
export type Snapshot = Array<MetricObjectWithValues<MetricValue<string>>>

/** A registry with Node's metrics: event loop, memory, handles, garbage collection. */
export function processRegistry(): Registry {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  return registry
}

export type MetricMaker = ReturnType<typeof metricsOf>

/** Makes metrics of the registry; their names begin with `tripfold_`. What sets a gauge at each scrape is optional. */
export function metricsOf(registry: Registry) {
  const common = (name: string, help: string) => ({ name: `tripfold_${name}`, help, registers: [registry] })
  return {
    counter: <L extends string>(name: string, help: string, ...labelNames: L[]): Counter<L> =>
      new Counter({ ...common(name, help), labelNames }),
    histogram: (name: string, help: string, buckets: number[]): Histogram =>
      new Histogram({ ...common(name, help), buckets }),
    gauge: <L extends string>(
      name: string,
      help: string,
      labelNames: L[] = [],
      set: (gauge: Gauge<L>) => void = () => {},
    ): Gauge<L> => {
      const collect = (): void => {
        set(gauge)
      }
      const gauge = new Gauge({ ...common(name, help), labelNames, collect })
      return gauge
    },
  }
}

/** A gauge that is read at each scrape; it is left out while `read` returns null. */
export function gaugeFrom(
  registry: Registry,
  name: string,
  help: string,
  read: () => number | null | Promise<number | null>,
): void {
  const gauge = new Gauge({
    name,
    help,
    registers: [registry],
    collect: async () => {
      const value = await read()
      if (value === null) gauge.remove()
      else gauge.set(value)
    },
  })
}

/** Shorter than the timeouts of the supervisor and of the operations port for the whole page. */
const TIMEOUT_MS = 1_500

/** The result of `work`; null if it fails or takes too long. */
export async function withinTimeout<T>(work: Promise<T>): Promise<T | null> {
  let timer: NodeJS.Timeout | undefined
  const timeout = new Promise<null>((resolve) => {
    timer = setTimeout(() => {
      resolve(null)
    }, TIMEOUT_MS)
  })
  try {
    return await Promise.race([work.catch(() => null), timeout])
  } finally {
    clearTimeout(timer)
  }
}
