import type { SegmentType } from '../../../schemas/segment/fields/segment-types.js'

/** Kilometres an hour that no journey of the type exceeds. */
export const MAX_SPEED_KMH: Partial<Record<SegmentType, number>> = {
  Air: 1100,
  Rail: 350,
  Transport: 150,
  Car: 130,
  Cruise: 60,
}
