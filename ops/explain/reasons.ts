/** Why a segment is in its trip (RULES 5), in sentences that can be read out; the rule is in brackets. */
import type { GroupingReason } from '../../actors/itinerary/grouping/path.js'

/** Each sentence goes on after `it`. */
const REASONS: Readonly<Record<GroupingReason, readonly [sentence: string, rule: string]>> = {
  'left-home': ['leaves the home area, and a new trip begins', '5.8.8'],
  onward: ['goes on from where the traveller is while away from home', '5.8.3'],
  return: ['brings the traveller back to the home area, and the trip ends', '5.1'],
  'connection-at-home': ['only passes through home, in less than four hours, and the trip goes on', '5.6'],
  'other-booking': ['is a second booking of the same journey: it cannot be travelled as well', '5.8.5'],
  'through-ticket': ['is the whole of a journey that is reported in parts too, or such a part', '5.8.1'],
  stay: ['is a stay while the traveller is away', '5.9.3'],
  'stay-only': ['is a stay away from home; how the traveller got there is not reported', '5.9.5'],
  rental: ['is a car rented away from home', '5.9.3'],
  'home-rental': ['is a car rented at home and used on this trip', '5.11'],
  'night-before': ['is the night near home just before the departure', '5.10.1'],
  staycation: ['is a stay at home without a journey, which is a trip of its own', '5.10.3'],
  'new-home': ['was booked for the arrival at the new home', '5.10.2'],
  'there-then': ['happens where the traveller is at that time', '5.12.1'],
  'checkin-before': [
    'is at the airport or station at home, at most four hours before the departure',
    '5.12.3',
  ],
  'ride-home': ['is a ride at home right after the return', '5.12.3'],
  parked: ['is parking during the trip', '5.13'],
  pinned: ['was put there by the traveller', '5.16'],
  together: ['was put together with another part of the trip by the traveller', '5.16'],
  apart: ['was taken out of its trip by the traveller', '5.16'],
}

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
