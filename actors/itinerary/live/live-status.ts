/** RULES 3.6: applies status reports to a merged segment. */
import type { Origin } from '../../../schemas/itinerary/stored/provenance.js'
import { LIVE_FIELDS } from '../../../schemas/segment/catalog.js'
import { dayOf } from '../match/pair.js'
import { sortVersions } from '../match/version-order.js'
import type { FieldValues } from '../statement/field-values.js'
import type { Statement } from '../statement/statement.js'
import { isAboutLeg } from './status-report.js'

/** Reports about services of the type and local day of a statement. */
export type StatusReportsOn = (leg: Statement) => readonly Statement[]

/** What is booked: the merged statement, and that of each source. */
export interface BookedLeg {
  booked: Statement
  currentStatements: readonly Statement[]
}

/** True if a report is about a leg: as shown, or by the number of one of its bookings for that day. */
export function isAboutBooked(report: Statement, { booked, currentStatements }: BookedLeg): boolean {
  const { start } = booked
  if (start === null) return false
  const ofThatDay = currentStatements.filter((s) => s.start !== null && dayOf(s.start) === dayOf(start))
  return [booked, ...ofThatDay].some((leg) => isAboutLeg(report, leg))
}

/** The reports about a leg, the newest first. */
export function reportsAbout(leg: BookedLeg, reportsOn: StatusReportsOn): Statement[] {
  const reports = reportsOn(leg.booked)
  if (reports.length === 0) return []
  return sortVersions(reports.filter((report) => isAboutBooked(report, leg))).reverse()
}

/** Sets each live field from the newest report that has it, overriding other sources. */
export function setLiveFields(
  reports: readonly Statement[],
  fields: FieldValues,
  origins: FieldValues<Origin>,
): void {
  for (const name of reports.length === 0 ? [] : LIVE_FIELDS[fields.type]) {
    const report = reports.find(({ raw }) => raw.fields.get(name) !== undefined)
    if (report === undefined) continue
    fields.set(name, report.raw.fields.get(name))
    origins.set(name, { source: report.raw.source, raw_id: report.raw.id })
  }
}
