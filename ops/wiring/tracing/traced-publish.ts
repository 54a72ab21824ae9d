import type { Publish } from '../../../schemas/stream/publish-error.js'
import { PublishError } from '../../../schemas/stream/publish-error.js'
import { parseTraceparent } from '../../../schemas/trace/traceparent.js'
import type { Tracer } from '../../../schemas/trace/tracer.js'

/**
 * Wraps `publish` in a span that the message carries on in its header `traceparent`. It follows the span in that header
 * if the caller gives one; what no request waits for (a line of a feed, a held line) begins a trace of its own.
 */
export function tracedPublish(publish: Publish, tracer: Tracer | undefined): Publish {
  if (tracer === undefined) return publish
  return async (bytes, subject, id, deadline, { traceparent, ...headers } = {}) => {
    const span = tracer.start('publish', {
      kind: 'producer',
      parent: traceparent,
      attributes: { 'messaging.system': 'nats', 'messaging.message.body.size': bytes.length },
    })
    const isSampled = parseTraceparent(span.traceparent)?.isSampled === true
    try {
      const ack = await publish(bytes, subject, id, deadline, {
        ...headers,
        ...(isSampled ? { traceparent: span.traceparent } : {}),
      })
      span.set({ 'tripfold.stream.sequence': ack.seq, 'tripfold.duplicate': ack.duplicate })
      span.end()
      return ack
    } catch (error) {
      span.end(error instanceof PublishError ? error.reason : 'error')
      throw error
    }
  }
}
