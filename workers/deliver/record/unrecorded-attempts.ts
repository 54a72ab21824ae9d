/**
 * Attempts that this process has sent and not yet recorded, by callback. They outlive a claim: after a lease
 * expired (the database was away, or the process was starved) the next claim of the same callback in this
 * process must not send again what the former one is about to record.
 */
import type { Id } from '../../../schemas/base/ids.js'

export interface UnrecordedAttempts {
  add: (callback: Id, event: string) => void
  remove: (callback: Id, event: string) => void
  /** Events of the callback's unrecorded attempts. */
  of: (callback: Id) => ReadonlySet<string>
}

const NONE: ReadonlySet<string> = new Set()

/** One for the whole process. */
export function unrecordedAttempts(): UnrecordedAttempts {
  const byCallback = new Map<Id, Set<string>>()
  return {
    add: (callback, event) => {
      const events = byCallback.get(callback)
      if (events === undefined) byCallback.set(callback, new Set([event]))
      else events.add(event)
    },
    remove: (callback, event) => {
      const events = byCallback.get(callback)
      events?.delete(event)
      if (events?.size === 0) byCallback.delete(callback)
    },
    of: (callback) => byCallback.get(callback) ?? NONE,
  }
}
