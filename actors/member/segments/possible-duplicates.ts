/** The segments of lookalikes, which could not be proven the same, name each other (RULES 3.3). */
import type { Id } from '../../../schemas/base/ids.js'
import type { MemberState } from '../model.js'
import type { SegmentState } from './segment-state.js'

/**
 * Sets a segment's possible duplicates, sorted by id. A former duplicate that the step did not reach drops
 * this segment from its own list.
 */
export function setPossibleDuplicates(
  state: MemberState,
  segment: SegmentState,
  duplicates: Id[],
  changed: Set<SegmentState>,
): void {
  if (duplicates.join() === segment.possibleDuplicates.join()) return
  for (const id of segment.possibleDuplicates)
    if (!duplicates.includes(id)) removeDuplicate(state.segments.get(id), segment.id, changed)
  segment.possibleDuplicates = duplicates
  changed.add(segment)
}

/** Removes segments that are gone from the lists of their possible duplicates. */
export function dropPossibleDuplicates(
  state: MemberState,
  gone: ReadonlySet<SegmentState>,
  changed: Set<SegmentState>,
): void {
  for (const segment of gone) {
    for (const id of segment.possibleDuplicates) {
      const other = state.segments.get(id)
      if (other !== undefined && other.rawSegments.length > 0) removeDuplicate(other, segment.id, changed)
    }
    segment.possibleDuplicates = []
  }
}

function removeDuplicate(segment: SegmentState | undefined, id: Id, changed: Set<SegmentState>): void {
  if (segment?.possibleDuplicates.includes(id) !== true) return
  segment.possibleDuplicates = segment.possibleDuplicates.filter((other) => other !== id)
  changed.add(segment)
}
