/**
 * Parses JSON received on a subject. Anybody on the broker may publish there, and a listener that throws ends
 * the client's read loop: the whole connection is silent then until its pings go unanswered.
 */
import type { Msg } from 'nats'

/** The fields of the JSON object in the message, of any types; null if it holds no object. Never throws. */
export function parseFields(message: Msg): Record<string, unknown> | null {
  try {
    const value = message.json<unknown>()
    return isObject(value) ? value : null
  } catch {
    return null
  }
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}
