/**
 * RULES 2.3: which new statements of a step are admitted. What would be refused anyway is refused before it is
 * compared with others like it.
 */
import {
  MAX_RELATED_STATEMENTS,
  MAX_SEGMENTS_PER_MINUTE,
} from '../../../schemas/itinerary/itinerary-limits.js'
import type { RawSegment } from '../../itinerary/statement/raw-segment.js'
import { indexKey, matchesAny, relatedGroups, startingOn } from '../../itinerary/statement/statement-index.js'
import { statementOf } from '../../itinerary/statement/statement.js'
import type { Statement } from '../../itinerary/statement/statement.js'
import type { Env } from '../env.js'
import type { MemberState } from '../model.js'
import { isNew, refuseRawSegment, SegmentCounts } from './segment-limits.js'
import type { Refusals } from './segment-limits.js'

const TOO_MANY_RELATED =
  `For one booking, or for segments that match each other, at most ${MAX_RELATED_STATEMENTS} statements are ` +
  'kept.'

/**
 * The groups of statements that the raw segments reach. New raw segments beyond the most of a group are refused,
 * the latest first, until none is too large or has a new one.
 */
export function admittedGroups(
  state: MemberState,
  raws: ReadonlySet<RawSegment>,
  refusals: Refusals,
  env: Env,
): Statement[][] {
  refuseCrowded(state, raws, refusals, env)
  for (;;) {
    const seeds = refusals.size === 0 ? raws : [...raws].filter((raw) => !refusals.has(raw.id))
    let limit = MAX_RELATED_STATEMENTS
    for (const raw of seeds) if (isNew(state, raw)) limit += 1
    const groups = relatedGroups(state.index, seeds, env.places, limit)
    const excess = groups.flatMap((group) => excessOf(state, group))
    if (excess.length === 0)
      return groups.some((group) => group.length > limit)
        ? relatedGroups(state.index, seeds, env.places)
        : groups
    for (const raw of excess) refuseRawSegment(state, refusals, { raw, reason: TOO_MANY_RELATED, env })
  }
}

/** The new raw segments that a group has too many, the latest. */
function excessOf(state: MemberState, group: readonly Statement[]): RawSegment[] {
  const excess = group.length - MAX_RELATED_STATEMENTS
  if (excess <= 0) return []
  const added = group.map(({ raw }) => raw).filter((raw) => isNew(state, raw))
  return added.sort((a, b) => Number(b.id) - Number(a.id)).slice(0, excess)
}

/**
 * Refuses new raw segments on crowded days, in order of arrival: those that match nothing before them and would
 * be one segment too many.
 */
function refuseCrowded(
  state: MemberState,
  raws: ReadonlySet<RawSegment>,
  refusals: Refusals,
  env: Env,
): void {
  const waiting = new Set<RawSegment>()
  for (const raw of raws) if (isOnCrowdedDay(state, raw, env) && isNew(state, raw)) waiting.add(raw)
  if (waiting.size === 0) return
  const counts = new SegmentCounts(state, env)
  for (const raw of [...waiting]) {
    const statement = statementOf(raw, env.places)
    waiting.delete(raw)
    if (matchesAny(state.index, statement, env.places, (other) => !waiting.has(other))) continue
    const reason = counts.limitFor(statement)
    if (reason === null) counts.add(raw.id, statement)
    else refuseRawSegment(state, refusals, { raw, reason, env })
  }
}

/** True if so many statements start on its day that a limit may be reached. */
function isOnCrowdedDay({ index }: MemberState, raw: RawSegment, { places }: Env): boolean {
  const [day] = indexKey(raw, places)
  return day !== null && startingOn(index, raw.type, day).length > MAX_SEGMENTS_PER_MINUTE
}
