/** What each source reports of a segment, by booking (RULES 3.2, 4.2 and 4.3). */
import type { SourceRow } from '../../../schemas/itinerary/source-row.js'
import { inOrder } from '../lib/in-order.js'
import { lowerBound } from '../lib/lower-bound.js'
import { isOtherTraveller, newestVersion } from '../match/leg-history.js'
import type { LegHistory } from '../match/leg-history.js'
import { compareVersionsByContent } from '../match/version-order.js'
import { NEW_TIMES, OLD_TIMES } from '../statement/gds-status.js'
import type { StatementStatus } from '../statement/gds-status.js'
import { compareVersions } from '../statement/statement.js'
import type { Statement } from '../statement/statement.js'

/**
 * A batch in mode `replace`; legs of its bookings that it leaves out are cancelled by it (RULES 3.2). Epoch
 * milliseconds.
 */
export interface BookingReplacement {
  /** When it was received. */
  at: number
  /** The newest stamp of its supplier in it. */
  made: number
  /** When the last of its legs ends; absent in batches stored before it was kept. */
  until?: number
}

export interface BookingEnv {
  source: (id: string) => SourceRow | undefined
  /** The cancellations of a whole booking (RULES 4.3), the newest last. */
  cancellationsOf: (source: string, locatorKey: string) => readonly Statement[]
  /** The newest batch in mode `replace` of a booking. */
  replacementOf: (source: string, locatorKey: string) => BookingReplacement | undefined
}

/** Priority of a source that is not in the table. */
export const UNKNOWN_SOURCE_PRIORITY = 1_000_000

/**
 * One entry of the segment's `bookings`: a leg history with a locator and what the source said without one, or,
 * if the source named none, its only entry.
 */
export interface SourceBooking {
  history: LegHistory
  versions: Statement[]
  status: StatementStatus
  /** Stamp of what decided the status. */
  statedAt: number
}

/** A source that reports the segment, with all its bookings of it. */
export interface ReportingSource {
  source: string
  priority: number
  /** All versions of the source, in order. */
  versions: Statement[]
  bookings: SourceBooking[]
}

/** The bookings of each source, in order of priority. */
export function bookingsBySource(histories: readonly LegHistory[], env: BookingEnv): ReportingSource[] {
  const [only] = histories
  if (histories.length === 1 && only !== undefined) return [reportingSource(only.source, [only], env)]
  const bySource = new Map<string, LegHistory[]>()
  for (const history of histories) {
    const list = bySource.get(history.source)
    if (list === undefined) bySource.set(history.source, [history])
    else list.push(history)
  }
  const sources: ReportingSource[] = []
  for (const [source, list] of bySource) {
    if (list.length > 1)
      list.sort((a, b) => compareVersionsByContent(a.versions[0] as Statement, b.versions[0] as Statement))
    sources.push(reportingSource(source, list, env))
  }
  return sources.sort((a, b) => a.priority - b.priority || (a.source < b.source ? -1 : 1))
}

function reportingSource(source: string, histories: readonly LegHistory[], env: BookingEnv): ReportingSource {
  return {
    source,
    priority: env.source(source)?.priority ?? UNKNOWN_SOURCE_PRIORITY,
    versions: inOrder(versionsOf(histories), compareVersionsByContent),
    bookings: bookingsOf(histories, env),
  }
}

function versionsOf(histories: readonly LegHistory[]): Statement[] {
  const [only] = histories
  return histories.length === 1 && only !== undefined
    ? only.versions.slice()
    : histories.flatMap((history) => history.versions)
}

/** The bookings of one source, from its histories in order. */
function bookingsOf(histories: readonly LegHistory[], env: BookingEnv): SourceBooking[] {
  const located = histories.flatMap((history) =>
    history.locatorKey === null ? [] : locatedBooking(history, history.locatorKey, env),
  )
  if (located.length > 1) applyCancellationsWithoutTraveller(located)
  const bookings = located.slice()
  for (const history of histories) if (history.locatorKey === null) addUnlocated(bookings, located, history)
  // By stamp: versions without a locator were appended, and histories put late ends of old times first.
  for (const booking of bookings) inOrder(booking.versions, compareVersionsByContent)
  return bookings
}

