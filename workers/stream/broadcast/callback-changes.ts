/**
 * Tells the delivery workers which callback was set otherwise, so that they do not go on as it was: best effort, nothing is
 * stored. A worker that was not told finds out when it next prolongs its claim.
 */
import type { NatsConnection } from 'nats'
import type { CallbackChanged } from '../../../schemas/webhooks/delivery.js'
import { parseFields } from '../parse-message.js'

const SUBJECT = 'callbacks'

/** On one connection. What `hear` answers ends the listening; what is of another shape is left out. */
export function callbackChanges(nc: NatsConnection): {
  tell: (news: CallbackChanged) => void
  hear: (listener: (news: CallbackChanged) => void) => () => void
} {
  return {
    tell: (news) => {
      if (!nc.isClosed()) nc.publish(SUBJECT, JSON.stringify(news))
    },
    hear: (listener) => {
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
