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

/** True if clients may send and address a segment of type `stored` as one of type `type` (RULES 1). */
export function mayBeSentAs(type: SegmentType, stored: string): boolean {
  return type === stored || (type === 'Transport' && stored === 'Ferry')
}

/** True if the value names a segment type, in exact case. */
export function isSegmentType(value: unknown): value is SegmentType {
  return typeof value === 'string' && (SEGMENT_TYPES as readonly string[]).includes(value)
}
