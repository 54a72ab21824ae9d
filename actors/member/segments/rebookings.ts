/** RULES 4.7 Rebooking: links a cancelled movement to the one that was booked in its place. */
import type { Id } from '../../../schemas/base/ids.js'
import { SEGMENT_KINDS } from '../../../schemas/segment/segment-kinds.js'
import { DAY, HOUR } from '../../itinerary/lib/local-time.js'
import { cancelledSince, sortVersions } from '../../itinerary/match/version-order.js'
import { isSameCity } from '../../itinerary/places/place.js'
import type { Place } from '../../itinerary/places/place.js'
import { compareValues } from '../../itinerary/statement/field-values.js'
import { indexKey, startingOn } from '../../itinerary/statement/statement-index.js'
import type { RawSegment } from '../../itinerary/statement/raw-segment.js'
import { statementOf } from '../../itinerary/statement/statement.js'
import type { Statement } from '../../itinerary/statement/statement.js'
import type { Env } from '../env.js'
import type { MemberState } from '../model.js'
import type { SegmentState } from './segment-state.js'

const MAX_DEPARTURE_DIFFERENCE = 48 * HOUR
/** Between the cancellation of the old movement and the first statement of the new one. */
const MAX_BOOKING_GAP = DAY
/** Departures of a rebooking are at most this many calendar days apart. */
const REACH_DAYS = 2

/**
 * Sets `replaces` and `replacedBy` of the changed segments and of those near them, and removes links of segments that
 * are gone. Segments whose links change are added to `changed`.
 */
export function linkRebookings(
  state: MemberState,
  changed: Set<SegmentState>,
  gone: ReadonlySet<SegmentState>,
  env: Env,
): void {
  const rebookings = new Rebookings(state, env)
  const reached = new Set<SegmentState>()
  for (const segment of [...changed, ...gone])
    if (SEGMENT_KINDS[segment.type].route !== null) rebookings.reachFrom(segment, reached)
  for (const segment of reached) {
    const partner = rebookings.partnerOf(segment)
    const [old, next] = segment.status === 'Cancelled' ? [segment, partner] : [partner, segment]
    // A movement that was cancelled since, or booked again, may have the link of the other kind.
    const [replaces, replacedBy] = segment === old ? [null, idOf(next)] : [idOf(old), null]
    if (segment.replaces === replaces && segment.replacedBy === replacedBy) continue
    for (const end of partner === null ? [segment] : [segment, partner]) unlink(state, end, changed)
    if (old === null || next === null) continue
    old.replacedBy = next.id
    next.replaces = old.id
    changed.add(old).add(next)
  }
}

const idOf = (segment: SegmentState | null): Id | null => segment?.id ?? null

function unlink({ segments }: MemberState, segment: SegmentState, changed: Set<SegmentState>): void {
  for (const id of [segment.replaces, segment.replacedBy])
    for (const end of id === null ? [] : [segment, segments.get(id)]) {
      if (end === undefined) continue
      end.replaces = end.replacedBy = null
      if (end.rawSegments.length > 0) changed.add(end)
    }
}

/** What decides whether a movement was booked in the place of another. */
interface Movement {
  segment: SegmentState
  from: Place | null
  to: Place | null
  departs: number
  sourceClass: string | undefined
  /** When it was cancelled, or booked if it is live. */
  statedAt: number
}

/** The rebookings of a member as its segments are now. */
class Rebookings {
  private readonly movements = new Map<SegmentState, Movement | null>()
  private readonly nearest = new Map<SegmentState, SegmentState | null>()

  constructor(
    private readonly state: MemberState,
    private readonly env: Env,
  ) {}

  /** Adds a changed segment and all whose link it may change: those near any of its statements, and its partner. */
  reachFrom(segment: SegmentState, reached: Set<SegmentState>): void {
    const near = new Set([segment])
    for (const day of new Set(segment.rawSegments.map((raw) => indexKey(raw, this.env.places)[0])))
      if (day !== null) for (const other of this.startingNear(segment, day)) near.add(other)
    for (const id of [segment.replaces, segment.replacedBy]) {
      const partner = this.state.segments.get(id ?? '')
      if (partner !== undefined) near.add(partner)
    }
    // Usually nothing was cancelled.
    if ([...near].some((other) => other.status === 'Cancelled' || other.replaces !== null))
      for (const other of near) reached.add(other)
  }

