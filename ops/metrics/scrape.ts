/** Gauges of the whole service, read from a server once per scrape. */
import { Gauge } from 'prom-client'
import type { Registry } from 'prom-client'
import type { Log } from '../../schemas/base/log.js'
import { withinTimeout } from './registry.js'

/** One sample of a gauge: the values of its labels, in their order. */
export type Row = [labels: string[], value: number | null]

/** A gauge with one row for each combination of labels; rows without a value are left out. */
export function labelledGauge(
  registry: Registry,
  { name, help, labels }: { name: string; help: string; labels: string[] },
  readRows: () => Promise<Row[]>,
): void {
  const gauge = new Gauge({
    name: `tripfold_service_${name}`,
    help,
    labelNames: labels,
    registers: [registry],
    collect: async () => {
      const rows = await readRows()
      gauge.reset()
      for (const [values, value] of rows) if (value !== null) gauge.labels(...values).set(value)
    },
  })
}

const SAME_SCRAPE_MS = 500

/**
 * Calls `read` once for all gauges of a scrape. Resolves with null if it fails, which is logged, or takes too long: a
 * server that hangs must not take the rest of the page with it.
 */
export function oncePerScrape<T>(read: () => Promise<T>, log: Log): () => Promise<T | null> {
  const logged = async (): Promise<T> =>
    await read().catch((error: unknown) => {
      log.warn({ error }, 'metrics of the service not read')
      throw error
    })
  let last: { at: number; result: Promise<T | null> } | null = null
  return async () => {
    if (last === null || performance.now() - last.at > SAME_SCRAPE_MS)
      last = { at: performance.now(), result: withinTimeout(logged()) }
    return await last.result
  }
}
