/** RULES 3.5 and 4.2: merges a cluster into one segment, by source priority. */
import { SEGMENT_KINDS } from '../../../schemas/segment/segment-kinds.js'
import { setLiveFields, reportsAbout } from '../live/live-status.js'
import { openAction } from '../live/open-action.js'
import type { StatusReportsOn } from '../live/live-status.js'
import type { StatementHistory } from '../match/statement-history.js'
import { cancelledSince } from '../match/version-order.js'
import { nameSeveral } from '../match/named-travellers.js'
import type { Person } from '../../../schemas/itinerary/person.js'
import { isDateText } from '../statement/moment.js'
import { haveSameValues } from '../statement/field-values.js'
import type { FieldValues } from '../statement/field-values.js'
import type { Statement } from '../statement/statement.js'
import { sharedBookings } from './travellers/booked-travellers.js'
import type { SharedBooking, TravellerEnv } from './travellers/booked-travellers.js'
import {
  bookingEntries,
  entriesOfTravellers,
  latestNamed,
  travellerList,
} from './travellers/booking-entries.js'
import { decideStatus, statusOfBookings, statusWithReport } from './decide-status.js'
import type { StatusDecision } from './decide-status.js'
import { completeStatement } from './earlier-statements.js'
import { aboutMember } from './travellers/member-fields.js'
import { mergeFields } from './merged-fields.js'
import type { RankedStatement } from './merged-fields.js'
import { withoutDoubtfulArrivals } from './doubtful-arrivals.js'
import type { MergedSegment, PreviousSchedule, SourceReport } from './merged-segment.js'
import { mergedStatement, withKnownPlaces } from './merged-statement.js'
import { earlierVersions } from './earlier-versions.js'
import { bookingsBySource, currentVersions } from './source-bookings.js'
import type { ReportingSource } from './source-bookings.js'
import { mergeWarnings } from './warnings.js'

export interface MergeEnv extends TravellerEnv {
  statusReportsOn: StatusReportsOn
}

/** What the sources of a segment report. */
interface Reported {
  /** In order of priority. */
  sources: ReportingSource[]
  decided: StatusDecision
  ranked: RankedStatement[]
  /** The bookings with their travellers; null: at most one is named. */
  shared: SharedBooking[] | null
  /** The ranked statements that may give the segment's own fields. */
  about: RankedStatement[]
}

export function reportedBy(histories: StatementHistory[], env: MergeEnv): Reported {
  const sources = bookingsBySource(histories, env)
  const decided = decideStatus(sources, env)
  const isLive = decided.status !== 'Cancelled'
  const ranked = withoutDoubtfulArrivals(rankStatements(sources, isLive, histories, env), env)
  const shared = nameSeveral(sources) ? sharedBookings(sources, ranked, env) : null
  return { sources, decided, ranked, shared, about: shared === null ? ranked : aboutMember(ranked, shared) }
}

