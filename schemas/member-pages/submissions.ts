/** What applications sent of a member, and which sources the itinerary is from (oauth.md 6.1). */
import type { Id } from '../base/ids.js'

export interface AppSubmissions {
  clientId: string
  name: string
  /** Raw segments that it sent, cancellations included. */
  segments: number
  last: Date
}

export interface SourceShare {
  id: string
  name: string
  /** Segments of the itinerary for which it counts first. */
  segments: number
}

export interface SubmissionStore {
  /** The latest first. */
  byApp: (member: Id) => Promise<AppSubmissions[]>
  /** The largest first. */
  bySource: (member: Id) => Promise<SourceShare[]>
}
