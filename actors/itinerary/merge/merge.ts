/** RULES 3.5 and 4.2: merges a cluster into one segment, by source priority. */
import { SEGMENT_KINDS } from '../../../schemas/segment/segment-kinds.js'
import type { LegHistory } from '../match/leg-history.js'
import type { Places } from '../places/places.js'
import type { Person } from '../../../schemas/itinerary/person.js'
import { isDateText } from '../statement/moment.js'
import { hasSameContent } from '../statement/raw-segment.js'
import { writtenLocator } from '../statement/statement.js'
import type { Statement } from '../statement/statement.js'
import { travellersOf } from '../statement/travellers.js'
import { decideStatus, statusOfBookings } from './decide-status.js'
import { completeStatement } from './earlier-statements.js'
import { mergeFields } from './merged-fields.js'
import type { RankedStatement } from './merged-fields.js'
import type { BookingEntry, MergedSegment, PreviousSchedule, SourceReport } from './merged-segment.js'
import { mergedStatement, withKnownPlaces } from './merged-statement.js'
import { bookingsBySource, currentStatements, earlierVersions } from './source-bookings.js'
import type { BookingEnv, SourceBooking, ReportingSource } from './source-bookings.js'
import { mergeWarnings } from './warnings.js'

export interface MergeEnv extends BookingEnv {
  places: Places
}

type HistoryOf = ReadonlyMap<Statement, LegHistory>

/** The segment that the leg histories of a cluster make. Pure: the same for any order of them (RULES 2.1). */
export function mergeCluster(histories: LegHistory[], env: MergeEnv): MergedSegment {
  const sources = bookingsBySource(histories, env)
  const top = sources[0] as ReportingSource
  const { status, decidedBy, conflict } = decideStatus(sources, env)
  const isLive = status !== 'Cancelled'
  const historyOf = indexByVersion(histories)
  const ranked = rankStatements(sources, isLive, { env, historyOf })
  const statements = ranked.map((entry) => entry.statement)
  const { type } = (top.versions[0] as Statement).raw
  const { fields, origins } = mergeFields(ranked, env)
  const statement = withKnownPlaces(
    mergedStatement(type, top.source, fields, statements, env.places),
    statements,
  )
  const current = ranked.filter((entry) => !entry.isFromOtherBooking)
  const currentStatements = current.map((entry) => entry.statement)
  return {
    type,
    status,
    decidedBy,
    statusConflict: conflict,
    reports: sources.map((reporting) => reportOf(reporting, current, historyOf)),
    source: ranked[0]?.source ?? top.source,
    fields,
    origins,
    statement,
    currentStatements,
    travellers: sources.flatMap(({ bookings }) => travellersOn(bookings, isLive)),
    bookings: sources.flatMap(({ source, bookings }) =>
      bookings.map((booking) => bookingEntry(source, booking, ranked)),
    ),
    previous: previousSchedule(historyOf, ranked[0]),
    warnings: mergeWarnings({
      type,
      fields,
      origins,
      statement,
      currentStatements,
      statusConflict: conflict,
    }),
  }
}

function indexByVersion(histories: readonly LegHistory[]): HistoryOf {
  const historyOf = new Map<Statement, LegHistory>()
  for (const history of histories) for (const version of history.versions) historyOf.set(version, history)
  return historyOf
}

/**
 * The current statements of all sources, in order of priority; of repeated ones the first copy (RULES 3.5), with
 * what earlier ones add (RULES 3.5.2).
 */
function rankStatements(
  sources: readonly ReportingSource[],
  isLive: boolean,
  { env, historyOf }: { env: MergeEnv; historyOf: HistoryOf },
): RankedStatement[] {
  return sources.flatMap((reporting) =>
    currentStatements(reporting, isLive).map(({ version: newest, booking }, i) => {
      const version = firstOfRepeats(historyOf, newest)
      const earlier = booking.versions.length === 1 ? [] : earlierVersions(booking, newest, env)
      const completed = completeStatement(version, earlier, env.places)
      return { source: reporting.source, ...completed, version, booking, isFromOtherBooking: i > 0 }
    }),
  )
}