/** The segment that the histories of a cluster make. Pure: the same for any order of them (RULES 2.1). */
export function mergeCluster(histories: StatementHistory[], env: MergeEnv): MergedSegment {
  const { sources, decided, ranked, shared, about } = reportedBy(histories, env)
  const top = sources[0] as ReportingSource
  const isLive = decided.status !== 'Cancelled'
  const statements = ranked.map((entry) => entry.statement)
  const { type } = (top.versions[0] as Statement).raw
  const { fields, origins } = mergeFields(about, env)
  const statement = withKnownPlaces(
    mergedStatement(
      top.source,
      fields,
      about === ranked ? statements : about.map(({ statement: s }) => s),
      env.places,
    ),
    statements,
  )
  // RULES N6: an arrival at 00:00 that is none is not shown either.
  if (statement.end === null) fields.set(SEGMENT_KINDS[type].end ?? '', undefined)
  const listed = shared === null ? null : travellerList(shared, isLive)
  if (listed !== null) {
    fields.set('travelers', listed.list)
    origins.set('travelers', listed.origin)
  }
  const current = ranked.some((entry) => entry.isFromOtherBooking)
    ? ranked.filter((entry) => !entry.isFromOtherBooking)
    : ranked
  const currentStatements = current === ranked ? statements : current.map((entry) => entry.statement)
  const statusReports = reportsAbout({ booked: statement, currentStatements }, env.statusReportsOn)
  setLiveFields(statusReports, fields, origins)
  const { status, decidedBy, conflict } = statusWithReport(decided, statusReports[0], sources)
  const reports = sources.map((reporting) => reportOf(reporting, current, histories))
  const { version = top.versions[0] as Statement, booking } = ranked[0] ?? {}
  const action = openAction(
    {
      status,
      current: version,
      earlier: booking?.versions.slice(0, booking.versions.indexOf(version)) ?? NO_STATEMENTS,
      others: reports.map((report) => report.statement),
      report: statusReports[0],
      isBooked: isLive,
    },
    env,
  )
  return {
    type,
    status,
    decidedBy,
    action,
    statusConflict: conflict,
    booked: statement,
    statusReports: statusReports.map(({ raw }) => raw),
    reports,
    source: ranked[0]?.source ?? top.source,
    fields,
    origins,
    statement,
    currentStatements,
    travellers: shared === null ? travellersOn(sources, isLive) : companionsOn(shared, isLive),
    bookings: shared === null ? bookingEntries(sources, ranked) : entriesOfTravellers(shared, ranked),
    previous: previousSchedule(sources, ranked[0]),
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

/** The history that a version is in; a search, because nearly always there are very few. */
function historyOf(histories: readonly StatementHistory[], version: Statement): StatementHistory | undefined {
  return histories.find((history) => history.versions.includes(version))
}

/**
 * The current statements of all sources, in order of priority; of repeated ones the first copy (RULES 3.5), with
 * what earlier ones add (RULES 3.5.2).
 */
function rankStatements(
  sources: readonly ReportingSource[],
  isLive: boolean,
  histories: readonly StatementHistory[],
  env: MergeEnv,
): RankedStatement[] {
  const ranked: RankedStatement[] = []
  for (const reporting of sources) {
    currentVersions(reporting, isLive).forEach(({ version: newest, booking }, i) => {
      const version = firstOfRepeats(histories, newest)
      const earlier = booking.versions.length === 1 ? NO_STATEMENTS : earlierVersions(booking, newest, env)
      const { statement, givers } = completeStatement(version, earlier, env.places)
      const { source } = reporting
      ranked.push({ source, statement, givers, version, booking, isFromOtherBooking: i > 0 })
    })
  }
  return ranked
}

const NO_STATEMENTS: readonly Statement[] = []

/** RULES 4.2: what a source last said. */
function reportOf(
  { source, versions, bookings }: ReportingSource,
  current: readonly RankedStatement[],
  histories: readonly StatementHistory[],
): SourceReport {
  const statement = current.find((entry) => entry.source === source)?.statement
  return {
    source,
    status: statusOfBookings(bookings),
    statement: statement ?? firstOfRepeats(histories, versions.at(-1) as Statement),
  }
}

/** The first of the versions in a row that equal `version`: what is sent again is no news. */
function firstOfRepeats(histories: readonly StatementHistory[], version: Statement): Statement {
  const history = historyOf(histories, version)
  if (history === undefined) return version
  let first = version
  for (let i = history.versions.lastIndexOf(version) - 1; i >= 0; i--) {
    const older = history.versions[i] as Statement
    if (!haveSameValues(older.raw.fields, version.raw.fields)) break
    first = older
  }
  return first
}

/** Travellers of the bookings; of a live segment without the cancelled ones. */
function travellersOn(sources: readonly ReportingSource[], isLive: boolean): Person[] {
  return sources.flatMap(({ bookings }) =>
    bookings.flatMap((booking) => {
      if (isLive && booking.status === 'Cancelled') return []
      return latestNamed(booking)?.traveller ?? []
    }),
  )
}

/** The same, where there are several. */
function companionsOn(shared: readonly SharedBooking[], isLive: boolean): Person[] {
  return shared.flatMap(({ travellers }) =>
    travellers.flatMap(({ status, person }) =>
      person === null || (isLive && status === 'Cancelled') ? [] : [person],
    ),
  )
}

/**
 * The schedule that the segment had before: that of a booking that was cancelled while another one holds, else an
 * earlier one of the booking that counts.
 */
function previousSchedule(
  sources: readonly ReportingSource[],
  winner: RankedStatement | undefined,
): PreviousSchedule | null {
  if (winner === undefined) return null
  const { booking, version, source, statement } = winner
  const now = statement.raw.fields
  const isLive = booking.status !== 'Cancelled'
  const ranked = isLive ? sources.slice(0, sources.findIndex((one) => one.source === source) + 1) : NO_SOURCES
  for (const { bookings } of ranked)
    for (const one of bookings) {
      if (one.status !== 'Cancelled') continue
      const shown = scheduleBefore(one.versions, now, cancelledSince(one.versions) ?? one.statedAt)
      if (shown !== null) return shown
    }
  if (booking.versions.length === 1) return null
  return scheduleBefore(booking.versions.slice(0, booking.versions.indexOf(version)), now, version.statedAt)
}

const NO_SOURCES: readonly ReportingSource[] = []

/** The schedule of the newest of the versions that is another one than `now`, and when the next one came. */
function scheduleBefore(
  versions: readonly Statement[],
  now: FieldValues,
  until: number,
): PreviousSchedule | null {
  const { start, end } = SEGMENT_KINDS[now.type]
  let changed = until
  for (let i = versions.length - 1; i >= 0; i--) {
    const { raw, statedAt } = versions[i] as Statement
    const old = raw.fields
    const differs = (field: string | null): boolean =>
      old.get(field) !== undefined && isOtherTime(old.get(field), now.get(field))
    if (differs(start) || differs(end)) return { start: old.get(start), end: old.get(end) ?? null, changed }
    changed = statedAt
  }
  return null
}

/** False also for a date alone and a time on that day: it was not moved. */
function isOtherTime(before: unknown, after: unknown): boolean {
  if (before === after) return false
  const isDate = isDateText(before) || isDateText(after)
  return !isDate || String(before).slice(0, 10) !== String(after).slice(0, 10)
}
