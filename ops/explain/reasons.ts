/** Plain words for the rule that put a segment into its trip (actors/itinerary/grouping/path.ts). */
const REASONS: Record<string, string> = {
  'left-home': 'leaves the home area: a new time away begins',
  onward: 'goes on while away from home',
  return: 'comes back to the home area: the time away ends',
  'connection-at-home': 'passes through home in less than four hours: the trip goes on',
  'other-booking': 'a second booking of the same leg; both cannot be travelled',
  stay: 'a stay while the traveller is away',
  'stay-only': 'a stay away from home without a reported journey',
  rental: 'a rented car away from home',
  'home-rental': 'a car rented at home, used on this trip',
  'night-before': 'a night near the home airport, check-out on the day of departure',
  staycation: 'a stay at home with no journey: a trip of its own',
  'new-home': 'booked for the arrival at the new home',
  'there-then': 'happens where the trip has the traveller at that time',
  'checkin-before': 'at the home airport or station, at most four hours before leaving',
  'ride-home': 'a ride in the home area right after coming back',
  parked: 'parking that spans the trip',
  pinned: 'the member pinned it here',
  together: 'the member put these together',
  apart: 'the member set it apart',
}

/** The reason in words; for none, why a segment may be in no trip. */
export function describeReason(why: string | null): string {
  return why === null ? 'at home, or where no trip has the traveller then: in no trip' : (REASONS[why] ?? why)
}
