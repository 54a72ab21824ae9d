/**
 * From live segments to trips with stable ids (RULES 5 and 7.2), honouring the member's own edits. The stages
 * of one call: update the timeline; collect the affected segments and trips; make a candidate of each group;
 * give each candidate the trip it continues; put the segments the member pinned or split off where they
 * belong; create, revive, merge or cancel trips accordingly.
 */
import type { Pieces } from '../../itinerary/lib/pieces.js'
import type { Id } from '../../../schemas/base/ids.js'
import type { GroupingReason } from '../../itinerary/grouping/path.js'
import { rebuildTimeline, updateTimeline } from '../../itinerary/grouping/timeline/update-timeline.js'
import type { Homes } from '../../itinerary/places/home.js'
import type { Env } from '../env.js'
import type { MemberState, TripState } from '../model.js'
import { sameHomes } from '../profile/homes.js'
import { updatePlacedLeg } from '../segments/segment-legs.js'
import { newTrip } from './new-trip.js'
import { updateOverlaps } from './overlapping-trips.js'
import { memberChoicesOf } from './member-choices.js'
import type { MemberChoice } from './member-choices.js'
import { inJourneyOrder } from './segments-in-order.js'
import { heaviestTrip, sharedWeights } from './segment-weights.js'
import type { SharedWeight } from './segment-weights.js'
import { collectAffected, moveSegments, tripCandidates } from './trip-candidates.js'
import type { TripCandidate } from './trip-candidates.js'
import { noTripChanges } from './trip-changes.js'
import type { TripChanges } from './trip-changes.js'

export interface RegroupScope {
  /** Regroup everything, whatever changed. */
  everything: boolean
  /** Segments to look at besides those whose leg changed. */
  affected: Iterable<Id>
  /** Trips that the member's edits changed. */
  edited: Iterable<TripState>
}

/** Applies the leg changes of the step to the timeline and to the trips. */
export function* regroupTrips(
  state: MemberState,
  homes: Homes,
  env: Env,
  scope: RegroupScope,
): Pieces<TripChanges> {
  const changes = noTripChanges()
  for (const trip of scope.edited) changes.changed.add(trip)
  const affected = yield* applyLegChanges(state, homes, scope.everything, changes)
  for (const id of scope.affected) {
    affected.add(id)
    const mergedInto = state.segments.get(id)?.mergedInto ?? null
    if (mergedInto !== null) affected.add(mergedInto)
  }
  if (affected.size > 0) yield* new Regrouping(state, env, changes, affected).run(scope)
  return changes
}

/**
 * Updates the timeline, or rebuilds it when the homes changed; returns the segments whose group may have
 * changed.
 */
function* applyLegChanges(
  state: MemberState,
  homes: Homes,
  everything: boolean,
  changes: TripChanges,
): Pieces<Set<Id>> {
  const { legChanges, timeline } = state
  state.legChanges = { removed: [], added: [] }
  const haveHomesChanged = !sameHomes(homes, timeline.homes)
  // What counts as a destination depends on where home is: every trip may look different now.
  if (haveHomesChanged)
    for (const trip of state.trips.values()) if (trip.status === 'Active') changes.changed.add(trip)
  const affected = yield* updateTimeline(timeline, legChanges)
  if (!everything && !haveHomesChanged) return affected
  const rebuilt = yield* rebuildTimeline(timeline, homes)
  for (const leg of legChanges.removed) rebuilt.add(leg.id)
  return rebuilt
}

const NO_CHOICES: ReadonlyMap<Id, MemberChoice> = new Map()

/** One run over the affected segments. */
class Regrouping {
  private readonly state: MemberState
  private readonly env: Env
  private readonly changes: TripChanges
  private readonly affected: Set<Id>
  private readonly choices: ReadonlyMap<Id, MemberChoice>
  /** Trips that hold affected segments; each is continued by a candidate or retired. */
  private existing = new Set<TripState>()
  private candidates: TripCandidate[] = []
  private shared: SharedWeight[] = []
  /** By segment: the trip it is in now, and why. */
  private readonly assigned = new Map<Id, { trip: TripState; reason: GroupingReason }>()

