/** RULES 4.2: whose cancellation counts. */
import { sourceRole } from '../../../schemas/itinerary/source-row.js'
import type { SourceRole, SourceRow } from '../../../schemas/itinerary/source-row.js'
import type { WarningValue } from '../../../schemas/segment/warning.js'
import { isAboutOthers } from '../match/statement-history.js'
import type { StatementStatus } from '../statement/gds-status.js'
import type { Statement } from '../statement/statement.js'
import type { ReportingSource, SourceBooking } from './source-bookings.js'

export interface StatusDecision {
  status: StatementStatus
  /** The sources that decided, in order of priority. */
  decidedBy: string[]
  /** One source that says Active and one that says Cancelled, the one that counts first; else empty. */
  conflict: readonly WarningValue[]
}

const NO_CONFLICT: readonly WarningValue[] = []

interface SourceTable {
  source: (id: string) => SourceRow | undefined
}

/** Active if any booking is, else Pending if any is; Cancelled if all are. */
export function statusOfBookings(bookings: readonly SourceBooking[]): StatementStatus {
  if (bookings.some(({ status }) => status === 'Active')) return 'Active'
  return bookings.some(({ status }) => status === 'Pending') ? 'Pending' : 'Cancelled'
}

/**
 * RULES 4.2: the supplier speaks for the segment; without one every channel for its own bookings; without these
 * the first of those that repeat what others said.
 * @param sources in order of priority; at least one
 */
export function decideStatus(sources: readonly ReportingSource[], env: SourceTable): StatusDecision {
  const [first] = sources as [ReportingSource]
  if (sources.length === 1)
    return { status: statusOfBookings(first.bookings), decidedBy: [first.source], conflict: NO_CONFLICT }
  const withRole = (role: SourceRole): ReportingSource[] =>
    sources.filter(({ source }) => sourceRole(env.source(source)) === role)
  const [supplier] = withRole('supplier')
  const intermediaries = supplier === undefined ? withRole('intermediary') : []
  const decided =
    intermediaries.length > 0
      ? { deciders: intermediaries, bookings: bookingsThatCount(intermediaries, env) }
      : { deciders: [supplier ?? first], bookings: (supplier ?? first).bookings }
  const status = statusOfBookings(decided.bookings)
  return {
    status,
    decidedBy: decided.deciders.map(({ source }) => source),
    conflict: statusConflict(status, decided.deciders, sources),
  }
}

/**
 * RULES 3.6: a booked segment does not take place if its newest status report says so. A report never revives a segment
 * that the sources of its bookings have cancelled.
 */
export function statusWithReport(
  decided: StatusDecision,
  report: Statement | undefined,
  sources: readonly ReportingSource[],
): StatusDecision {
  if (report?.status !== 'Cancelled' || decided.status === 'Cancelled') return decided
  const { source } = report.raw
  const booked = sources.find(({ bookings }) => statusOfBookings(bookings) === decided.status) ?? sources[0]
  const conflict = [
    { source, value: 'Cancelled' },
    { source: booked?.source ?? source, value: decided.status },
  ]
  return { status: 'Cancelled', decidedBy: [source], conflict }
}

/**
 * The bookings of intermediaries that count: all, but GDS and TMC are one channel, in which the source of higher
 * priority speaks for a booking that both report.
 */
function bookingsThatCount(intermediaries: readonly ReportingSource[], env: SourceTable): SourceBooking[] {
  const inAgencyChannel: SourceBooking[] = []
  const counted: SourceBooking[] = []
  for (const { source, bookings } of intermediaries) {
    if (env.source(source)?.classification === 'ota') counted.push(...bookings)
    else
      inAgencyChannel.push(
        ...bookings.filter((booking) => !inAgencyChannel.some((higher) => isSameBooking(higher, booking))),
      )
  }
  return [...counted, ...inAgencyChannel]
}

/** True for one locator, or where one is unknown, and a traveller who may be the same. */
function isSameBooking({ history: a }: SourceBooking, { history: b }: SourceBooking): boolean {
  if (a.locatorKey !== null && b.locatorKey !== null && a.locatorKey !== b.locatorKey) return false
  return !isAboutOthers(a, b.latestNamed) || !isAboutOthers(b, a.latestNamed)
}

/** Of the sources that say Active and those that say Cancelled the first each, those that decided first. */
function statusConflict(
  decided: StatementStatus,
  deciders: readonly ReportingSource[],
  sources: readonly ReportingSource[],
): WarningValue[] {
  const reports = [...deciders, ...sources].map(({ source, bookings }) => ({
    source,
    value: statusOfBookings(bookings),
  }))
  const active = reports.find(({ value }) => value === 'Active')
  const cancelled = reports.find(({ value }) => value === 'Cancelled')
  if (active === undefined || cancelled === undefined) return []
  return decided === 'Cancelled' ? [cancelled, active] : [active, cancelled]
}
