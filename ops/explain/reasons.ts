/** Why a segment is in its trip (RULES 5), in sentences that can be read out; the rule is in brackets. */
import SENTENCES from '../../schemas/data/grouping-reasons.json' with { type: 'json' }
import type { GroupingReason } from '../../actors/itinerary/grouping/path.js'

/** Each sentence goes on after `it`. */
const REASONS = SENTENCES as Record<GroupingReason, [sentence: string, rule: string]>

/** What the trip around a segment adds to its reason. */
export interface ReasonContext {
  /** Whether it is the first movement of the trip. */
  isFirstMovement: boolean
  /** Whether it ends in the area of a known home. */
  endsAtHome: boolean
  /** Whether the trip is a round trip that began at no known home. */
  comesBack: boolean
  /** Whether a car that was rented at home is part of the trip. */
  hasCarFromHome: boolean
}

/** Why a segment is in its trip, or in none if the reason is null. */
export function describeReason(reason: GroupingReason | null, context: ReasonContext): string {
  if (reason === null)
    return 'It is in no trip: it happens at home, or where no trip has the traveller at that time. (5.12)'
  const [sentence, rule] = reasonIn(reason, context)
  return `It ${sentence}. (${rule})`
}

function reasonIn(reason: GroupingReason, context: ReasonContext): readonly [sentence: string, rule: string] {
  const { isFirstMovement, endsAtHome, comesBack, hasCarFromHome } = context
  if (reason === 'onward' && isFirstMovement && comesBack)
    return ['leaves the place to which the journey comes back at its end, and a new trip begins', '5.2.2']
  if (isFirstMovement && (reason === 'onward' || (reason === 'return' && !endsAtHome)))
    return ['is the first part of the journey that is known; how the traveller got there is not', '5.8.10']
  if (reason === 'return' && !endsAtHome)
    return ['brings the traveller back to where the trip began, and the trip ends', '5.2.2']
  if (reason === 'stay-only' && hasCarFromHome)
    return ['is a stay away from home, reached by the rented car', '5.9.3']
  return REASONS[reason]
}
