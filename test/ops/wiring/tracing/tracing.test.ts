/**
 * One batch from the request to the webhook in one trace; and what tracing costs where it is off, or the collector away.
 */
import { createRequire } from 'node:module'
import t from 'tap'
import type { Test } from 'tap'
import { status } from '../../../support/delivery/receiver.js'
import { otlpReceiver } from '../../../support/tracing/otlp-receiver.js'
import type { OtlpReceiver, ReceivedSpan } from '../../../support/tracing/otlp-receiver.js'
import { tracedStack } from '../../../support/tracing/traced-stack.js'
import type { TracedStack } from '../../../support/tracing/traced-stack.js'
import { until } from '../../../support/until.js'

const TRACE = '0af7651916cd43dd8448eb211c80319c'
const CLIENT_SPAN = 'b7ad6b7169203331'
const ERROR = 2

/** Whether anything of OpenTelemetry but its interface, which the metrics bring along, is loaded. */
function isLoaded(): boolean {
  const { cache } = createRequire(import.meta.url)
  return Object.keys(cache).some((file) => /@opentelemetry.(sdk-trace|exporter)/.test(file))
}

function named(spans: readonly ReceivedSpan[], name: string): ReceivedSpan[] {
  return spans.filter((span) => span.name === name)
}

/** Of each of some spans: the names from the first of its trace down to it. */
function pathsOf(some: readonly ReceivedSpan[], all: readonly ReceivedSpan[]): string[][] {
  return some.map((span) => pathOf(span, all))
}

function pathOf(span: ReceivedSpan, spans: readonly ReceivedSpan[]): string[] {
  const parent = spans.find(({ spanId }) => spanId === span.parentSpanId)
  return parent === undefined ? [span.name] : [...pathOf(parent, spans), span.name]
}

t.test('off by default: nothing is loaded, sent, stored or added to a webhook', async (t) => {
  const collector = await otlpReceiver(t)
  const stack = await tracedStack(t, {})
  t.equal(await stack.post({ traceparent: `00-${TRACE}-${CLIENT_SPAN}-01` }), 202)
  await until('a webhook arrives', () => stack.webhook.got.length > 0)
  await stack.flush()
  t.notOk(isLoaded(), 'OpenTelemetry is not imported')
  t.same(collector.spans, [])
  t.notOk(stack.webhook.got.some(({ headers }) => 'traceparent' in headers))
  t.notMatch(await stack.foldMetrics(), /tripfold_trace/)
})

t.test('with OTEL_EXPORTER_OTLP_ENDPOINT', async (t) => {
  const collector = await otlpReceiver(t)
  const stack = await tracedStack(t, {
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
    OTEL_SERVICE_NAME: 'itineraries',
  })
  await oneTrace(t, stack, collector)
  await otherRequests(t, stack, collector)
  await collectorAway(t, stack, collector)
})