function locatedBooking(history: LegHistory, locatorKey: string, env: BookingEnv): SourceBooking {
  const booking: SourceBooking = {
    history,
    versions: history.versions.slice(),
    status: newestVersion(history).status,
    // The newest version need not have the latest stamp: old times that end late come before it (RULES 4.1).
    statedAt: history.versions.reduce((newest, s) => Math.max(newest, s.statedAt), -Infinity),
  }
  const cancelledAt = cancelledAsWholeAt(history, locatorKey, env)
  if (cancelledAt !== undefined) {
    booking.status = 'Cancelled'
    booking.statedAt = cancelledAt
  }
  return booking
}

/** Stamp at which the whole booking was cancelled after its newest version; undefined if it was not. */
function cancelledAsWholeAt(history: LegHistory, locatorKey: string, env: BookingEnv): number | undefined {
  const { statedAt } = newestVersion(history)
  const stamp = env.cancellationsOf(history.source, locatorKey).at(-1)?.statedAt
  const byLocator = stamp !== undefined && stamp > statedAt ? stamp : undefined
  const batch = env.replacementOf(history.source, locatorKey)
  if (batch === undefined || !isLeftOut(history, batch)) return byLocator
  return Math.max(batch.made, statedAt, byLocator ?? -Infinity)
}

/**
 * RULES 3.2: true if a batch in mode `replace` leaves the leg out. It cancels what was received before it;
 * what came later counts by the supplier's stamp. A leg that was over while another was still to come was
 * travelled: suppliers leave it out.
 */
function isLeftOut(history: LegHistory, batch: BookingReplacement): boolean {
  const { start, end } = newestVersion(history)
  const overAt = (end ?? start)?.instant ?? Infinity
  const wasTravelled = overAt <= batch.made && batch.made < (batch.until ?? 0)
  if (wasTravelled) return false
  return history.versions.every(
    ({ raw, statedAt }) =>
      raw.receivedAt !== batch.at && (raw.receivedAt < batch.at || statedAt < batch.made),
  )
}

/**
 * RULES 4.3: a cancellation that names no traveller cancels every traveller on the booking. A confirmation
 * that names no traveller does not: it must not revive a traveller who was cancelled by name.
 */
function applyCancellationsWithoutTraveller(bookings: readonly SourceBooking[]): void {
  const cancellations = new Map<string | null, Array<{ history: LegHistory; cancellation: Statement }>>()
  for (const { history } of bookings) {
    const cancellation = history.versions.findLast((s) => s.traveller === null)
    if (cancellation?.status !== 'Cancelled') continue
    const others = cancellations.get(history.locatorKey)
    if (others === undefined) cancellations.set(history.locatorKey, [{ history, cancellation }])
    else others.push({ history, cancellation })
  }
  if (cancellations.size === 0) return
  for (const booking of bookings) {
    for (const { history, cancellation } of cancellations.get(booking.history.locatorKey) ?? []) {
      if (
        history === booking.history ||
        compareVersions(newestVersion(booking.history), cancellation) > 0 ||
        cancellation.statedAt < booking.statedAt
      )
        continue
      booking.status = cancellation.status
      booking.statedAt = cancellation.statedAt
    }
  }
}

/**
 * Adds the versions of a history without a locator to the bookings they are nearest to; `located` have
 * locators.
 */
