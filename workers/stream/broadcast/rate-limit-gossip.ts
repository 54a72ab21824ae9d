/** Carries the counts of request limits between the nodes of the door: best effort, nothing is stored. */
import type { NatsConnection } from 'nats'
import type { Log } from '../../../schemas/base/log.js'
import { parseFields, isObject } from '../parse-message.js'

export interface RateLimitCounts {
  node: string
  window: number
  counts: Record<string, number>
}

const SUBJECT = 'limits'
/** Most bytes of counts in one message: far below what a broker takes, 1 MiB where nobody set it otherwise. */
const MAX_MESSAGE_BYTES = 128 * 1024

/**
 * On one connection; it ends with the connection. What cannot be sent is logged, and what cannot be read is left out: a
 * newer node may say more.
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
        for (const some of chunks(counts)) nc.publish(SUBJECT, JSON.stringify({ node, window, counts: some }))
      } catch (error) {
        log.warn({ error }, 'counts of request limits could not be told to the other nodes')
      }
    },
    receive: (listener) => {
      nc.subscribe(SUBJECT, {
        callback: (error, message) => {
          if (error !== null) return
          const { node, window, counts } = parseFields(message) ?? {}
          if (typeof node === 'string' && typeof window === 'number' && areCounts(counts))
            listener({ node, window, counts })
        },
      })
    },
  }
}

function areCounts(value: unknown): value is Record<string, number> {
  return isObject(value) && Object.values(value).every((count) => typeof count === 'number')
}

function* chunks(counts: Record<string, number>): Generator<Record<string, number>> {
  let some: Array<[string, number]> = []
  let bytes = 0
  for (const entry of Object.entries(counts)) {
    const size = Buffer.byteLength(JSON.stringify(entry))
    if (some.length > 0 && bytes + size > MAX_MESSAGE_BYTES) {
      yield Object.fromEntries(some)
      some = []
      bytes = 0
    }
    some.push(entry)
    bytes += size
  }
  if (some.length > 0) yield Object.fromEntries(some)
}
