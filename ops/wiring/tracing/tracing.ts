/** Whether a process traces, and how: OpenTelemetry is loaded only where OTEL_EXPORTER_OTLP_ENDPOINT is set. */
import type { Registry } from 'prom-client'
import type { Log } from '../../../schemas/base/log.js'
import type { Config } from '../../config/config.js'
import type { Tracing } from './open-telemetry.js'
import { spanMetrics } from './span-metrics.js'

export interface TracingContext {
  config: Config
  role: string
  /** Name of this process. */
  worker: string
  registry: Registry
  log: Log
}

/** Null if tracing is off: then nothing of OpenTelemetry is imported. */
export async function startTracing(context: TracingContext): Promise<Tracing | null> {
  const { config, role, worker, registry, log } = context
  if (config.OTEL_EXPORTER_OTLP_ENDPOINT === '') return null
  const { openTelemetry } = await import('./open-telemetry.js')
  return openTelemetry({ config, role, worker, log, onExported: spanMetrics(registry) })
}
