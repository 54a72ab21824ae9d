/**
 * A ping: one attempt at once, whatever the callback's status and breaker, never repeated, kept in the
 * delivery log.
 */
import type { Id } from '../../schemas/base/ids.js'
import type { SsrfRules } from './send/ssrf-guard.js'
import type { Open, PingStore } from './ports.js'
import { openCredentials, signedRequest } from './send/signed-request.js'
import { sender } from './send/sender.js'

export interface PingDeps {
  store: PingStore
  ssrfRules: Omit<SsrfRules, 'timeoutMs'>
  open: Open
}

/**
 * Answers with the id of the ping's event, once its attempt is in the log; null when there is no such
 * callback.
 */
export function pinger(deps: PingDeps): (client: string, callback: Id) => Promise<string | null> {
  return async (client, callback) => {
    const ping = await deps.store.preparePing(client, callback)
    if (ping === null) return null
    const { settings, event, at } = ping
    const send = sender(deps.ssrfRules)
    try {
      const { headers, body, signed } = signedRequest(
        openCredentials(settings, deps.open),
        event,
        'callback.ping',
        Buffer.from(ping.body),
        at,
      )
      const {
        result: answer,
        address,
        excerpt,
      } = await send.post(
        { callback, url: settings.url, connections: 1, timeoutMs: settings.timeoutMs },
        headers,
        body,
      )
      const good = answer.is === 'answered' && answer.status >= 200 && answer.status < 300
      await deps.store.record(
        {
          attempts: [
            {
              callback,
              event,
              eventAt: at,
              type: 'callback.ping',
              resource: callback,
              no: 1,
              retryIndex: 1,
              at,
              state: good ? 'delivered' : 'failed',
              status: answer.is === 'answered' ? answer.status : null,
              error: answer.is === 'failed' ? answer.error : null,
              address,
              ms: answer.ms,
              until: null,
              signed,
              answer: excerpt,
              ordered: false,
              member: null,
            },
          ],
          deferred: [],
          missing: [],
          disabled: [],
          claims: [],
        },
        false,
      )
      return event
    } finally {
      await send.close()
    }
  }
}
