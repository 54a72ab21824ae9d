/** RULES 3.6: adds and withdraws status reports. */
import type { RawSegment } from '../../itinerary/statement/raw-segment.js'
import type { Env } from '../env.js'
import type { MemberState } from '../model.js'
import { keepKnownAtPins } from '../segments/merge-statements.js'
import { dropReport, keepReport, segmentsOfReport } from '../segments/status-reports.js'
import type { Intake } from './intake.js'
import type { PendingBatch } from './step-effects.js'

/** Adds a status report, and marks its segments and those of the reports it replaces to be merged again. */
export function addStatusReport(intake: Intake, sent: RawSegment): void {
  const { state, batch, env } = intake
  const kept = keepReport(state, sent, env.places)
  if (kept === null) return
  batch.reports.set(sent.id, kept.raw)
  for (const raw of [kept.raw, ...kept.forgotten]) mergeSegmentsOf(intake, raw)
}

/** True for a raw segment that is kept as a status report. */
export function isKeptReport({ statusReports }: MemberState, raw: RawSegment): boolean {
  return statusReports.holders.has(raw)
}

/** Withdraws a status report. The reports that it had replaced are not restored (RULES 2.3). */
export function takeBackReport(intake: Intake, raw: RawSegment): void {
  mergeSegmentsOf(intake, raw)
  dropReport(intake.state, raw, intake.env.places)
}

/** The segments still show the report if it is about to be removed. */
function mergeSegmentsOf({ state, effects, env }: Intake, raw: RawSegment): void {
  for (const segment of segmentsOfReport(state, raw, env.places)) {
    if (segment.reports.includes(raw)) keepKnownAtPins(state, segment, raw, env)
    effects.toMerge.add(segment)
  }
}

/** Records the segments that the status reports of a batch are about, once they are known. */
export function noteStatusReports(state: MemberState, batch: PendingBatch, { places }: Env): void {
  for (const [id, report] of batch.reports)
    batch.cancelledStatements.set(
      id,
      segmentsOfReport(state, report, places).flatMap(({ rawSegments }) => rawSegments.slice(0, 1)),
    )
}
