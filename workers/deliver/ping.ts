/**
 * A ping or another test event: one immediate attempt, whatever the callback's status and circuit breaker. It
 * is never retried and appears in the log of attempts.
 */
import { isSuccess } from '../../actors/delivery/attempt-result.js'
import type { Id } from '../../schemas/base/ids.js'
import type { AttemptWrite, Ping } from '../../schemas/webhooks/delivery.js'
import type { TestEvent } from '../../schemas/webhooks/event.js'
import type { PingStore } from '../../schemas/webhooks/delivery-store.js'
import type { SentAttempt } from './send/attempt-handler.js'
import { sender } from './send/sender.js'
import { requestTemplate, signedRequest } from './send/signed-request.js'
import type { RequestDeps } from './send/signed-request.js'
import type { SsrfRules } from './send/ssrf-guard.js'

export interface PingDeps extends RequestDeps {
  store: PingStore
  ssrfRules: Omit<SsrfRules, 'timeoutMs'>
}

/** Sends `test`, or a callback.ping if it is null. Resolves with the id of the event, or null. */
export type SendPing = (client: string, callback: Id, test: TestEvent | null) => Promise<string | null>

/**
 * Resolves with the id of the ping's event once its attempt is in the log; null if there is no such callback.
 */
export function pinger(deps: PingDeps): SendPing {
  return async (client, callback, test) => {
    const ping = await deps.store.preparePing(client, callback, test)
    if (ping === null) return null
    const { settings, event, type, at } = ping
    const requests = sender(deps.ssrfRules)
    try {
      const template = requestTemplate(settings, deps)
      const { headers, body, signed } = signedRequest(template, event, type, Buffer.from(ping.body), at)
      const target = { callback, url: settings.url, connections: 1, timeoutMs: settings.timeoutMs }
      const sent = await requests.post(target, headers, body)
      const attempts = [pingAttempt(ping, signed, sent)]
      await deps.store.record({ attempts, deferred: [], missing: [], disabled: [], claims: [] }, false)
      return event
    } finally {
      await requests.close()
    }
  }
}

function pingAttempt(
  { settings: { callback }, event, type, resource, at }: Ping,
  signed: string,
  { result, address, excerpt }: SentAttempt,
): AttemptWrite {
  return {
    callback,
    event,
    eventAt: at,
    type,
    resource,
    no: 1,
    retryIndex: 1,
    at,
    state: isSuccess(result) ? 'delivered' : 'failed',
    status: result.is === 'answered' ? result.status : null,
    error: result.is === 'failed' ? result.error : null,
    address,
    ms: result.ms,
    until: null,
    signed,
    answer: excerpt,
    ordered: false,
    member: null,
  }
}
