/** The span of a request (plugins/request-trace.ts), and what carries it on. */
import type { FastifyRequest } from 'fastify'
import type { Span } from '../../schemas/trace/tracer.js'

declare module 'fastify' {
  interface FastifyRequest {
    /** Null while tracing is off. */
    span: Span | null
  }
}

/** Headers of a message that is published for the request; undefined while tracing is off. */
export function traceHeaders(request: FastifyRequest): { traceparent: string } | undefined {
  return request.span === null ? undefined : { traceparent: request.span.traceparent }
}

/** The field of a log line about the request; empty while tracing is off. */
export function traceField(request: FastifyRequest): { trace_id?: string } {
  return request.span === null ? {} : { trace_id: request.span.traceId }
}
