/** What each source reports of a segment, by booking (RULES 3.2, 4.2 and 4.3). */
import type { SourceRow } from '../../../schemas/itinerary/source-row.js'
import { inOrder } from '../lib/in-order.js'
import { lowerBound } from '../lib/lower-bound.js'
import { isAboutOthers, newestVersion } from '../match/statement-history.js'
import type { StatementHistory } from '../match/statement-history.js'
import { namedTravellers, nameSeveral } from '../match/named-travellers.js'
import { mayBeMisspeltSamePerson } from '../match/same-person.js'
import { compareVersionsByContent } from '../match/version-order.js'
import type { StatementStatus } from '../statement/gds-status.js'
import type { Statement } from '../statement/statement.js'
import { travellersOf } from '../statement/travellers.js'
import { partyAs, partyOf } from './travellers/traveller-status.js'
import type { Party } from './travellers/traveller-status.js'

/**
 * A batch in mode `replace`; entries of its bookings that it leaves out are cancelled by it (RULES 3.2). Epoch
 * milliseconds.
 */
export interface BookingReplacement {
  /** When it was received. */
  at: number
  /** The newest stamp of its supplier in it. */
  made: number
  /** When the last of its entries ends; absent in batches stored before it was kept. */
  until?: number
}

export interface BookingEnv {
  source: (id: string) => SourceRow | undefined
  /** The cancellations of a whole booking (RULES 4.3), the newest last. */
  cancellationsOf: (source: string, locatorKey: string) => readonly Statement[]
  /** The newest batch in mode `replace` of a booking. */
  replacementOf: (source: string, locatorKey: string) => BookingReplacement | undefined
  /** The newest cancellation of the entry of a statement, if it is newer (RULES 3.2). */
  cancellationOfEntry: (s: Statement) => Statement | undefined
}

/** Priority of a source that is not in the table. */
export const UNKNOWN_SOURCE_PRIORITY = 1_000_000

/**
 * One entry of the segment's `bookings`: a history with a locator and what the source said without one, or,
 * if the source named none, its only entry.
 */
