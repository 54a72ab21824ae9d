/**
 * Tells the delivery workers which callback was set otherwise, so that they do not go on as it was: best effort, nothing is
 * stored. A worker that was not told finds out when it next prolongs its claim.
 */
import type { NatsConnection } from 'nats'
import type { CallbackNews } from '../../schemas/delivery.js'

const SUBJECT = 'callbacks'

/** On one connection. What `hear` answers ends the listening; what is of another shape is left out. */
export function callbackNews (nc: NatsConnection): { tell: (news: CallbackNews) => void, hear: (listener: (news: CallbackNews) => void) => () => void } {
  return {
    tell: news => { if (!nc.isClosed()) nc.publish(SUBJECT, JSON.stringify(news)) },
    hear: listener => {
      const subscription = nc.subscribe(SUBJECT, {
        callback: (error, message) => {
          if (error !== null) return
          const news = message.json<Partial<CallbackNews>>()
          if (typeof news.callback === 'string' && (typeof news.version === 'number' || news.version === null)) listener(news as CallbackNews)
        }
      })
      return () => { subscription.unsubscribe() }
    }
  }
}
