/**
 * What a segment type is for trips (RULES 3.2, 5.3, 5.4, 7.2 and N6). Each definition states all of it;
 * nothing has a default, so that the compiler asks for it in a new type.
 */

/** Kilometres an hour of a type that moves the traveller. */
export interface Speeds {
  /** No journey is faster. */
  max: number
  /** A fast service, which gives a journey without an arrival its duration (RULES 5.4); null: none. */
  fast: number | null
  /**
   * Few journeys take longer than their distance at `speed` and `extraHours`; tells a departure at midnight
   * from an unknown time (RULES N6). Null: midnight is always an unknown time.
   */
  slowest: { speed: number; extraHours: number } | null
}

/** A type that may move the traveller from one place to another. */
interface MovingTraits {
  /**
   * The kind of its leg (RULES 5.3). `rental`: a movement if it is returned elsewhere, else a stay. `ride`: a
   * movement if it is long, else a point.
   */
  leg: 'movement' | 'rental' | 'ride'
  speeds: Speeds
  /** True: an end that is not given is unknown. False: it is the place of the start. */
  mayEndElsewhere: boolean
  /**
   * How it moves: airlines and their numbers, and trains with theirs, are read in their own way (RULES N3), and
   * flights have waits of their own (RULES 5.8 and 6.7).
   */
  by: 'air' | 'rail' | 'road' | 'sea'
  /** True for a cruise: it may end where it began, and is a trip of its own. */
  isTripItself: boolean
}

/** A type that stays in one place. */
interface StationaryTraits {
  leg: 'stay' | 'point' | 'support'
  speeds: null
  mayEndElsewhere: false
  by: null
  isTripItself: false
}

export type TripTraits = (MovingTraits | StationaryTraits) & {
  /** How much it counts when trips keep their ids (RULES 7.2). */
  weight: 1 | 2 | 3
  /** False: a trip's dates come from its other segments, as long as there are any (RULES 5.14 and 5.15). */
  spansTrip: boolean
  /** Takes place without the traveller too, so it may begin before the traveller leaves (RULES 5.12.2, 6.5). */
  isGathering: boolean
  /** Says no more than that the traveller was there: alone it makes no stop of a trip (RULES 6.4). */
  isPresenceOnly: boolean
  /** Role of the field that names its leg; null: the type is the name. */
  legName: 'name' | 'number' | 'vendor' | null
}