export interface SourceBooking {
  history: StatementHistory
  versions: Statement[]
  status: StatementStatus
  /** Stamp of what decided the status. */
  statedAt: number
  /** The travellers under its locator with the status of each; null: at most one is named. */
  party: Party | null
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
export function bookingsBySource(histories: readonly StatementHistory[], env: BookingEnv): ReportingSource[] {
  const [only] = histories
  if (histories.length === 1 && only !== undefined) return [reportingSource(only.source, [only], env)]
  const bySource = new Map<string, StatementHistory[]>()
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
  return inOrder(sources, (a, b) => a.priority - b.priority || (a.source < b.source ? -1 : 1))
}

function reportingSource(
  source: string,
  histories: readonly StatementHistory[],
  env: BookingEnv,
): ReportingSource {
  const versions = histories.flatMap((history) => history.versions)
  return {
    source,
    priority: env.source(source)?.priority ?? UNKNOWN_SOURCE_PRIORITY,
    versions: inOrder(versions, compareVersionsByContent),
    bookings: bookingsOf(histories, env),
  }
}

/** The bookings of one source, from its histories in order. */
function bookingsOf(histories: readonly StatementHistory[], env: BookingEnv): SourceBooking[] {
  const located = histories.flatMap((history) =>
    history.locatorKey === null ? [] : locatedBooking(history, history.locatorKey, env),
  )
  const bookings = located.slice()
  for (const history of histories) if (history.locatorKey === null) addUnlocated(bookings, located, history)
  for (const shared of byLocator(bookings)) if (nameSeveral(shared)) decideByTraveller(shared, env)
  // By stamp: versions without a locator were appended, and histories put late ends of old times first.
  for (const booking of bookings) {
    inOrder(booking.versions, compareVersionsByContent)
    dropCancelledEntries(booking, env)
  }
  return bookings
}

/** RULES 3.2: a cancelled entry leaves the booking to its other entries and to what was stated after it, else it ends it. */
function dropCancelledEntries(booking: SourceBooking, env: BookingEnv): void {
  const ends = booking.versions.map((s) => env.cancellationOfEntry(s)?.statedAt ?? -Infinity)
  const at = Math.max(...ends)
  if (at === -Infinity) return
  const rest = booking.versions.filter((_, nth) => ends[nth] === -Infinity)
  const last = rest.findLast((s) => s.status !== 'Cancelled' && (s.entry !== null || s.statedAt > at))
  const { status, statedAt } = last ?? { status: 'Cancelled', statedAt: Math.max(at, booking.statedAt) }
  const party = booking.party && partyAs(booking.party, { status, statedAt })
  Object.assign(booking, { status, statedAt }, last === undefined ? { party } : { versions: rest })
}

function locatedBooking(history: StatementHistory, locatorKey: string, env: BookingEnv): SourceBooking {
  const booking: SourceBooking = {
    history,
    versions: history.versions.slice(),
    status: newestVersion(history).status,
    // The newest version need not have the latest stamp: old times that end late come before it (RULES 4.1).
    statedAt: history.versions.reduce((newest, s) => Math.max(newest, s.statedAt), -Infinity),
    party: null,
  }
  const cancelledAt = cancelledAsWholeAt(history, locatorKey, env)
  if (cancelledAt !== undefined) {
    booking.status = 'Cancelled'
    booking.statedAt = cancelledAt
  }
  return booking
}

/** Stamp at which the whole booking was cancelled after its newest version; undefined if it was not. */
function cancelledAsWholeAt(
  history: StatementHistory,
  locatorKey: string,
  env: BookingEnv,
): number | undefined {
  const { statedAt } = newestVersion(history)
  const last = env.cancellationsOf(history.source, locatorKey).findLast((s) => isAbout(s, history))
  const byLocator = last !== undefined && last.statedAt > statedAt ? last.statedAt : undefined
  const leftOutAt = leftOutOf(env.replacementOf(history.source, locatorKey), history.versions)
  return leftOutAt === undefined ? byLocator : Math.max(leftOutAt, byLocator ?? -Infinity)
}

/** RULES 4.3: true for a cancellation that names nobody, or the traveller of the history. */
export function isAbout(cancellation: Statement, { latestNamed }: StatementHistory): boolean {
  const traveller = latestNamed?.traveller ?? null
  const named = travellersOf(cancellation.raw.fields)
  return (
    traveller === null ||
    named.length === 0 ||
    named.some((other) => mayBeMisspeltSamePerson(traveller, other))
  )
}

/**
 * RULES 3.2: the stamp at which a batch in mode `replace` cancels versions, in order, that it leaves out; undefined:
 * it does not. It cancels what was received before it; what came later counts by the supplier's stamp. An entry that
 * was over while another was still to come was travelled: suppliers leave it out.
 */
function leftOutOf(
  batch: BookingReplacement | undefined,
  versions: readonly Statement[],
): number | undefined {
  if (batch === undefined) return undefined
  const { start, end, statedAt } = versions.at(-1) as Statement
  const overAt = (end ?? start)?.instant ?? Infinity
  const wasTravelled = overAt <= batch.made && batch.made < (batch.until ?? 0)
  if (wasTravelled) return undefined
  const isLeftOut = versions.every(
    ({ raw, statedAt: stamp }) =>
      raw.receivedAt !== batch.at && (raw.receivedAt < batch.at || stamp < batch.made),
  )
  return isLeftOut ? Math.max(batch.made, statedAt) : undefined
}

/** Bookings under one locator together; each one without a locator alone. */
export function byLocator(bookings: readonly SourceBooking[]): SourceBooking[][] {
  const groups = new Map<unknown, SourceBooking[]>()
  for (const booking of bookings) {
    const key = booking.history.locatorKey ?? booking
    const group = groups.get(key)
    if (group === undefined) groups.set(key, [booking])
    else group.push(booking)
  }
  return [...groups.values()]
}

/** RULES 4.3: the status of bookings under one locator that name several travellers. */
function decideByTraveller(shared: readonly SourceBooking[], env: BookingEnv): void {
  const [{ history }] = shared as [SourceBooking]
  const { source, locatorKey } = history
  const batch = locatorKey === null ? undefined : env.replacementOf(source, locatorKey)
  const versions = shared.flatMap((booking) => booking.versions)
  const located = new Set(shared.flatMap((booking) => booking.history.versions))
  const party = partyOf({
    travellers: namedTravellers(versions),
    histories: shared.map((booking) => (locatorKey === null ? booking.versions : booking.history.versions)),
    unlocated: locatorKey === null ? [] : versions.filter((version) => !located.has(version)),
    cancellations: locatorKey === null ? [] : env.cancellationsOf(source, locatorKey),
    leftOutAt: (ofTraveller) => leftOutOf(batch, ofTraveller),
  })
  for (const booking of shared) {
    booking.party = party
    const mentioned = [...party.statuses].filter(([{ mentions }]) =>
      booking.versions.some((version) => mentions.has(version)),
    )
    const statuses = (mentioned.length === 0 ? [...party.statuses] : mentioned).map(([, status]) => status)
    const best = statuses.toSorted(
      (a, b) => LIVE_FIRST[a.status] - LIVE_FIRST[b.status] || b.statedAt - a.statedAt,
    )
    if (best[0] !== undefined) ({ status: booking.status, statedAt: booking.statedAt } = best[0])
  }
}

const LIVE_FIRST: Readonly<Record<StatementStatus, number>> = { Active: 0, Pending: 1, Cancelled: 2 }

/**
 * Adds the versions of a history without a locator to the bookings they are nearest to; `located` have
 * locators.
 */
function addUnlocated(
  bookings: SourceBooking[],
  located: readonly SourceBooking[],
  history: StatementHistory,
): void {
  const mayBeSameTraveller = ({ history: other }: SourceBooking): boolean =>
    !isAboutOthers(other, history.latestNamed)
  const ofTraveller = located.filter(mayBeSameTraveller)
  const candidates = ofTraveller.length > 0 ? ofTraveller : located
  for (const s of history.versions) {
    const booking =
      located.length > 0
        ? (lastBegunBefore(candidates, s.statedAt) ?? candidates[0])
        : bookings.find(mayBeSameTraveller)
    if (booking === undefined) {
      bookings.push({ history, versions: [s], status: s.status, statedAt: s.statedAt, party: null })
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
export function currentVersions(
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