async function oneTrace(t: Test, stack: TracedStack, collector: OtlpReceiver): Promise<void> {
  const { got, ids } = stack.webhook
  stack.webhook.reply((received, response) => {
    const isFirst = ids().filter((id) => id === received.event.id).length === 1
    void status(isFirst ? 500 : 204)(received, response)
  })
  t.equal(await stack.post({ traceparent: `00-${TRACE}-${CLIENT_SPAN}-01` }), 202)
  // Two segments and their trip, twice each.
  await until('three events are sent twice', () => got.length >= 6 && new Set(ids()).size === 3)
  stack.webhook.reply(status(204))
  const ours = await until('all spans have arrived', () => {
    const found = collector.spans.filter(({ traceId }) => traceId === TRACE)
    return found.filter(({ name }) => name === 'webhook attempt').length === 6 && found
  })

  const [request] = named(ours, 'POST /v2/segments')
  t.equal(request?.parentSpanId, CLIENT_SPAN, 'the trace of the partner is continued')
  t.match(request?.attributes, { 'http.response.status_code': 202, 'http.route': '/v2/segments' })
  t.match(request?.resource, { 'service.name': 'itineraries', 'tripfold.role': 'api' })
  const chain = ['POST /v2/segments', 'publish', 'fold']
  t.same(pathsOf(named(ours, 'publish'), ours), [chain.slice(0, 2)])
  t.same(pathsOf(named(ours, 'fold'), ours), [chain])
  t.same(pathsOf(named(ours, 'commit'), ours), [[...chain, 'commit']])
  t.match(named(ours, 'fold')[0]?.attributes, {
    'tripfold.segments': 2,
    'tripfold.stream.sequence': named(ours, 'publish')[0]?.attributes['tripfold.stream.sequence'],
    'messaging.destination.partition.id': /^[0-3]$/,
  })
  const attempts = named(ours, 'webhook attempt')
  for (const path of pathsOf(attempts, ours)) t.same(path, [...chain, 'fan out', 'webhook attempt'])
  t.same(attempts.map(({ attributes }) => attributes['tripfold.attempt']).sort(), [1, 1, 1, 2, 2, 2])
  t.match(
    attempts.find(({ attributes }) => attributes['tripfold.attempt'] === 1),
    {
      attributes: { 'server.address': '127.0.0.1', 'http.response.status_code': 500 },
      status: { code: ERROR, message: 'answered 500' },
    },
  )
  t.same(
    got.map(({ headers }) => headers['traceparent']).sort(),
    attempts.map(({ spanId }) => `00-${TRACE}-${spanId}-01`).sort(),
    'each webhook names the span of its attempt',
  )
  t.notOk(collector.text().includes(stack.memberId), 'no span names the member')
  t.notOk(/Ada|TF4D7K|LHR|\/hook/.test(collector.text()), 'nor a person, a booking, a place or a path')
  t.same([...new Set(ours.map(({ resource }) => resource['tripfold.role']))].sort(), [
    'api',
    'deliver',
    'fold',
  ])
  t.match(await stack.foldMetrics(), /tripfold_trace_spans_total\{outcome="sent"\} \d+/)
}

async function otherRequests(t: Test, stack: TracedStack, collector: OtlpReceiver): Promise<void> {
  const { got } = stack.webhook
  const before = got.length
  const untraced = `00-${'1'.repeat(32)}-${CLIENT_SPAN}-00`
  await stack.post({ traceparent: untraced })
  await until('its webhooks arrive', () => got.length >= before + 3)
  t.notOk(
    got.slice(before).some(({ headers }) => 'traceparent' in headers),
    'a request that its client does not trace is not traced',
  )
  await stack.post({ traceparent: `00-${'0'.repeat(32)}-${CLIENT_SPAN}-01` })
  await until('the webhooks of the second arrive', () => got.length >= before + 6)
  const [request] = await until('its spans arrive', () => {
    const found = collector.spans.filter(({ traceId }) => traceId !== TRACE)
    return found.some(({ name }) => name === 'webhook attempt') && named(found, 'POST /v2/segments')
  })
  t.notOk(request?.parentSpanId, 'a malformed trace is replaced by one of our own')
  t.notOk(collector.spans.some(({ traceId }) => /^(0+|1+)$/.test(traceId)))
}

async function collectorAway(t: Test, stack: TracedStack, collector: OtlpReceiver): Promise<void> {
  const { got } = stack.webhook
  await collector.close()
  const before = got.length
  for (let i = 0; i < 3; i++) t.equal(await stack.post(), 202)
  await until('the webhooks arrive', () => got.length >= before + 9)
  const ms = await stack.flush()
  t.ok(ms < 5_000, `a stop waits ${Math.round(ms)} ms for a collector that is away`)
  const lines = stack.log.lines.filter(({ message }) => message.startsWith('traces not sent'))
  t.ok(lines.length <= 1, 'at most one line of the outage')
}
