/** A secret link under which anyone may read one trip (oauth.md 6.5). */
import type { Id } from '../base/ids.js'

/** What a reader of the link sees besides the route and the times. */
interface Shown {
  locators: boolean
  prices: boolean
}

export interface NewSharedTrip extends Shown {
  id: Id
  member: Id
  trip: Id
  /** SHA-256 of the secret. */
  hash: Buffer
  /** Days until it expires; null: it does not. */
  days: number | null
  /** Whether it expires when the trip has ended. */
  untilEnd: boolean
}

export interface SharedTrip extends Shown {
  id: Id
  expires: Date | null
  untilEnd: boolean
  created: Date
  /** To the hour. */
  lastViewed: Date | null
}

export interface SharedTripTarget extends Shown {
  member: Id
  trip: Id
  untilEnd: boolean
}

export interface SharedTripStore {
  /** False if the member already has `max` links. */
  create: (link: NewSharedTrip, max: number) => Promise<boolean>
  /** Those of one trip that still work. */
  list: (member: Id, trip: Id) => Promise<SharedTrip[]>
  /** False if there was none. */
  remove: (member: Id, trip: Id, id: Id) => Promise<boolean>
  /** What the link with that hash opens; records the view. */
  find: (hash: Buffer) => Promise<SharedTripTarget | null>
}