  constructor(state: MemberState, env: Env, changes: TripChanges, affected: Set<Id>) {
    this.state = state
    this.env = env
    this.changes = changes
    this.affected = affected
    const { pins, apart } = state.constraints
    this.choices = pins.size > 0 || apart.length > 0 ? memberChoicesOf(state) : NO_CHOICES
  }

  *run(scope: RegroupScope): Pieces<void> {
    this.collect(scope)
    for (const id of this.affected) {
      const segment = this.state.segments.get(id)
      if (segment !== undefined) updatePlacedLeg(this.state, segment)
    }
    yield
    const pinnedTo = this.withdrawChosenSegments()
    this.continueTrips()
    yield
    this.followPinnedSegments(pinnedTo)
    this.addChosenSegments()
    yield
    for (const candidate of this.candidates) if (candidate.segmentIds.length > 0) this.assignTrip(candidate)
    const continued = new Set(
      this.candidates.flatMap(({ segmentIds, trip }) => (segmentIds.length > 0 && trip !== null ? trip : [])),
    )
    for (const trip of this.existing) {
      if (continued.has(trip)) continue
      this.retireTrip(trip)
      yield
    }
    this.updateSegments()
    yield* updateOverlaps(this.state, this.changes)
  }

  private collect({ everything, edited }: RegroupScope): void {
    const { state, affected, choices } = this
    if (everything) for (const id of choices.keys()) affected.add(id)
    this.existing = collectAffected(state, affected, choices)
    // A trip that the member has just made is named by no segment yet.
    for (const trip of everything ? state.trips.values() : edited) {
      const isOpen = trip.status === 'Active' || (trip.status === 'Cancelled' && trip.manual)
      if (isOpen && (everything || trip.segmentIds.every((id) => affected.has(id)))) this.existing.add(trip)
    }
    this.candidates = tripCandidates(state, affected)
  }

  /**
   * Takes the segments the member pinned or split off out of their candidates. Returns, by candidate, the
   * trip that most of it was pinned to.
   */
  private withdrawChosenSegments(): Map<TripCandidate, TripState> {
    const { choices } = this
    const pinnedTo = new Map<TripCandidate, TripState>()
    for (const candidate of this.candidates) {
      const trip = heaviestTrip(this.state, candidate.segmentIds, (id) => {
        const choice = choices.get(id)
        return choice?.reason === 'pinned' ? choice.trip : null
      })
      if (trip !== null) pinnedTo.set(candidate, trip)
      candidate.segmentIds = candidate.segmentIds.filter((id) => !choices.has(id))
    }
    return pinnedTo
  }

  /** RULES 7.2: each candidate continues at most one existing trip, by the weight they share. */
  private continueTrips(): void {
    const candidateOf = new Map<Id, TripCandidate>()
    for (const candidate of this.candidates)
      for (const id of candidate.segmentIds) candidateOf.set(id, candidate)
    this.shared = sharedWeights(this.state, this.existing, candidateOf)
    const continued = new Set<TripState>()
    for (const { trip, candidate } of this.shared) {
      if (candidate.trip !== null || continued.has(trip)) continue
      candidate.trip = trip
      continued.add(trip)
    }
  }

  /** Segments that no other trip had join the trip to which their group's other segments are pinned. */
  private followPinnedSegments(pinnedTo: ReadonlyMap<TripCandidate, TripState>): void {
    for (const [candidate, trip] of pinnedTo) {
      if (candidate.trip !== null || candidate.segmentIds.length === 0) continue
      if (this.shared.some((pair) => pair.candidate === candidate && pair.trip !== trip)) continue
      const target = this.candidateFor(trip)
      if (target === undefined) {
        candidate.trip = trip
        this.existing.add(trip)
      } else moveSegments(candidate, target)
    }
  }

