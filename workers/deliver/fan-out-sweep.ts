/**
 * Finds events that have no deliveries although their notice should have made some by now (webhooks.md 5):
 * after Postgres was restored to an older state, or EVENTS was lost.
 */
import type { Log } from '../../schemas/base/log.js'
import type { FanOutStore } from '../../schemas/webhooks/delivery-store.js'
import type { FanOut } from './isolate-events.js'

const LOG_EVERY_MS = 10_000

/**
 * Each call searches the next part of the log, up to events `ageMs` old, and creates the missing deliveries;
 * resolves with true if there is more to search. Calls `onDue` when an endpoint has something to deliver. Rejects with
 * errors of the store.
 */
export function fanOutSweep(
  store: Pick<FanOutStore, 'sweep'>,
  fanOut: FanOut,
  log: Log,
  ageMs: number,
  onDue: () => void,
): () => Promise<boolean> {
  let unlogged = 0
  let loggedAt = -Infinity
  return async () => {
    const { missing, more } = await store.sweep(ageMs)
    if (missing.length > 0 && (await fanOut(missing))) onDue()
    unlogged += missing.length
    if (unlogged > 0 && performance.now() - loggedAt > LOG_EVERY_MS) {
      log.info({ events: unlogged }, 'deliveries created for events whose notices were lost or are late')
      loggedAt = performance.now()
      unlogged = 0
    }
    return more
  }
}
