import { setTimeout as delay } from 'node:timers/promises'
import { JetStreamError } from '@nats-io/jetstream'
import type { Consumer, JsMsg } from '@nats-io/jetstream'

const NO_RESPONDERS = 503
const ATTEMPTS = 20
const PAUSE_MS = 250

/**
 * The next messages of a consumer, at most `size`; fewer, or none, if no more arrive within `expires` milliseconds.
 * In a cluster the servers learn of a new consumer one after the other: a server that does not know it yet answers
 * "no responders", so such a request is repeated for five seconds. Throws what the broker answers otherwise.
 */
export async function fetchPage(consumer: Consumer, size: number, expires: number): Promise<JsMsg[]> {
  for (let attempt = 1; ; attempt++) {
    const page: JsMsg[] = []
    try {
      for await (const message of await consumer.fetch({ max_messages: size, expires })) page.push(message)
      return page
    } catch (error) {
      const isEarly = error instanceof JetStreamError && 'code' in error && error.code === NO_RESPONDERS
      if (!isEarly || page.length > 0 || attempt === ATTEMPTS) throw error
      await delay(PAUSE_MS)
    }
  }
}
