/**
 * The context of a trace as one text, the header `traceparent` of W3C Trace Context
 * (https://www.w3.org/TR/trace-context/#traceparent-header): version, trace id, id of the span before, flags.
 */

/** `00-<32 hex digits>-<16 hex digits>-<2 hex digits>` */
export type Traceparent = string

export interface TraceContext {
  traceId: string
  spanId: string
  isSampled: boolean
}

const HEADER = /^([0-9a-f]{2})-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})(-.*)?$/
const SAMPLED = 1
const NO_TRACE = '0'.repeat(32)
const NO_SPAN = '0'.repeat(16)

/** The context that a header names; null if it names none. Later versions may append fields. */
export function parseTraceparent(header: string | undefined): TraceContext | null {
  const [, version, traceId = '', spanId = '', flags = '', more] = HEADER.exec(header ?? '') ?? []
  if (version === undefined || version === 'ff' || (version === '00' && more !== undefined)) return null
  if (traceId === NO_TRACE || spanId === NO_SPAN) return null
  return { traceId, spanId, isSampled: (parseInt(flags, 16) & SAMPLED) === SAMPLED }
}

/** The header for what follows a span. */
export function formatTraceparent({ traceId, spanId, isSampled }: TraceContext): Traceparent {
  return `00-${traceId}-${spanId}-${isSampled ? '01' : '00'}`
}

/** Trace and span of a sampled context, 48 hex digits, as a delivery keeps them; null of any other. */
export function packTraceparent(header: Traceparent | null | undefined): string | null {
  const context = parseTraceparent(header ?? undefined)
  return context?.isSampled === true ? context.traceId + context.spanId : null
}

/** The header of what `packTraceparent` gave. */
export function unpackTraceparent(packed: string): Traceparent {
  const cut = NO_TRACE.length
  return formatTraceparent({ traceId: packed.slice(0, cut), spanId: packed.slice(cut), isSampled: true })
}
