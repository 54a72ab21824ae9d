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

/** The segment that the leg histories of a cluster make. Pure: the same for any order of them (RULES 2.1). */
export function mergeCluster(histories: LegHistory[], env: MergeEnv): MergedSegment {
  const sources = bookingsBySource(histories, env)
  const top = sources[0] as ReportingSource
  const { status, decidedBy, conflict } = decideStatus(sources, env)
  const isLive = status !== 'Cancelled'
  const ranked = rankStatements(sources, isLive, histories, env)
  const statements = ranked.map((entry) => entry.statement)
  const { type } = (top.versions[0] as Statement).raw
  const { fields, origins } = mergeFields(ranked, env)
  const statement = withKnownPlaces(
    mergedStatement(type, top.source, fields, statements, env.places),
    statements,
  )
  const current = ranked.some((entry) => entry.isFromOtherBooking)
    ? ranked.filter((entry) => !entry.isFromOtherBooking)
    : ranked
  const currentStatements = current === ranked ? statements : current.map((entry) => entry.statement)
  return {
    type,
    status,
    decidedBy,
    statusConflict: conflict,
    reports: sources.map((reporting) => reportOf(reporting, current, histories)),
    source: ranked[0]?.source ?? top.source,
    fields,
    origins,
    statement,
    currentStatements,
    travellers: travellersOn(sources, isLive),
    bookings: bookingEntries(sources, ranked),
    previous: previousSchedule(histories, ranked[0]),
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
function historyOf(histories: readonly LegHistory[], version: Statement): LegHistory | undefined {
  return histories.find((history) => history.versions.includes(version))
}

/**
 * The current statements of all sources, in order of priority; of repeated ones the first copy (RULES 3.5), with
 * what earlier ones add (RULES 3.5.2).
 */
function rankStatements(
  sources: readonly ReportingSource[],
  isLive: boolean,
  histories: readonly LegHistory[],
  env: MergeEnv,
): RankedStatement[] {
  const ranked: RankedStatement[] = []
  for (const reporting of sources) {
    currentStatements(reporting, isLive).forEach(({ version: newest, booking }, i) => {
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
  histories: readonly LegHistory[],
): SourceReport {
  const statement = current.find((entry) => entry.source === source)?.statement
  return {
    source,
    status: statusOfBookings(bookings),
    statement: statement ?? firstOfRepeats(histories, versions.at(-1) as Statement),
  }
}

/** The first of the versions in a row that equal `version`: what is sent again is no news. */
function firstOfRepeats(histories: readonly LegHistory[], version: Statement): Statement {
  const history = historyOf(histories, version)
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
function travellersOn(sources: readonly ReportingSource[], isLive: boolean): Person[] {
  const travellers: Person[] = []
  for (const { bookings } of sources) {
    for (const booking of bookings) {
      if (isLive && booking.status === 'Cancelled') continue
      const named = latestNamed(booking)
      if (named === undefined || named.traveller === null) continue
      if (named.raw.fields.travelers === undefined) travellers.push(named.traveller)
      else travellers.push(...travellersOf(named.raw.fields))
    }
  }
  return travellers
}

function bookingEntries(
  sources: readonly ReportingSource[],
  ranked: readonly RankedStatement[],
): BookingEntry[] {
  const entries: BookingEntry[] = []
  for (const { source, bookings } of sources)
    for (const booking of bookings) entries.push(bookingEntry(source, booking, ranked))
  return entries
}

function bookingEntry(
  source: string,
  booking: SourceBooking,
  ranked: readonly RankedStatement[],
): BookingEntry {
  const { versions } = booking
  const named = latestNamed(booking) ?? (versions.at(-1) as Statement)
  const current = ranked.find((entry) => entry.booking === booking)
  const seated = current === undefined ? versions.findLast(hasSeat) : current.statement
  return {
    source,
    confirmation_no: writtenLocator(versions.findLast((s) => s.locator !== null)),
    traveler: travelerText(named),
    seat_assignment:
      seated === undefined || !hasSeat(seated) ? null : (seated.raw.fields.seat_assignment as string),
    status: booking.status,
  }
}

function hasSeat({ raw }: Statement): boolean {
  return typeof raw.fields.seat_assignment === 'string'
}

function travelerText(s: Statement): string | null {
  const { first_name: first, last_name: last } = s.raw.fields
  if (typeof first !== 'string') return typeof last === 'string' && last !== '' ? last : null
  const text = typeof last === 'string' ? `${first} ${last}` : first
  return text === '' ? null : text
}

/** The newest version of the winner's history whose schedule differs from the current one. */
function previousSchedule(
  histories: readonly LegHistory[],
  winner: RankedStatement | undefined,
): PreviousSchedule | null {
  const history = winner === undefined ? undefined : historyOf(histories, winner.version)
  if (winner === undefined || history === undefined || history.versions.length === 1) return null
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
