import { values } from '../../data/enumerations.js'
import type { ValueOf } from '../../data/enumerations.js'

/** The segment types (RULES 1), in the order in which lists show them. */
export const SEGMENT_TYPES = values('segment-type')
export type SegmentType = ValueOf<'segment-type'>

/** The meaning of the field `type`. */
export const TYPE_MEANING = 'Type of segment.'

/** True if clients may send and address a segment of type `stored` as one of type `type` (RULES 1). */
export function mayBeSentAs(type: SegmentType, stored: string): boolean {
  return type === stored || (type === 'Transport' && stored === 'Ferry')
}

/** True if the value names a segment type, in exact case. */
export function isSegmentType(value: unknown): value is SegmentType {
  return typeof value === 'string' && (SEGMENT_TYPES as readonly string[]).includes(value)
}
