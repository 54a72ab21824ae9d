/** RULES 3.6: takes status reports in, and back. */
import type { RawSegment } from '../../itinerary/statement/raw-segment.js'
import type { Env } from '../env.js'
import type { MemberState } from '../model.js'
import { dropReport, keepReport, segmentsOfReport } from '../segments/status-reports.js'
import type { Intake } from './intake.js'
import type { PendingBatch } from './step-effects.js'

/** Keeps a status report; what it is about, and was about for those that it overrules, is merged again. */
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

/** Takes a status report back. What only reports said that it overruled is forgotten (RULES 2.3). */
export function takeBackReport(intake: Intake, raw: RawSegment): void {
  mergeSegmentsOf(intake, raw)
  dropReport(intake.state, raw, intake.env.places)
}

function mergeSegmentsOf({ state, effects, env }: Intake, raw: RawSegment): void {
  for (const segment of segmentsOfReport(state, raw, env.places)) effects.toMerge.add(segment)
}

/** Notes what the status reports of a batch are about, once its segments are known. */
export function noteStatusReports(state: MemberState, batch: PendingBatch, { places }: Env): void {
  for (const [id, report] of batch.reports)
    batch.cancelledStatements.set(
      id,
      segmentsOfReport(state, report, places).flatMap(({ rawSegments }) => rawSegments.slice(0, 1)),
    )
}