  /** Puts the live affected segments that the member pinned or split off into the trips the member chose. */
  private addChosenSegments(): void {
    for (const [id, { trip, reason }] of this.choices) {
      if (!this.affected.has(id) || trip === null || !this.isLive(id)) continue
      const target = this.candidateFor(trip)
      if (target !== undefined) {
        target.segmentIds.push(id)
        target.reasons.set(id, reason)
        continue
      }
      this.candidates.push({ segmentIds: [id], reasons: new Map([[id, reason]]), trip })
      this.existing.add(trip)
    }
  }

  private candidateFor(trip: TripState): TripCandidate | undefined {
    return this.candidates.find((candidate) => candidate.trip === trip)
  }

  private isLive(id: Id): boolean {
    return this.state.segments.get(id)?.leg != null
  }

  /** Gives a candidate's segments their trip, a new one if the candidate continues none. */
  private assignTrip(candidate: TripCandidate): void {
    const { changes, state } = this
    candidate.trip ??= this.createTrip(candidate.segmentIds)
    const { trip } = candidate
    if (trip.status !== 'Active') {
      trip.status = 'Active'
      changes.changed.add(trip)
    }
    const ids = inJourneyOrder(state, candidate.segmentIds)
    if (trip.segmentIds.join() !== ids.join()) {
      trip.segmentIds = ids
      changes.changed.add(trip)
    }
    for (const id of ids) this.assigned.set(id, { trip, reason: candidate.reasons.get(id) ?? 'together' })
  }

  /** RULES 7.2: a new trip is split from the trip its segments came from. */
  private createTrip(segmentIds: readonly Id[]): TripState {
    const { changes, env, state } = this
    const origin = segmentIds
      .map((id) => state.trips.get(state.segments.get(id)?.tripId ?? ''))
      .find((other) => other?.status === 'Active')
    const trip = newTrip(env.newId(), env.now)
    trip.splitFrom = origin?.id ?? null
    state.trips.set(trip.id, trip)
    changes.created.add(trip)
    return trip
  }

  /**
   * RULES 7.2: an Active trip that no candidate continues is merged into the trip that took most of it, by
   * the rules or by the member's pins. If none did, it is cancelled, unless the member made it.
   */
  private retireTrip(trip: TripState): void {
    if (trip.status !== 'Active') return
    const { changes, choices, shared, state } = this
    // Cancelled segments stay in it to be read; segments that are withdrawn or elsewhere do not.
    const kept = trip.segmentIds.filter((id) => {
      const segment = state.segments.get(id)
      return segment !== undefined && segment.leg === null && segment.rawSegments.length > 0
    })
    let mergeTarget = shared.find((pair) => pair.trip === trip)?.candidate.trip ?? null
    if (mergeTarget === null && !trip.manual && kept.length === 0)
      mergeTarget = heaviestTrip(state, trip.segmentIds, (id) => choices.get(id)?.trip ?? null)
    if (mergeTarget !== null && mergeTarget !== trip) {
      trip.status = 'Merged'
      trip.mergedInto = mergeTarget.id
      trip.segmentIds = []
      changes.merged.set(trip, mergeTarget)
      changes.changed.add(trip).add(mergeTarget)
      return
    }
    if (kept.length < trip.segmentIds.length) {
      trip.segmentIds = kept
      changes.changed.add(trip)
    }
    if (trip.manual) return
    trip.status = 'Cancelled'
    changes.changed.add(trip)
  }

  private updateSegments(): void {
    const { assigned, changes, state } = this
    for (const id of this.affected) {
      const segment = state.segments.get(id)
      if (segment === undefined) continue
      changes.segments.add(segment)
      // A cancelled segment keeps the trip it was in.
      if (segment.leg === null) continue
      const now = assigned.get(id)
      segment.groupingReason = now?.reason ?? null
      segment.tripId = now?.trip.id ?? null
    }
  }
}
