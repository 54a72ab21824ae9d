/**
 * The segments of lookalikes, which could not be proven the same, name each other (RULES 3.3): those that are
 * neighbours (3.3.11), and never more than `MAX_LOOKALIKES`.
 */
import type { Id } from '../../../schemas/base/ids.js'
import { MAX_LOOKALIKES } from '../../../schemas/itinerary/itinerary-limits.js'
import { areLookalikes } from '../../itinerary/match/cluster.js'
import type { SourceRank } from '../../itinerary/match/cluster.js'
import type { StatementHistory } from '../../itinerary/match/statement-history.js'
import type { Env } from '../env.js'
import type { MemberState } from '../model.js'
import { LookalikeWindow } from './lookalike-window.js'
import { historiesOf } from './merge-statements.js'
import type { SegmentState } from './segment-state.js'

/** A segment that was clustered in this step. */
export interface ClusteredSegment {
  histories: StatementHistory[]
  /** Number of the group of statements that it was clustered with. */
  group: number
  /** Segments of its group that look like it. */
  lookalikes: ReadonlySet<SegmentState>
  /** Whether it has other statements than before. */
  isChanged: boolean
}

/**
 * Sets the possible duplicates of the segments that were clustered, and of their neighbours. A former duplicate
 * that the step did not reach drops them from its own list. Adds what has another list to `changed`.
 */
export function linkLookalikes(
  state: MemberState,
  clustered: ReadonlyMap<SegmentState, ClusteredSegment>,
  changed: Set<SegmentState>,
  { env, rank }: { env: Env; rank: SourceRank },
): void {
  new LookalikeLinks(state, clustered, changed, env, rank).update()
}

class LookalikeLinks {
  private readonly window: LookalikeWindow
  private readonly histories = new Map<SegmentState, StatementHistory[]>()

  constructor(
    private readonly state: MemberState,
    private readonly clustered: ReadonlyMap<SegmentState, ClusteredSegment>,
    private readonly changed: Set<SegmentState>,
    private readonly env: Env,
    private readonly rank: SourceRank,
  ) {
    this.window = new LookalikeWindow(state, env)
  }

  update(): void {
    for (const [segment, { isChanged }] of this.clustered) if (isChanged) this.partNeighbours(segment)
    for (const segment of this.clustered.keys()) {
      const found = this.lookalikesOf(segment)
      for (const id of segment.possibleDuplicates) if (!found.has(id)) this.unlink(segment, id)
      for (const id of found) this.link(segment, id)
    }
  }

  /** Parts those neighbours of a changed segment that are none of each other now that it lies between them. */
  private partNeighbours(segment: SegmentState): void {
    const window = this.window.of(segment)
    if (!LookalikeWindow.isCrowded(window)) return
    for (const id of window) {
      const neighbour = this.state.segments.get(id)
      if (neighbour === undefined || this.clustered.has(neighbour)) continue
      for (const other of neighbour.possibleDuplicates)
        if (!this.window.of(neighbour).has(other)) this.unlink(neighbour, other)
    }
  }

  private lookalikesOf(segment: SegmentState): ReadonlySet<Id> {
    const window = this.window.of(segment)
    if (window.size === 0) return window
    const { group, lookalikes } = this.clustered.get(segment) as ClusteredSegment
    const found = new Set<Id>()
    for (const id of window) {
      const other = this.state.segments.get(id)
      if (other === undefined) continue
      const isOfGroup = this.clustered.get(other)?.group === group
      if (isOfGroup ? lookalikes.has(other) : this.lookAlike(segment, other)) found.add(id)
    }
    return found
  }

  private lookAlike(one: SegmentState, other: SegmentState): boolean {
    return areLookalikes(this.historiesOf(one), this.historiesOf(other), this.rank)
  }

  private historiesOf(segment: SegmentState): StatementHistory[] {
    let histories = this.clustered.get(segment)?.histories ?? this.histories.get(segment)
    if (histories === undefined) this.histories.set(segment, (histories = historiesOf(segment, this.env)))
    return histories
  }

  private link(segment: SegmentState, id: Id): void {
    const other = this.state.segments.get(id)
    if (other === undefined || segment.possibleDuplicates.includes(id)) return
    if (Math.max(segment.possibleDuplicates.length, other.possibleDuplicates.length) >= MAX_LOOKALIKES) return
    segment.possibleDuplicates = [...segment.possibleDuplicates, id].sort(byNumber)
    other.possibleDuplicates = [...other.possibleDuplicates, segment.id].sort(byNumber)
    this.changed.add(segment).add(other)
  }

  private unlink(segment: SegmentState, id: Id): void {
    removeDuplicate(segment, id, this.changed)
    removeDuplicate(this.state.segments.get(id), segment.id, this.changed)
  }
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

function byNumber(a: Id, b: Id): number {
  return Number(a) - Number(b)
}
