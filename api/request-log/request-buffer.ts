/**
 * The requests of the last second, by application, until they are saved. It holds so many in all and so many of
 * one application; beyond that a refused request takes the place of an accepted one, and others are only counted.
 */
import { isRefused } from '../../schemas/oauth/logged-request.js'
import type { LoggedRequest, RequestCounts, RequestTotals } from '../../schemas/oauth/logged-request.js'

export interface BufferLimits {
  /** Requests held in all, and of one application. */
  all: number
  perApp: number
  /** Requests listed of one application on a day: so many accepted ones, and as many refused ones. */
  perDay: number
}

/** Why a request is only counted: the buffer was full, or the application has enough of that day. */
export type UnlistedCause = 'buffer' | 'day'

export interface RequestBuffer {
  add: (entry: LoggedRequest, day: number) => void
  /** What was collected, and empties it; null if there is nothing. */
  take: () => { rows: LoggedRequest[]; counts: RequestCounts[] } | null
  /** What is stored of some applications on a day: later requests count towards it. */
  learn: (day: number, totals: readonly RequestTotals[]) => void
}

interface Collected {
  accepted: LoggedRequest[]
  refused: LoggedRequest[]
  unlisted: number
}

export function requestBuffer(
  limits: BufferLimits,
  onUnlisted: (cause: UnlistedCause) => void,
): RequestBuffer {
  let apps = new Map<string, Collected>()
  let held = 0
  let today = 0
  let stored = new Map<string, RequestTotals>()

  const collectedOf = (clientId: string): Collected => {
    const known = apps.get(clientId)
    if (known !== undefined) return known
    const made = { accepted: [], refused: [], unlisted: 0 }
    apps.set(clientId, made)
    return made
  }
  const isPastDay = (app: Collected, entry: LoggedRequest): boolean => {
    const before = stored.get(entry.clientId)
    return isRefused(entry)
      ? (before?.refused ?? 0) + app.refused.length >= limits.perDay
      : (before?.accepted ?? 0) + app.accepted.length >= limits.perDay
  }
  const leaveOut = (app: Collected, cause: UnlistedCause): void => {
    app.unlisted++
    onUnlisted(cause)
  }
  /** Makes a place for a refused request; false if only refused ones are held. */
  const evict = (app: Collected, isOwn: boolean): boolean => {
    const from = isOwn ? app : [app, ...apps.values()].find((one) => one.accepted.length > 0)
    if (from?.accepted.pop() === undefined) return false
    held--
    leaveOut(from, 'buffer')
    return true
  }

  return {
    add: (entry, day) => {
      if (day !== today) {
        today = day
        stored = new Map()
      }
      const app = collectedOf(entry.clientId)
      if (isPastDay(app, entry)) {
        leaveOut(app, 'day')
        return
      }
      const isAppFull = app.accepted.length + app.refused.length >= limits.perApp
      const isFull = isAppFull || held >= limits.all
      if (isFull && !(isRefused(entry) && evict(app, isAppFull))) {
        leaveOut(app, 'buffer')
        return
      }
      if (isRefused(entry)) app.refused.push(entry)
      else app.accepted.push(entry)
      held++
    },
    take: () => {
      if (apps.size === 0) return null
      const rows: LoggedRequest[] = []
      const counts: RequestCounts[] = []
      for (const [clientId, { accepted, refused, unlisted }] of apps) {
        for (const entry of refused) rows.push(entry)
        for (const entry of accepted) rows.push(entry)
        counts.push({ clientId, accepted: accepted.length, refused: refused.length, unlisted })
      }
      apps = new Map()
      held = 0
      return { rows, counts }
    },
    learn: (day, totals) => {
      if (day !== today) return
      for (const one of totals) stored.set(one.clientId, one)
    },
  }
}
