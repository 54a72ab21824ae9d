/**
 * Traces as the rooms see them; `ops/wiring/tracing` makes them with OpenTelemetry. Where a tracer is absent, tracing is off.
 * The context of a trace is passed as an argument, never through the event loop: work for many requests at once, such as a
 * fold step or the outbox, has no single current trace.
 */
import type { Traceparent } from './traceparent.js'

/** No names, texts or addresses of people, and no ids of members: operators and their tools read traces. */
export type SpanAttributes = Record<string, string | number | boolean>

/** What a span is to the one before it, as OpenTelemetry calls it. */
export type SpanKind = 'server' | 'client' | 'producer' | 'consumer' | 'internal'

export interface Span {
  /** Names this span to what follows it, and says whether the trace is sampled. */
  readonly traceparent: Traceparent
  /** For log lines. */
  readonly traceId: string
  set: (attributes: SpanAttributes) => void
  /** Ends it now; `error` says in a few words what went wrong. */
  end: (error?: string) => void
}

export interface SpanStart {
  kind: SpanKind
  /** The span before it; absent or unreadable: it begins a trace. */
  parent?: Traceparent | undefined
  attributes?: SpanAttributes
}

export interface Tracer {
  start: (name: string, options: SpanStart) => Span
}
