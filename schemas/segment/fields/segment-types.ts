/** The segment types (RULES 1), in the order in which lists show them. */
export const SEGMENT_TYPES = [
  'Air',
  'Hotel',
  'Car',
  'Rail',
  'Cruise',
  'Ferry',
  'Transport',
  'Parking',
  'Restaurant',
  'Activity',
  'Meeting',
  'Event',
  'Checkin',
] as const
export type SegmentType = (typeof SEGMENT_TYPES)[number]

/** The meaning of the field `type`. */
export const TYPE_MEANING = 'Type of segment.'

/** What each type is for, for the reference. */
export const SEGMENT_TYPE_MEANINGS: Readonly<Record<SegmentType, string>> = {
  Air: 'A flight.',
  Hotel: 'Nights in a hotel or another place to stay.',
  Car: 'A rental car.',
  Rail: 'A train.',
  Cruise: 'A cruise with its ports of call.',
  Ferry: 'A ferry.',
  Transport: 'A ride: taxi, shuttle, limousine, coach. A Transport that is a ferry becomes a Ferry.',
  Parking: 'A parking space.',
  Restaurant: 'A table.',
  Activity: 'A tour, a show, a class.',
  Meeting: 'A meeting.',
  Event: 'A conference, a concert, a match.',
  Checkin: 'The member was at a place, at a time.',
}

/** True if clients may send and address a segment of type `stored` as one of type `type` (RULES 1). */
export function mayBeSentAs(type: SegmentType, stored: string): boolean {
  return type === stored || (type === 'Transport' && stored === 'Ferry')
}

/** True if the value names a segment type, in exact case. */
export function isSegmentType(value: unknown): value is SegmentType {
  return typeof value === 'string' && (SEGMENT_TYPES as readonly string[]).includes(value)
}
