import t from 'tap'
import type { ReadableSpan, SpanExporter } from '@opentelemetry/sdk-trace'
import { outageExporter } from '../../../../ops/wiring/tracing/outage-exporter.js'
import { silentLog } from '../../../support/silent-log.js'

t.test('one line for an outage, and one for its end with what was lost', async (t) => {
  const log = silentLog()
  const counted: Array<[string, number]> = []
  let isAway = true
  const exporter: SpanExporter = {
    export: (_spans, onResult) => {
      onResult(isAway ? { code: 1, error: new Error('connect ECONNREFUSED') } : { code: 0 })
    },
    shutdown: async () => {},
  }
  const watched = outageExporter(exporter, { log, onExported: (...count) => counted.push(count) })
  const send = (spans: number): void => {
    watched.export(
      Array.from({ length: spans }, () => ({}) as ReadableSpan),
      () => {},
    )
  }
  send(3)
  send(4)
  isAway = false
  send(5)
  send(6)
  t.match(log.lines, [
    { level: 'warn', fields: { reason: 'connect ECONNREFUSED' } },
    { level: 'info', fields: { lost_spans: 7 } },
  ])
  t.equal(log.lines.length, 2)
  t.same(counted, [
    ['lost', 3],
    ['lost', 4],
    ['sent', 5],
    ['sent', 6],
  ])
})