function addUnlocated(
  bookings: SourceBooking[],
  located: readonly SourceBooking[],
  history: LegHistory,
): void {
  const mayBeSameTraveller = ({ history: other }: SourceBooking): boolean =>
    other.latestNamed === null ||
    history.latestNamed === null ||
    !isOtherTraveller(other.latestNamed, history.latestNamed)
  const ofTraveller = located.filter(mayBeSameTraveller)
  const candidates = ofTraveller.length > 0 ? ofTraveller : located
  for (const s of history.versions) {
    const booking =
      located.length > 0
        ? (lastBegunBefore(candidates, s.statedAt) ?? candidates[0])
        : bookings.find(mayBeSameTraveller)
    if (booking === undefined) {
      bookings.push({ history, versions: [s], status: s.status, statedAt: s.statedAt })
      continue
    }
    booking.versions.push(s)
    if (s.statedAt >= booking.statedAt) {
      booking.status = s.status
      booking.statedAt = s.statedAt
    }
  }
}

function firstStatedAt({ history }: SourceBooking): number {
  return (history.versions[0] as Statement).statedAt
}

/**
 * The last of bookings, in order of their first versions, that had begun by `stamp`; of those begun at once
 * the first.
 */
function lastBegunBefore(bookings: readonly SourceBooking[], stamp: number): SourceBooking | undefined {
  const last = bookings[lowerBound(bookings, (b) => firstStatedAt(b) <= stamp) - 1]
  return last === undefined
    ? undefined
    : bookings[lowerBound(bookings, (b) => firstStatedAt(b) < firstStatedAt(last))]
}

/** A current statement, and the booking that it is about. */
export interface CurrentStatement {
  version: Statement
  booking: SourceBooking
}

/**
 * RULES 3.5: the current statements of a source. For a live segment the newest of each live booking, newest
 * first; for a cancelled one its newest.
 */
export function currentStatements(
  { versions, bookings }: ReportingSource,
  isLive: boolean,
): CurrentStatement[] {
  if (!isLive) {
    const version = versions.at(-1) as Statement
    return [{ version, booking: bookings.find((b) => b.versions.includes(version)) as SourceBooking }]
  }
  const current: CurrentStatement[] = []
  for (const booking of bookings) {
    if (booking.status === 'Cancelled') continue
    const version = booking.versions.findLast((s) => s.status !== 'Cancelled')
    if (version !== undefined) current.push({ version, booking })
  }
  return inOrder(current, (a, b) => compareVersionsByContent(b.version, a.version))
}

/**
 * RULES 3.5.2: the earlier versions of a booking from which fields may be taken, the newest first: back to where it
 * was cancelled, or where a later version withdrew all that it does not give.
 */
export function earlierVersions(
  { history, versions }: SourceBooking,
  current: Statement,
  env: BookingEnv,
): Statement[] {
  const earlier: Statement[] = []
  for (let i = versions.lastIndexOf(current) - 1; i >= 0; i--) {
    const older = versions[i] as Statement
    const next = versions[i + 1] as Statement
    if (next.raw.withdrawn === 'rest' || isCancelledBefore(older, next)) break
    if (wasCancelledAsWhole(history, older, current, env)) break
    earlier.push(older)
  }
  return earlier
}

/** True for a cancellation that a confirmation follows, unless the two are one change (RULES 4.1). */
function isCancelledBefore(older: Statement, next: Statement): boolean {
  if (older.status !== 'Cancelled' || next.status === 'Cancelled') return false
  return !(OLD_TIMES.has(older.gdsStatus ?? '') && NEW_TIMES.has(next.gdsStatus ?? ''))
}

/** True if the whole booking was cancelled, or a batch left the leg out, between the two versions. */
function wasCancelledAsWhole(
  { source, locatorKey, versions }: LegHistory,
  older: Statement,
  current: Statement,
  env: BookingEnv,
): boolean {
  if (locatorKey === null) return false
  const isBetween = ({ statedAt }: Statement): boolean =>
    older.statedAt < statedAt && statedAt <= current.statedAt
  if (env.cancellationsOf(source, locatorKey).some(isBetween)) return true
  const batch = env.replacementOf(source, locatorKey)
  return (
    batch !== undefined &&
    older.raw.receivedAt < batch.at &&
    batch.at < current.raw.receivedAt &&
    versions.every(({ raw }) => raw.receivedAt !== batch.at)
  )
}
