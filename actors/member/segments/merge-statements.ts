/** Merges the statements of one segment (RULES 3.5), with the fields its member pinned. */
import type { MergedSegment } from '../../itinerary/merge/merged-segment.js'
import { mergeCluster } from '../../itinerary/merge/merge.js'
import { mergeWarnings } from '../../itinerary/merge/warnings.js'
import type { MergeEnv } from '../../itinerary/merge/merge.js'
import { legFromSegment } from '../../itinerary/grouping/legs/leg-from-segment.js'
import { historiesOf as statementHistories } from '../../itinerary/match/cluster.js'
import type { StatementHistory } from '../../itinerary/match/statement-history.js'
import { RawSegment } from '../../itinerary/statement/raw-segment.js'
import { areApart, PLACE_BLOCKS } from '../../itinerary/merge/place-blocks.js'
import { FieldValues } from '../../itinerary/statement/field-values.js'
import type { Fields } from '../../itinerary/statement/raw-segment.js'
import { placeOf } from '../../itinerary/statement/statement-place.js'
import { person } from '../../../schemas/itinerary/person.js'
import { SEGMENT_KINDS } from '../../../schemas/segment/segment-kinds.js'
import { compareEntryVersions, statementOf } from '../../itinerary/statement/statement.js'
import { statementsOfEntry } from '../../itinerary/statement/statement-index.js'
import type { Statement } from '../../itinerary/statement/statement.js'
import type { Env } from '../env.js'
import type { MemberState } from '../model.js'
import { setLeg } from './segment-legs.js'
import { keepKnown, pinWarnings } from './pinned-fields.js'
import type { Reports } from './pinned-fields.js'
import type { SegmentState } from './segment-state.js'
import { holdReports, reportsOnDayOf } from './status-reports.js'

const NO_CANCELLATIONS: readonly Statement[] = []

/** What merging may look up: places, sources, and the bookings that were cancelled or replaced as a whole. */
function mergeEnv(state: MemberState, env: Env): MergeEnv {
  return {
    places: env.places,
    source: env.source,
    member: person(state.profile.first_name, state.profile.last_name),
    cancellationsOf: (source, locatorKey) =>
      state.bookingCancellations.get(`${source}#${locatorKey}`)?.map((raw) => statementOf(raw, env.places)) ??
      NO_CANCELLATIONS,
    statusReportsOn: (leg) => reportsOnDayOf(state, leg, env.places),
    replacementOf: (source, locatorKey) => state.replacedBookings.get(`${source}#${locatorKey}`),
    cancellationOfEntry: (s) =>
      s.entry === null || s.status === 'Cancelled'
        ? undefined
        : statementsOfEntry(state.index, s.raw.source, s.entry)
            .map((raw) => statementOf(raw, env.places))
            .find((other) => other.status === 'Cancelled' && compareEntryVersions(other, s) > 0),
  }
}

/** The histories of a segment's own statements. */
export function historiesOf(segment: SegmentState, env: Env): StatementHistory[] {
  return statementHistories([...segment.rawSegments].map((raw) => statementOf(raw, env.places)))
}

/**
 * Merges a segment's statements and applies its pinned fields. `histories` saves building them where the
 * caller has them.
 */
export function mergeStatements(
  state: MemberState,
  segment: SegmentState,
  env: Env,
  histories: StatementHistory[] = historiesOf(segment, env),
): MergedSegment {
  const mergingEnv = mergeEnv(state, env)
  const merged = mergeCluster(histories, mergingEnv)
  const pinned = Object.keys(segment.pinnedFields)
  if (pinned.length === 0) return merged
  dropOtherPlaces(merged, segment.pinnedFields, env)
  for (const field of pinned) merged.fields.set(field, segment.pinnedFields[field])
  const raw = new RawSegment(
    { id: '0', type: merged.type, source: merged.source, receivedAt: 0 },
    merged.fields.copy(),
  )
  merged.statement = statementOf(raw, env.places)
  for (const field of pinned)
    merged.origins.set(field, { source: 'manual', raw_id: merged.origins.get(field)?.raw_id ?? '0' })
  const reports = { statements: histories.flatMap(({ versions }) => versions), live: merged.statusReports }
  merged.warnings = [
    ...pinWarnings(segment, merged, reports, mergingEnv),
    ...mergeWarnings({ ...merged, pinned }),
  ]
  return merged
}

/** Call it before a statement or status report of a segment is removed (RULES 3.5.5). */
export function keepKnownAtPins(state: MemberState, segment: SegmentState, gone: RawSegment, env: Env): void {
  const reports = (): Reports => ({
    statements: segment.rawSegments.map((raw) => statementOf(raw, env.places)),
    live: segment.reports,
  })
  keepKnown(segment, gone, reports, mergeEnv(state, env))
}

/** RULES 3.5: of an end that the member pins elsewhere, what sources say of another place is dropped. */
function dropOtherPlaces(
  { type, fields, origins, statement }: MergedSegment,
  pinned: Fields,
  env: Env,
): void {
  for (const end of ['from', 'to'] as const) {
    const names = SEGMENT_KINDS[type][end]
    if (names === null || !PLACE_BLOCKS[type][end].some((field) => pinned[field] != null)) continue
    if (!areApart(type, placeOf(FieldValues.of(type, pinned), names, env.places), statement[end])) continue
    for (const field of PLACE_BLOCKS[type][end]) {
      fields.set(field, undefined)
      origins.set(field, undefined)
    }
  }
}

/** Merges a segment again and updates its status and leg. */
export function remergeSegment(
  state: MemberState,
  segment: SegmentState,
  env: Env,
  histories?: StatementHistory[],
): void {
  const merged = mergeStatements(state, segment, env, histories)
  segment.merged = merged
  holdReports(state, segment, merged.statusReports)
  segment.status = merged.status
  setLeg(state, segment, merged.status === 'Cancelled' ? null : legFromSegment(segment.id, merged))
}
