/** A minimal durable publish: one subscription for all acknowledgements, without deadline or retry. */
import { createInbox } from 'nats'
import type { NatsConnection } from 'nats'

/**
 * Publishes a message and resolves with its sequence once it is on disk. Rejects with the error of the
 * stream.
 */
export function baselinePublisher(
  nc: NatsConnection,
): (subject: string, bytes: Uint8Array) => Promise<number> {
  const inbox = createInbox()
  const waiting = new Map<string, { stored: (seq: number) => void; failed: (error: Error) => void }>()
  const decoder = new TextDecoder()
  let count = 0
  nc.subscribe(`${inbox}.*`, {
    callback: (_error, message) => {
      const token = message.subject.slice(inbox.length + 1)
      const waiter = waiting.get(token)
      if (waiter === undefined) return
      waiting.delete(token)
      const ack = decoder.decode(message.data)
      const at = ack.indexOf('"seq":')
      if (at < 0) waiter.failed(new Error(ack))
      else waiter.stored(Number.parseInt(ack.slice(at + 6), 10))
    },
  })
  return async (subject, bytes) =>
    await new Promise<number>((stored, failed) => {
      const token = (++count).toString(36)
      waiting.set(token, { stored, failed })
      nc.publish(subject, bytes, { reply: `${inbox}.${token}` })
    })
}
