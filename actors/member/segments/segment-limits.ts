/** RULES 2.3: how many segments may lie close together, and what is refused beyond that. */
import type { Id } from '../../../schemas/base/ids.js'
import {
  MAX_SEGMENTS,
  MAX_SEGMENTS_PER_DAY,
  MAX_SEGMENTS_PER_MINUTE,
} from '../../../schemas/itinerary/itinerary-limits.js'
import type { SegmentType } from '../../../schemas/segment/fields/segment-types.js'
import { wallDay } from '../../itinerary/lib/local-time.js'
import type { RawSegment } from '../../itinerary/statement/raw-segment.js'
import { removeStatement, startingOn } from '../../itinerary/statement/statement-index.js'
import { statementOf } from '../../itinerary/statement/statement.js'
import type { Statement } from '../../itinerary/statement/statement.js'
import type { Env } from '../env.js'
import type { MemberState } from '../model.js'

/** Raw segments that were refused, each with the limit in a sentence. */
export type Refusals = Map<Id, string>

/** Takes a new raw segment out of the member again. */
export function refuseRawSegment(
  state: MemberState,
  refusals: Refusals,
  { raw, reason, env }: { raw: RawSegment; reason: string; env: Env },
): void {
  removeStatement(state.index, raw, env.places)
  refusals.set(raw.id, reason)
}

/** True if the step has added the raw segment: it belongs to no segment, and was not held back before. */
export function isNew({ segmentOf, heldCancellations }: MemberState, raw: RawSegment): boolean {
  return !segmentOf.has(raw.id) && !heldCancellations.has(raw.id)
}

/** Counts the segments of a day and of a minute, those included that the step has created. */
export class SegmentCounts {
  private readonly counts = new Map<string, Set<Id>>()
  private total = 0

  constructor(
    private readonly state: MemberState,
    private readonly env: Env,
  ) {
    // Most members are far from it: then counting is saved.
    if (state.segments.size < MAX_SEGMENTS / 2) return
    for (const segment of state.segments.values()) if (segment.rawSegments.length > 0) this.total += 1
  }

  /** The limit that one more segment with this statement would exceed, in a sentence; null if it may be. */
  limitFor(statement: Statement): string | null {
    const { raw, start } = statement
    if (this.total >= MAX_SEGMENTS) return `A member can have at most ${MAX_SEGMENTS} segments.`
    if (start === null || !this.isCrowded(raw.type, start.wall)) return null
    if (this.onDay(raw.type, start.wall).size >= MAX_SEGMENTS_PER_DAY)
      return `At most ${MAX_SEGMENTS_PER_DAY} segments of type ${raw.type} can start on one day.`
    if (this.inMinute(raw.type, start.wall).size >= MAX_SEGMENTS_PER_MINUTE)
      return `At most ${MAX_SEGMENTS_PER_MINUTE} segments of type ${raw.type} can start in one minute.`
    return null
  }

  /** Counts a segment that was created with this statement. */
  add(id: Id, { raw: { type }, start }: Statement): void {
    if (this.total > 0) this.total += 1
    if (start === null || !this.isCrowded(type, start.wall)) return
    this.onDay(type, start.wall).add(id)
    this.inMinute(type, start.wall).add(id)
  }

  /** False if there are too few statements on the day for a limit to be reached: counting them is saved then. */
  private isCrowded(type: SegmentType, wall: number): boolean {
    return startingOn(this.state.index, type, wallDay(wall)).length >= MAX_SEGMENTS_PER_MINUTE
  }

  private onDay(type: SegmentType, wall: number): Set<Id> {
    const day = wallDay(wall)
    return this.counted(`${type} ${day}`, () => startingOn(this.state.index, type, day))
  }

  private inMinute(type: SegmentType, wall: number): Set<Id> {
    const { state, env } = this
    return this.counted(`${type} at ${wall}`, () =>
      startingOn(state.index, type, wallDay(wall)).filter(
        (raw) => statementOf(raw, env.places).start?.wall === wall,
      ),
    )
  }

  private counted(key: string, raws: () => readonly RawSegment[]): Set<Id> {
    let ids = this.counts.get(key)
    if (ids === undefined) {
      ids = new Set(raws().flatMap((raw) => this.state.segmentOf.get(raw.id) ?? []))
      this.counts.set(key, ids)
    }
    return ids
  }
}
