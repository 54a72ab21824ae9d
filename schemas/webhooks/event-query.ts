/** Queries of the event log and their results. */
import type { Id } from '../base/ids.js'
import type { DeliveryStateName } from './delivery-log.js'

export interface EventQuery {
  /** The events of an application's members, or of one member. */
  view: { client: string } | { member: Id }
  types: string[] | null
  member: Id | null
  resource: string | null
  /** Epoch milliseconds. */
  since: number | null
  /** Only events that no callback of the application has received. */
  undelivered: boolean
  limit: number
  after: EventPlace | null
}

/** A position in the log's order. */
export interface EventPlace {
  xid: string
  sequence: number
  id: string
}
export interface LoggedEvent extends EventPlace {
  body: string
}

/** What an event is about. */
export interface EventSubject {
  type: string
  memberId: string | null
  resourceId: string | null
}

/** An event in the console's list. */
export interface EventLine extends EventPlace, EventSubject {
  created: Date
}

/** An event with its deliveries, in the console. */
export interface EventDetails {
  line: EventLine
  body: string
  deliveries: Array<{ callback: Id; url: string; state: DeliveryStateName }>
}

/** The console's query of an application's log, newest first. */
export interface RecentQuery {
  type: string | null
  member: Id | null
  resource: string | null
  /** Epoch milliseconds; `until` is not included. */
  since: number | null
  until: number | null
  limit: number
  before: EventPlace | null
}
