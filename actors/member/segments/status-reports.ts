/**
 * RULES 3.6: the status reports of a member. They are not statements: none is clustered or merged, so none can create, join
 * or move a segment. Each is kept until newer ones have all its fields, and is shown by every segment that it is about; a
 * report about none waits for its booking.
 */
import {
  MAX_HELD_STATUS_REPORTS,
  MAX_STATUS_REPORTS_OF_DAY,
} from '../../../schemas/itinerary/itinerary-limits.js'
import { isAboutBooked } from '../../itinerary/live/live-status.js'
import { namesItsService, statusReport, reportsThatCount } from '../../itinerary/live/status-report.js'
import { dayOf } from '../../itinerary/match/pair.js'
import type { Places } from '../../itinerary/places/places.js'
import type { RawSegment } from '../../itinerary/statement/raw-segment.js'
import { startingOn } from '../../itinerary/statement/statement-index.js'
import { statementOf } from '../../itinerary/statement/statement.js'
import type { Statement } from '../../itinerary/statement/statement.js'
import type { MemberState, StatusReports } from '../model.js'
import type { SegmentState } from './segment-state.js'

export interface KeptReport {
  raw: RawSegment
  /** The reports that no longer count. */
  forgotten: RawSegment[]
}

export const noStatusReports = (): StatusReports => ({ byDay: new Map(), holders: new Map() })

const NO_REPORTS: readonly RawSegment[] = []

const dayKey = ({ raw, start }: Statement): string => `${raw.type}${start === null ? '' : dayOf(start)}`

/** The kept reports about services of the type and local day of a statement. */
export function reportsOnDayOf({ statusReports }: MemberState, leg: Statement, places: Places): Statement[] {
  if (statusReports.byDay.size === 0) return []
  return (statusReports.byDay.get(dayKey(leg)) ?? NO_REPORTS).map((raw) => statementOf(raw, places))
}

/** Adds a raw segment of a status source, and returns the reports that it supersedes; null if it identifies no service. */
export function keepReport(state: MemberState, sent: RawSegment, places: Places): KeptReport | null {
  const raw = statusReport(sent)
  const report = statementOf(raw, places)
  if (!namesItsService(report)) return null
  const known = reportsOnDayOf(state, report, places)
  const same = known.find((other) => other.raw.id === raw.id)
  if (same !== undefined) return { raw: same.raw, forgotten: [] }
  const counting = reportsThatCount([...known, report]).slice(0, MAX_STATUS_REPORTS_OF_DAY)
  setReports(state, report, counting)
  return { raw, forgotten: known.filter((other) => !counting.includes(other)).map((other) => other.raw) }
}

/** Adds a saved report; all saved ones count. */
export function restoreReport({ statusReports }: MemberState, raw: RawSegment, places: Places): RawSegment {
  const key = dayKey(statementOf(raw, places))
  const reports = statusReports.byDay.get(key) ?? []
  const known = reports.find(({ id }) => id === raw.id)
  if (known !== undefined) return known
  statusReports.byDay.set(key, [...reports, raw])
  statusReports.holders.set(raw, 0)
  return raw
}

/** Drops a report. */
export function dropReport(state: MemberState, raw: RawSegment, places: Places): void {
  const report = statementOf(raw, places)
  setReports(
    state,
    report,
    reportsOnDayOf(state, report, places).filter((other) => other.raw !== raw),
  )
}

function setReports(
  { statusReports }: MemberState,
  { raw, start }: Statement,
  reports: readonly Statement[],
): void {
  const { byDay, holders } = statusReports
  const key = dayKey({ raw, start } as Statement)
  const kept = new Set(reports.map((report) => report.raw))
  for (const old of byDay.get(key) ?? NO_REPORTS) if (!kept.has(old)) holders.delete(old)
  for (const report of kept) if (!holders.has(report)) holders.set(report, 0)
  if (kept.size === 0) byDay.delete(key)
  else byDay.set(key, [...kept])
}

/** The segments that a report is about, the oldest first. */
export function segmentsOfReport(state: MemberState, raw: RawSegment, places: Places): SegmentState[] {
  const report = statementOf(raw, places)
  if (report.start === null) return []
  const near = startingOn(state.index, raw.type, dayOf(report.start))
  const ids = new Set(near.flatMap(({ id }) => state.segmentOf.get(id) ?? []))
  const segments = [...ids].flatMap((id) => state.segments.get(id) ?? [])
  return segments
    .filter(({ merged }) => merged !== null && isAboutBooked(report, merged))
    .sort((a, b) => Number(a.id) - Number(b.id))
}

/** Records which reports a segment shows. */
export function holdReports(
  { statusReports: { holders } }: MemberState,
  segment: SegmentState,
  reports: readonly RawSegment[],
): void {
  const count = (raw: RawSegment, more: number): void => {
    const held = holders.get(raw)
    if (held !== undefined) holders.set(raw, held + more)
  }
  for (const raw of reports) count(raw, 1)
  for (const raw of segment.reports) count(raw, -1)
  segment.reports = reports
}

/** The reports that no segment shows yet. */
export function heldReports({ statusReports: { holders } }: MemberState): RawSegment[] {
  return [...holders].filter(([, held]) => held === 0).map(([raw]) => raw)
}

/** RULES 2.3: if too many reports are held, drops those with the earliest departures. */
export function forgetExcess(state: MemberState, places: Places): void {
  const held = heldReports(state)
  if (held.length <= MAX_HELD_STATUS_REPORTS) return
  const departs = (raw: RawSegment): number => statementOf(raw, places).start?.instant ?? 0
  held.sort((a, b) => departs(b) - departs(a) || Number(b.id) - Number(a.id))
  for (const raw of held.slice(MAX_HELD_STATUS_REPORTS)) dropReport(state, raw, places)
}
