/**
 * The tracer port on OpenTelemetry: spans are batched and sent to `OTEL_EXPORTER_OTLP_ENDPOINT` as OTLP over HTTP, in JSON.
 * A span that does not fit the queue is dropped: a collector that is away costs nothing but its spans. Headers and timeout
 * (OTEL_EXPORTER_OTLP_HEADERS, OTEL_EXPORTER_OTLP_TIMEOUT) are read from the environment by the library.
 */
import { ROOT_CONTEXT, SpanKind, SpanStatusCode, trace, TraceFlags } from '@opentelemetry/api'
import type { Context, Span as OtelSpan, Tracer as OtelTracer } from '@opentelemetry/api'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { resourceFromAttributes } from '@opentelemetry/resources'
import {
  AlwaysOffSampler,
  AlwaysOnSampler,
  BatchSpanProcessor,
  ParentBasedSampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace'
import type { Sampler } from '@opentelemetry/sdk-trace'
import type { Log } from '../../../schemas/base/log.js'
import { formatTraceparent, parseTraceparent } from '../../../schemas/trace/traceparent.js'
import type { Traceparent } from '../../../schemas/trace/traceparent.js'
import type { Span, Tracer } from '../../../schemas/trace/tracer.js'
import type { Config } from '../../config/config.js'
import { productVersion } from '../../config/version.js'
import { outageExporter } from './outage-exporter.js'
import type { OnExported } from './outage-exporter.js'

/** Spans that wait for the collector, about 1 kB each, and how long the first of them waits at most. */
const MAX_QUEUED_SPANS = 2_048
const SEND_AFTER_MS = 1_000
/** A stop waits no longer than this for a collector that does not answer. */
const CLOSE_TIMEOUT_MS = 3_000

const KINDS = {
  server: SpanKind.SERVER,
  client: SpanKind.CLIENT,
  producer: SpanKind.PRODUCER,
  consumer: SpanKind.CONSUMER,
  internal: SpanKind.INTERNAL,
}

export interface Tracing {
  tracer: Tracer
  /** Sends the spans that are left, within a bounded time; never throws. */
  close: () => Promise<void>
}

export interface OpenTelemetryOptions {
  config: Pick<
    Config,
    'OTEL_EXPORTER_OTLP_ENDPOINT' | 'OTEL_SERVICE_NAME' | 'OTEL_TRACES_SAMPLER' | 'OTEL_TRACES_SAMPLER_ARG'
  >
  role: string
  worker: string
  log: Log
  onExported: OnExported
}

export function openTelemetry({ config, role, worker, log, onExported }: OpenTelemetryOptions): Tracing {
  const version = productVersion()
  const url = `${config.OTEL_EXPORTER_OTLP_ENDPOINT.replace(/\/+$/, '')}/v1/traces`
  const exporter = outageExporter(new OTLPTraceExporter({ url }), { log, onExported })
  const provider = new TracerProvider({
    resource: resourceFromAttributes({
      'service.name': config.OTEL_SERVICE_NAME,
      'service.version': version,
      'service.instance.id': worker,
      'tripfold.role': role,
    }),
    sampler: samplerOf(config),
    spanProcessors: [
      new BatchSpanProcessor({
        exporter,
        maxQueueSize: MAX_QUEUED_SPANS,
        scheduledDelayMillis: SEND_AFTER_MS,
      }),
    ],
  })
  return {
    tracer: tracerOf(provider.getTracer('tripfold', version)),
    close: async () => {
      let timer: NodeJS.Timeout | undefined
      const timeout = new Promise<void>((resolve) => {
        timer = setTimeout(resolve, CLOSE_TIMEOUT_MS)
      })
      // The exporter has logged a failure by then.
      await Promise.race([provider.shutdown().catch(() => undefined), timeout])
      clearTimeout(timer)
    },
  }
}

function samplerOf({
  OTEL_TRACES_SAMPLER: name,
  OTEL_TRACES_SAMPLER_ARG: ratio,
}: OpenTelemetryOptions['config']): Sampler {
  const root = rootSampler(name.replace('parentbased_', ''), ratio)
  return name.startsWith('parentbased_') ? new ParentBasedSampler({ root }) : root
}

function rootSampler(name: string, ratio: string): Sampler {
  if (name === 'always_off') return new AlwaysOffSampler()
  return name === 'traceidratio'
    ? new TraceIdRatioBasedSampler(ratio === '' ? 1 : Number(ratio))
    : new AlwaysOnSampler()
}

function tracerOf(tracer: OtelTracer): Tracer {
  return {
    start: (name, { kind, parent, attributes = {} }) =>
      spanOf(tracer.startSpan(name, { kind: KINDS[kind], attributes }, contextOf(parent))),
  }
}

function contextOf(parent: Traceparent | undefined): Context {
  const context = parseTraceparent(parent)
  if (context === null) return ROOT_CONTEXT
  const { traceId, spanId, isSampled } = context
  const traceFlags = isSampled ? TraceFlags.SAMPLED : TraceFlags.NONE
  return trace.setSpanContext(ROOT_CONTEXT, { traceId, spanId, traceFlags, isRemote: true })
}

function spanOf(span: OtelSpan): Span {
  const { traceId, spanId, traceFlags } = span.spanContext()
  const isSampled = (traceFlags & TraceFlags.SAMPLED) === TraceFlags.SAMPLED
  return {
    traceId,
    traceparent: formatTraceparent({ traceId, spanId, isSampled }),
    set: (attributes) => {
      span.setAttributes(attributes)
    },
    end: (error) => {
      if (error !== undefined) span.setStatus({ code: SpanStatusCode.ERROR, message: error })
      span.end()
    },
  }
}
