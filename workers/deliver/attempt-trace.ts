import type { Tracer } from '../../schemas/trace/tracer.js'
import type { SendableDelivery } from './record/attempt-write.js'
import type { SentAttempt } from './send/attempt-handler.js'

/**
 * Starts the span of an attempt whose delivery is traced, and adds it to the headers, which are not signed as a whole
 * (webhooks.md 3). Returns how to end it; null for any other delivery. Of the URL it names the host alone.
 */
export function traceAttempt(
  tracer: Tracer | undefined,
  { traceparent, type, attemptCount }: SendableDelivery,
  url: string,
  headers: string[],
): ((sent: SentAttempt) => void) | null {
  if (tracer === undefined || traceparent === null) return null
  const span = tracer.start('webhook attempt', {
    kind: 'client',
    parent: traceparent,
    attributes: {
      'http.request.method': 'POST',
      'server.address': new URL(url).hostname,
      'tripfold.attempt': attemptCount + 1,
      'tripfold.event.type': type,
    },
  })
  headers.push('traceparent', span.traceparent)
  return ({ result }) => {
    if (result.is === 'failed') {
      span.set({ 'error.type': result.error })
      span.end(result.error)
      return
    }
    span.set({ 'http.response.status_code': result.status })
    span.end(isSuccess(result.status) ? undefined : `answered ${result.status}`)
  }
}

function isSuccess(status: number): boolean {
  return status >= 200 && status < 300
}
