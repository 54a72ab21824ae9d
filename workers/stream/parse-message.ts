/**
 * What came on a subject as JSON. Anybody on the broker may publish there, and a listener that throws ends the client's
 * reading: the whole connection is silent then until its pings go unanswered.
 */
import type { Msg } from 'nats'

/** The fields of the object that the message holds, of whatever types; null when it holds no object. Never throws. */
export function parseFields(message: Msg): Record<string, unknown> | null {
  try {
    const heard = message.json<unknown>()
    return isObject(heard) ? heard : null
  } catch {
    return null
  }
}

/** Whether it has fields, and is not null. */
export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}
