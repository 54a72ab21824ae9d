/** Descriptions of the rules that put a segment into its trip (RULES 5). */
import type { GroupingReason } from '../../actors/itinerary/grouping/path.js'

const REASONS: Readonly<Record<GroupingReason, string>> = {
  'left-home': 'leaves the home area: a new trip begins',
  onward: 'continues while away from home',
  return: 'returns to the home area: the trip ends',
  'connection-at-home': 'passes through home in less than four hours: the trip continues',
  'other-booking':
    'a second booking of the same leg (both cannot be travelled), or a through ticket and its part',
  stay: 'a stay while the traveller is away',
  'stay-only': 'a stay away from home without reported transport',
  rental: 'a rented car away from home',
  'home-rental': 'a car rented at home, used on this trip',
  'night-before': 'a night in the home area, check-out on the day of departure or at most 15 hours before it',
  staycation: 'a stay at home without transport: a separate trip',
  'new-home': 'booked for the arrival at the new home',
  'there-then': 'happens where the trip places the traveller at that time',
  'checkin-before': 'at the home airport or station, at most four hours before leaving',
  'ride-home': 'a ride in the home area right after coming back',
  parked: 'parking that spans the trip',
  pinned: 'the member pinned it here',
  together: 'the member put these together',
  apart: 'the member removed it from its trip',
}

/** The description of a grouping reason; null means that the segment is in no trip. */
export function describeReason(reason: GroupingReason | null): string {
  return reason === null ? 'at home, or where no trip places the traveller at that time' : REASONS[reason]
}
