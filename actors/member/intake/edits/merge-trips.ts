/** `trip.merge`: trips that the member declares to be one. */
import type { Id } from '../../../../schemas/base/ids.js'
import type { MemberState, TripState } from '../../model.js'
import type { Intake } from '../intake.js'
import type { EditOf } from './edit-of.js'
import { findExpectedTrip, findTrip } from './edit-targets.js'
import { forgetSplit } from './split-trip.js'

/** Merges the trips `from` into `trip`, which stays, however heavy the others are. */
export function mergeTrips(intake: Intake, edit: EditOf<'trip.merge'>): void {
  const { state, effects, batch } = intake
  const target = findExpectedTrip(intake, edit.trip)
  if (target === null) return
  const others = new Set<TripState>()
  for (const id of edit.from) {
    const other = findTrip(intake, id)
    if (other === null) return
    others.add(other)
  }
  others.delete(target)
  for (const trip of [target, ...others]) for (const id of trip.segmentIds) effects.toRegroup.add(id)
  for (const other of others) {
    forgetSplit(intake, other.id)
    joinSegments(state, target, other)
    target.segmentIds = [...target.segmentIds, ...other.segmentIds]
    other.segmentIds = []
    other.manual = false
    other.status = 'Merged'
    other.mergedInto = target.id
    effects.mergedTrips.set(other, target)
    effects.editedTrips.add(other).add(target)
  }
  batch.resource = { kind: 'trip', id: target.id }
}

/**
 * Ties each segment of `other` to an anchor in the target, or pins it to the target if that has no anchor.
 */
function joinSegments({ constraints }: MemberState, target: TripState, other: TripState): void {
  // A segment that the member placed by hand is no anchor: by the rules it belongs elsewhere.
  const isPlaced = (id: Id): boolean =>
    constraints.pins.has(id) || constraints.apart.some((split) => split.segments.includes(id))
  const [anchor, ...moreAnchors] = target.segmentIds.filter((id) => !isPlaced(id))
  other.segmentIds.forEach((segment, i) => {
    constraints.pins.delete(segment)
    if (anchor === undefined) {
      constraints.pins.set(segment, target.id)
      return
    }
    constraints.together.push([anchor, segment])
    // To a second anchor as well: the trips stay together when the first one is cancelled.
    const second = moreAnchors[i % Math.max(1, moreAnchors.length)]
    if (second !== undefined) constraints.together.push([second, segment])
  })
}
