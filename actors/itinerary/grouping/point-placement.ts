/** What the rules for points (RULES 5.12) are given, and what they answer. */
import type { Home, Homes } from '../places/home.js'
import type { Leg } from './legs/leg.js'
import type { GroupingReason, Path } from './path.js'

/** Farther than this, a place is another one. */
export const SAME_PLACE_KM = 150

export interface PointContext {
  /** The point; its place may be ambiguous. */
  point: Leg
  /** Home on the day of the point. */
  home: Home | null
  homes: Homes
  /** Paths of the point's travellers, without home rentals. */
  paths: readonly Path[]
  /** Those of `paths` that are at most a day away from the point. */
  nearby: readonly Path[]
  /** Home rentals of the point's travellers. */
  homeRentals: readonly Path[]
}

/** The path that a point is on, the point with its place decided, and why. */
export interface PointPlacement {
  path: Path
  leg: Leg
  reason: GroupingReason
}
