/**
 * Announces changed callbacks to the delivery workers, so that they stop using outdated settings at once.
 * Best effort: nothing is stored. A worker that misses an announcement notices the change when it next renews
 * its claim.
 */
import type { NatsConnection } from 'nats'
import type { CallbackChanged } from '../../../schemas/webhooks/delivery.js'
import { parseFields } from '../parse-message.js'

const SUBJECT = 'callbacks'

/** `subscribe` returns how to unsubscribe, and ignores messages of another shape. */
export function callbackChanges(nc: NatsConnection): {
  publish: (change: CallbackChanged) => void
  subscribe: (listener: (change: CallbackChanged) => void) => () => void
} {
  return {
    publish: (change) => {
      if (!nc.isClosed()) nc.publish(SUBJECT, JSON.stringify(change))
    },
    subscribe: (listener) => {
      const subscription = nc.subscribe(SUBJECT, {
        callback: (error, message) => {
          if (error !== null) return
          const { callback, version } = parseFields(message) ?? {}
          if (typeof callback === 'string' && (typeof version === 'number' || version === null))
            listener({ callback, version })
        },
      })
      return () => {
        subscription.unsubscribe()
      }
    },
  }
}
