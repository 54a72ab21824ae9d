/**
 * Fans out events so that one that fails for its own reason, or a callback that does, stops nobody else (webhooks.md 5).
 * Transient failures reject, and everything is tried again; a failure of the data or of the statement is found by
 * dividing the events. What fails three times alone is quarantined, unless one of its callbacks takes no delivery
 * at all: then that is suspended. A callback whose filter throws is suspended by the store, within the statement.
 */
import type { Log } from '../../schemas/base/log.js'
import type { NotifiedEvent } from '../../schemas/webhooks/delivery.js'
import type { FanOutStore, SuspendedCallback } from '../../schemas/webhooks/delivery-store.js'
import { asPoisonMessage, isRefusedStatement } from '../lib/errors.js'

/** Fans out events; true if a callback has become due. Rejects with errors of the store. */
export type FanOut = (events: NotifiedEvent[]) => Promise<boolean>

/** At 5 s a statement, halving a thousand events would take a minute until the one at fault is alone. */
const PARTS = 8
const MAX_TRIES = 3

type Isolation = { store: FanOutStore; log: Log }

/** Events in the order of their members; those that are fanned out already are passed. */
export function isolatingFanOut(store: FanOutStore, log: Log): FanOut {
  const isolation = { store, log }
  return async (events) => {
    const result = await tryToCreate(isolation, events)
    // An earlier event of one of these members may be at fault, which they brought along.
    return 'due' in result ? result.due : await createInParts(isolation, await store.lacking(events))
  }
}

async function createInParts(isolation: Isolation, events: NotifiedEvent[]): Promise<boolean> {
  let due = false
  const size = Math.ceil(events.length / PARTS)
  for (let from = 0; from < events.length; from += size)
    if (await createPart(isolation, events.slice(from, from + size))) due = true
  return due
}

async function createPart(isolation: Isolation, events: NotifiedEvent[]): Promise<boolean> {
  const [event] = events
  for (let tries = 1; ; tries++) {
    const result = await tryToCreate(isolation, events)
    if ('due' in result) return result.due
    if (event === undefined || events.length > 1) return await createInParts(isolation, events)
    // Before the last try: it counts only when other deliveries can be saved, of which an outage may just have ended.
    if (tries === MAX_TRIES - 1 && (await suspendFailing(isolation, event)))
      return await createPart(isolation, events)
    if (tries < MAX_TRIES) continue
    await isolation.store.quarantine(event, messageOf(result.failure))
    isolation.log.error({ event: event.id, error: result.failure }, 'event cannot be fanned out: quarantined')
    return false
  }
}

/** Whether a callback of the event is suspended, because nothing at all can be delivered to it. */
async function suspendFailing({ store, log }: Isolation, event: NotifiedEvent): Promise<boolean> {
  const failing = await store.failingCallbacks(event)
  for (const { callback, error } of failing) {
    if (!isOwnFailure(error)) throw error
    const suspended = { callback, event: event.id, error: `no delivery can be created: ${messageOf(error)}` }
    await store.suspend(suspended)
    logSuspended(log, suspended)
  }
  return failing.length > 0
}

/** Creates all of the deliveries, or says why that fails although the store may create others. */
async function tryToCreate(
  { store, log }: Isolation,
  events: NotifiedEvent[],
): Promise<{ due: boolean } | { failure: unknown }> {
  try {
    const { due, suspended } = await store.fanOut(events)
    for (const callback of suspended) logSuspended(log, callback)
    return { due }
  } catch (error) {
    if (!isOwnFailure(error)) throw error
    return { failure: error }
  }
}

/** A body of an event that is no JSON throws a SyntaxError. */
function isOwnFailure(error: unknown): boolean {
  return error instanceof SyntaxError || asPoisonMessage(error) !== null || isRefusedStatement(error)
}

function logSuspended(log: Log, { callback, event, error }: SuspendedCallback): void {
  log.error({ callback, event, error }, 'callback makes the fan-out fail: suspended')
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
