/**
 * What this process has sent and not yet written down, by callback. It outlives a claim: after a lease ran out (a database
 * that was away, a process that was starved) the next claim of the same callback in this process must not send again what
 * the former one is still about to write.
 */
import type { Id } from '../../../schemas/base/ids.js'

export interface UnrecordedAttempts {
  add: (callback: Id, event: string) => void
  remove: (callback: Id, event: string) => void
  of: (callback: Id) => ReadonlySet<string>
}

const NONE: ReadonlySet<string> = new Set()

/** A book of what is on its way, empty: one for the whole process. */
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
