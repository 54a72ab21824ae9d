/** The trips that the member's own edits chose for segments, whatever the rules say (RULES 5.16). */
import type { Id } from '../../../schemas/base/ids.js'
import type { MemberState, TripState } from '../model.js'
import { followMerges } from './follow-merges.js'

export interface MemberChoice {
  /** Null: in no trip. */
  trip: TripState | null
  reason: 'apart' | 'pinned'
}

/** Segments by id that the member pinned or split off. Edits that name a deleted trip have no effect. */
export function memberChoicesOf(state: MemberState): Map<Id, MemberChoice> {
  const choices = new Map<Id, MemberChoice>()
  const { apart, pins } = state.constraints
  for (const split of apart) {
    const trip = followMerges(state, split.trip)
    if (trip !== null && trip.status !== 'Deleted')
      for (const id of split.segments) choices.set(id, { trip, reason: 'apart' })
  }
  for (const [id, tripId] of pins) {
    const trip = tripId === null ? null : followMerges(state, tripId)
    if (tripId === null || (trip !== null && trip.status !== 'Deleted'))
      choices.set(id, { trip, reason: 'pinned' })
  }
  return choices
}