  /** The segment that replaced it, or that it replaced: each is the nearest rebooking of the other. */
  partnerOf(segment: SegmentState): SegmentState | null {
    const nearest = this.nearestTo(segment)
    return nearest !== null && this.nearestTo(nearest) === segment ? nearest : null
  }

  private nearestTo(segment: SegmentState): SegmentState | null {
    let found = this.nearest.get(segment)
    if (found === undefined) this.nearest.set(segment, (found = this.findNearest(segment)))
    return found
  }

  private findNearest(segment: SegmentState): SegmentState | null {
    const own = this.movementOf(segment)
    if (own === null) return null
    let best: Movement | null = null
    for (const [day] of segment.rawSegments.map((raw) => indexKey(raw, this.env.places)))
      for (const near of day === null ? [] : this.startingNear(segment, day)) {
        if ((near.status === 'Cancelled') === (segment.status === 'Cancelled')) continue
        const other = this.movementOf(near)
        if (other === null || other === best || !isRebooking(own, other)) continue
        if (best === null || compareRebookings(own, other, best) < 0) best = other
      }
    return best?.segment ?? null
  }

  /** Each other segment of the same type with a statement that starts within two days of `day` (days since 1970). */
  private *startingNear(segment: SegmentState, day: number): Iterable<SegmentState> {
    const { index, segments, segmentOf } = this.state
    for (let d = day - REACH_DAYS; d <= day + REACH_DAYS; d++)
      for (const raw of startingOn(index, segment.type, d)) {
        const other = segments.get(segmentOf.get(raw.id) ?? '')
        if (other !== undefined && other !== segment) yield other
      }
  }

  private movementOf(segment: SegmentState): Movement | null {
    let movement = this.movements.get(segment)
    if (movement === undefined) this.movements.set(segment, (movement = this.findMovement(segment)))
    return movement
  }

  private findMovement(segment: SegmentState): Movement | null {
    const { places, source } = this.env
    if (segment.rawSegments.length === 0 || segment.merged === null) return null
    const { from, to, start } = segment.merged.statement
    const statementsOf = (raws: readonly RawSegment[]): Statement[] =>
      raws.map((raw) => statementOf(raw, places))
    const statedAt =
      segment.status === 'Cancelled'
        ? cancelledAt(statementsOf([...segment.rawSegments, ...segment.reports]))
        : Math.min(...statementsOf(segment.rawSegments).map((one) => one.statedAt))
    if (start === null || !Number.isFinite(statedAt)) return null
    const sourceClass = source(segment.merged.source)?.classification
    return { segment, from, to, departs: start.instant, sourceClass, statedAt }
  }
}

/** When the last of the bookings was cancelled by a statement about it; -Infinity if none was. */
function cancelledAt(statements: readonly Statement[]): number {
  const bookingOf = ({ raw, locatorKey }: Statement): string => `${raw.source}#${locatorKey}`
  const versions = sortVersions(statements)
  const stamps = Array.from(new Set(versions.map(bookingOf)), (booking) =>
    cancelledSince(versions.filter((one) => bookingOf(one) === booking)),
  )
  return Math.max(-Infinity, ...stamps.filter((stamp) => stamp !== null))
}

const bookingGap = (a: Movement, b: Movement): number => Math.abs(a.statedAt - b.statedAt)
const departureGap = (a: Movement, b: Movement): number => Math.abs(a.departs - b.departs)

/**
 * Same route, departures close together, sources of one class, and booked about when the old one was cancelled.
 */
function isRebooking(a: Movement, b: Movement): boolean {
  return (
    departureGap(a, b) <= MAX_DEPARTURE_DIFFERENCE &&
    bookingGap(a, b) <= MAX_BOOKING_GAP &&
    a.sourceClass === b.sourceClass &&
    isSameCity(a.from, b.from) &&
    isSameCity(a.to, b.to)
  )
}

/** The nearer first: by the hours between cancellation and booking, then by departure, then by content. */
function compareRebookings(own: Movement, a: Movement, b: Movement): number {
  const hours = (other: Movement): number => Math.round(bookingGap(own, other) / HOUR)
  const [left, right] = [a.segment.merged?.fields, b.segment.merged?.fields]
  return (
    hours(a) - hours(b) ||
    departureGap(own, a) - departureGap(own, b) ||
    a.departs - b.departs ||
    (left === undefined || right === undefined ? 0 : compareValues(left, right)) ||
    Number(a.segment.id) - Number(b.segment.id)
  )
}
