/**
 * RULES 3.3.11: where the lookalikes of a segment are looked for: among its neighbours in order of start, for a
 * hotel also in order of end. However many segments lie close together, one more has only so many neighbours.
 */
import { SEGMENT_KINDS } from '../../../schemas/segment/segment-kinds.js'
import type { Id } from '../../../schemas/base/ids.js'
import { MAX_LOOKALIKES } from '../../../schemas/itinerary/itinerary-limits.js'
import { compareValues } from '../../itinerary/statement/field-values.js'
import type { RawSegment } from '../../itinerary/statement/raw-segment.js'
import { endingOn, indexKey, REACH_DAYS, startingOn } from '../../itinerary/statement/statement-index.js'
import { statementOf } from '../../itinerary/statement/statement.js'
import type { Env } from '../env.js'
import type { MemberState } from '../model.js'
import type { SegmentState } from './segment-state.js'

/** Neighbours to either side; a hotel has them in two orders. */
const NEIGHBOURS = MAX_LOOKALIKES / 2
const NEIGHBOURS_OF_HOTEL = MAX_LOOKALIKES / 4

const NO_NEIGHBOURS: ReadonlySet<Id> = new Set()

type End = 'start' | 'end'

/** The neighbours of segments, as the statements stand when they are asked for. Valid until those change. */
export class LookalikeWindow {
  /** Statements by end, type and day, in order; sorted when first asked for. */
  private readonly sorted = new Map<string, readonly RawSegment[]>()
  private readonly windows = new Map<SegmentState, ReadonlySet<Id>>()

  constructor(
    private readonly state: MemberState,
    private readonly env: Env,
  ) {}

  /** Ids of the neighbours of a segment. If one segment is a neighbour of another, so is the other of it. */
  of(segment: SegmentState): ReadonlySet<Id> {
    let window = this.windows.get(segment)
    if (window === undefined) this.windows.set(segment, (window = this.find(segment)))
    return window
  }

  /** True if a segment with these neighbours may lie between two others that are none of each other. */
  static isCrowded(window: ReadonlySet<Id>): boolean {
    return window.size >= NEIGHBOURS_OF_HOTEL
  }

  private find(segment: SegmentState): ReadonlySet<Id> {
    if (this.isAlone(segment)) return NO_NEIGHBOURS
    const found = new Set<Id>()
    const { isByDays } = SEGMENT_KINDS[segment.type]
    const most = isByDays ? NEIGHBOURS_OF_HOTEL : NEIGHBOURS
    for (const raw of segment.rawSegments) {
      const [startDay, endDay] = indexKey(raw, this.env.places)
      if (startDay !== null) this.addNeighbours(segment, raw, { end: 'start', day: startDay, most }, found)
      if (isByDays && endDay !== null)
        this.addNeighbours(segment, raw, { end: 'end', day: endDay, most }, found)
    }
    return found
  }

  /** True if nothing of the type starts, or ends, near any of its statements, as with most segments. */
  private isAlone({ rawSegments, type }: SegmentState): boolean {
    const { index } = this.state
    const isOwn = (raw: RawSegment): boolean => rawSegments.includes(raw)
    return rawSegments.every((raw) => {
      const [startDay, endDay] = indexKey(raw, this.env.places)
      for (let days = -REACH_DAYS; days <= REACH_DAYS; days++) {
        if (startDay !== null && !startingOn(index, type, startDay + days).every(isOwn)) return false
        if (endDay !== null && !endingOn(index, type, endDay + days).every(isOwn)) return false
      }
      return true
    })
  }

  /** Adds the nearest `most` other segments before a statement and after it. */
  private addNeighbours(
    segment: SegmentState,
    raw: RawSegment,
    { end, day, most }: { end: End; day: number; most: number },
    found: Set<Id>,
  ): void {
    const own = this.on(segment, end, day)
    const at = own.indexOf(raw)
    const before = [...this.on(segment, end, day - REACH_DAYS), ...own.slice(0, at)].reverse()
    const after = [...own.slice(at + 1), ...this.on(segment, end, day + REACH_DAYS)]
    for (const side of [before, after]) {
      const passed = new Set<Id>()
      for (const other of side) {
        const id = this.state.segmentOf.get(other.id)
        if (id === undefined || id === segment.id) continue
        passed.add(id)
        if (passed.size > most) break
        found.add(id)
      }
    }
  }

  private on({ type }: SegmentState, end: End, day: number): readonly RawSegment[] {
    const key = `${end} ${day} ${type}`
    let statements = this.sorted.get(key)
    if (statements === undefined) {
      const bucket = (end === 'start' ? startingOn : endingOn)(this.state.index, type, day)
      statements = bucket.length < 2 ? bucket : bucket.toSorted((a, b) => this.compare(end, a, b))
      this.sorted.set(key, statements)
    }
    return statements
  }

  /** Orders by time, then by content: the order of arrival does not matter (RULES 2.1). */
  private compare(end: End, a: RawSegment, b: RawSegment): number {
    const { places } = this.env
    const left = statementOf(a, places)[end]?.wall ?? 0
    const right = statementOf(b, places)[end]?.wall ?? 0
    if (left !== right) return left - right
    if (a.source !== b.source) return a.source < b.source ? -1 : 1
    return compareValues(a.fields, b.fields) || a.receivedAt - b.receivedAt || Number(a.id) - Number(b.id)
  }
}