/** RULES 4.2: what a source last said. */
function reportOf(
  { source, versions, bookings }: ReportingSource,
  current: readonly RankedStatement[],
  historyOf: HistoryOf,
): SourceReport {
  const statement = current.find((entry) => entry.source === source)?.statement
  return {
    source,
    status: statusOfBookings(bookings),
    statement: statement ?? firstOfRepeats(historyOf, versions.at(-1) as Statement),
  }
}

/** The first of the versions in a row that equal `version`: what is sent again is no news. */
function firstOfRepeats(historyOf: HistoryOf, version: Statement): Statement {
  const history = historyOf.get(version)
  if (history === undefined) return version
  let first = version
  for (let i = history.versions.lastIndexOf(version) - 1; i >= 0; i--) {
    const older = history.versions[i] as Statement
    if (!hasSameContent(older.raw, version.raw)) break
    first = older
  }
  return first
}

function latestNamed({ versions }: SourceBooking): Statement | undefined {
  return versions.findLast((s) => s.traveller !== null)
}

/** Travellers of the bookings; of a live segment without the cancelled ones. */
function travellersOn(bookings: readonly SourceBooking[], isLive: boolean): Person[] {
  return bookings.flatMap((booking) => {
    if (isLive && booking.status === 'Cancelled') return []
    const named = latestNamed(booking)
    if (named === undefined || named.traveller === null) return []
    return named.raw.fields.travelers === undefined ? [named.traveller] : travellersOf(named.raw.fields)
  })
}

function bookingEntry(
  source: string,
  booking: SourceBooking,
  ranked: readonly RankedStatement[],
): BookingEntry {
  const { versions } = booking
  const named = latestNamed(booking) ?? (versions.at(-1) as Statement)
  const current = ranked.find((entry) => entry.booking === booking)
  const seats = (current === undefined ? versions : [current.statement]).map(
    (s) => s.raw.fields.seat_assignment,
  )
  return {
    source,
    confirmation_no: writtenLocator(versions.findLast((s) => s.locator !== null)),
    traveler: travelerText(named),
    seat_assignment: seats.findLast((seat) => typeof seat === 'string') ?? null,
    status: booking.status,
  }
}

function travelerText(s: Statement): string | null {
  const { first_name: first, last_name: last } = s.raw.fields
  const text = [first, last].filter((part) => typeof part === 'string').join(' ')
  return text === '' ? null : text
}

/** The newest version of the winner's history whose schedule differs from the current one. */
function previousSchedule(
  historyOf: HistoryOf,
  winner: RankedStatement | undefined,
): PreviousSchedule | null {
  const history = winner === undefined ? undefined : historyOf.get(winner.version)
  if (winner === undefined || history === undefined) return null
  const { fields, type } = winner.statement.raw
  const { start, end } = SEGMENT_KINDS[type]
  let changed = winner.version
  for (let i = history.versions.indexOf(winner.version) - 1; i >= 0; i--) {
    const older = history.versions[i] as Statement
    const differs = (field: string | null): boolean =>
      field !== null &&
      older.raw.fields[field] !== undefined &&
      isOtherTime(older.raw.fields[field], fields[field])
    if (differs(start) || differs(end)) {
      const oldEnd = end === null ? null : older.raw.fields[end]
      return { start: older.raw.fields[start], end: oldEnd ?? null, changed: changed.statedAt }
    }
    changed = older
  }
  return null
}

/** False also for a date alone and a time on that day: it was not moved. */
function isOtherTime(before: unknown, after: unknown): boolean {
  if (before === after) return false
  const isDate = isDateText(before) || isDateText(after)
  return !isDate || String(before).slice(0, 10) !== String(after).slice(0, 10)
}
