/**
 * Shares the request counts of rate limits between the nodes of the ingress. Best effort: nothing is stored.
 */
import type { NatsConnection } from 'nats'
import type { Log } from '../../../schemas/base/log.js'
import { isObject, parseFields } from '../parse-message.js'

export interface RateLimitCounts {
  node: string
  window: number
  counts: Record<string, number>
}

const SUBJECT = 'limits'
/** Most bytes of counts in one message, far below a broker's limit (1 MiB by default). */
const MAX_MESSAGE_BYTES = 128 * 1024

/**
 * Sends and receives until the connection closes. Counts that cannot be sent are logged; messages of another
 * shape are ignored, because a newer node may send more.
 */
export function rateLimitGossip(
  nc: NatsConnection,
  log: Log,
): {
  send: (counts: RateLimitCounts) => void
  receive: (listener: (counts: RateLimitCounts) => void) => void
} {
  return {
    send: ({ node, window, counts }) => {
      if (nc.isClosed()) return
      try {
        for (const chunk of chunks(counts))
          nc.publish(SUBJECT, JSON.stringify({ node, window, counts: chunk }))
      } catch (error) {
        log.warn({ error }, 'rate limit counts not sent to the other nodes')
      }
    },
    receive: (listener) => {
      nc.subscribe(SUBJECT, {
        callback: (error, message) => {
          if (error !== null) return
          const { node, window, counts } = parseFields(message) ?? {}
          if (typeof node === 'string' && typeof window === 'number' && isCounts(counts))
            listener({ node, window, counts })
        },
      })
    },
  }
}

function isCounts(value: unknown): value is Record<string, number> {
  return isObject(value) && Object.values(value).every((count) => typeof count === 'number')
}

function* chunks(counts: Record<string, number>): Generator<Record<string, number>> {
  let chunk: Array<[string, number]> = []
  let bytes = 0
  for (const entry of Object.entries(counts)) {
    const size = Buffer.byteLength(JSON.stringify(entry))
    if (chunk.length > 0 && bytes + size > MAX_MESSAGE_BYTES) {
      yield Object.fromEntries(chunk)
      chunk = []
      bytes = 0
    }
    chunk.push(entry)
    bytes += size
  }
  if (chunk.length > 0) yield Object.fromEntries(chunk)
}
