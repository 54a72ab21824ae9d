/** Takes statements out of a member, and puts others in their place. */
import type { Id } from '../../../schemas/base/ids.js'
import type { RawSegment } from '../../itinerary/statement/raw-segment.js'
import { removeStatement, statementsOfEntry } from '../../itinerary/statement/statement-index.js'
import { statementOf } from '../../itinerary/statement/statement.js'
import { keepKnownAtPins } from '../segments/merge-statements.js'
import type { SegmentState } from '../segments/segment-state.js'
import { addRawSegment } from './add-raw-segments.js'
import { isKeptCancellation, takeBackCancellation } from './booking-cancellations.js'
import type { Intake } from './intake.js'
import { isKeptReport, takeBackReport } from './status-intake.js'

/** Of one statement that was replaced very often, the first id and the last ones keep referring to it. */
const MAX_REPLACED_IDS = 20

/** The ids that refer to the statement which takes the place of this one. */
export function replacedIds({ id, replaced = [] }: RawSegment): Id[] {
  return [...replaced.slice(0, 1), ...replaced.slice(1).slice(2 - MAX_REPLACED_IDS), id]
}

/** Replaces a statement, so that its segment keeps its id. */
export function replaceStatement(
  intake: Intake,
  raw: RawSegment,
  replaced: RawSegment,
  segment: SegmentState | undefined,
): void {
  const { state, effects } = intake
  dropRawSegment(intake, replaced)
  if (segment !== undefined) {
    state.segmentOf.set(raw.id, segment.id)
    effects.emptied.delete(segment)
  }
  addRawSegment(intake, raw)
  // The new statement is clustered first: if it no longer matches the others, the id goes with it, unless the
  // others share more.
  for (const other of segment?.rawSegments ?? []) {
    effects.toCluster.delete(other)
    effects.toCluster.add(other)
  }
}

/** Marks the segments of raw segments to be merged again. */
export function mergeAgain(
  { state, effects }: Pick<Intake, 'state' | 'effects'>,
  raws: readonly RawSegment[],
): void {
  for (const { id } of raws) {
    const segment = state.segments.get(state.segmentOf.get(id) ?? '')
    if (segment !== undefined) effects.toMerge.add(segment)
  }
}

/** Removes a raw segment; what is left of its segment is clustered again, what it cancelled is merged again. */
export function dropRawSegment({ state, effects, batch, env }: Intake, raw: RawSegment): void {
  if (isKeptCancellation(state, raw, env)) {
    takeBackCancellation(state, effects, raw, env)
    return
  }
  if (isKeptReport(state, raw)) {
    takeBackReport({ state, effects, batch, env }, raw)
    return
  }
  removeStatement(state.index, raw, env.places)
  const { entry, status } = statementOf(raw, env.places)
  if (entry !== null && status === 'Cancelled')
    mergeAgain({ state, effects }, statementsOfEntry(state.index, raw.source, entry))
  effects.toCluster.delete(raw)
  state.heldCancellations.delete(raw.id)
  const segment = state.segments.get(state.segmentOf.get(raw.id) ?? '')
  state.segmentOf.delete(raw.id)
  if (segment === undefined) return
  keepKnownAtPins(state, segment, raw, env)
  segment.rawSegments = segment.rawSegments.filter((other) => other !== raw)
  for (const other of segment.rawSegments) effects.toCluster.add(other)
  if (segment.rawSegments.length === 0) effects.emptied.add(segment)
  else effects.toMerge.add(segment)
}
