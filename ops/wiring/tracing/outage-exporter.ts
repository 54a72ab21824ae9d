/** Counts what is sent, and logs one line when the collector stops taking them and one when it takes them again. */
import type { SpanExporter } from '@opentelemetry/sdk-trace'
import type { Log } from '../../../schemas/base/log.js'

/** A number of spans was sent, or given up. */
export type OnExported = (outcome: 'sent' | 'lost', spans: number) => void

const SUCCESS = 0
const SECOND = 1_000

export function outageExporter(
  exporter: SpanExporter,
  { log, onExported }: { log: Log; onExported: OnExported },
): SpanExporter {
  let outage: { since: number; lost: number } | null = null
  const failed = (spans: number, reason: string): void => {
    onExported('lost', spans)
    // Not as an error: the log would take a refused connection for one to Postgres.
    if (outage === null) log.warn({ reason }, 'traces not sent; they are lost until the collector answers')
    outage ??= { since: performance.now(), lost: 0 }
    outage.lost += spans
  }
  const succeeded = (spans: number): void => {
    onExported('sent', spans)
    if (outage === null) return
    const seconds = Math.round((performance.now() - outage.since) / SECOND)
    log.info({ seconds, lost_spans: outage.lost }, 'traces are being sent again')
    outage = null
  }
  return {
    export: (spans, onResult) => {
      exporter.export(spans, (result) => {
        if (result.code === SUCCESS) succeeded(spans.length)
        else failed(spans.length, result.error?.message ?? 'no reason given')
        onResult(result)
      })
    },
    forceFlush: async () => {
      await exporter.forceFlush?.()
    },
    shutdown: async () => {
      await exporter.shutdown()
    },
  }
}
