/** The request log: what each application asked the API in the last 30 days (contract.md 11). Never a body. */

/** One request, as it is stored. */
export interface LoggedRequest {
  /** When it arrived, epoch milliseconds. */
  at: number
  /** The value of X-Request-Id; clients may repeat one of their own. */
  request: string
  clientId: string
  /** The member whose token was used; null for credentials of the application itself. */
  memberId: string | null
  method: string
  /** The pattern of its route, such as `/v2/trips/:trip_id`. */
  route: string
  path: string
  /** Its query without the values that could be about a person; empty if there is none. */
  query: string
  /** 499 if the client closed the connection before the answer was sent. */
  status: number
  ms: number
  /** The first error of the answer and its description; null if there was none. */
  error: string | null
  description: string | null
  /** All errors of the answer, if there are several, or the one has a field or a hint; else null. */
  errors: LoggedErrors | null
}

export interface LoggedError {
  code: string
  text: string
  /** Where in the body, such as `segments[0].origin`; null if the error is about no field. */
  field: string | null
  hint: string | null
}

export interface LoggedErrors {
  list: LoggedError[]
  /** How many further errors the answer had that were not kept. */
  more: number
}

/** Whether the request counts as refused: these are kept before others. */
export function isRefused({ status }: Pick<LoggedRequest, 'status'>): boolean {
  return status >= 400
}

/** How many requests of an application were listed, and how many were only counted. */
export interface RequestCounts {
  clientId: string
  accepted: number
  refused: number
  unlisted: number
}

/** The sums of an application on a day, UTC, after a flush. */
export type RequestTotals = Omit<RequestCounts, 'unlisted'>

export interface RequestLogStore {
  /**
   * Saves requests and adds the counts to those of the day (days since the epoch, UTC). May be repeated if
   * its outcome is not known. Returns the sums of the applications named in `counts`.
   */
  save: (
    day: number,
    rows: readonly LoggedRequest[],
    counts: readonly RequestCounts[],
  ) => Promise<RequestTotals[]>
}

/** The classes of statuses that a list can be limited to; `refused`: every status from 400. */
export const STATUS_CLASSES = ['refused', '2xx', '3xx', '4xx', '5xx'] as const
export type StatusClass = (typeof STATUS_CLASSES)[number]

/** Filters of the list; null ones admit everything. */
export interface RequestQuery {
  statusClass: StatusClass | null
  method: string | null
  /** The beginning of the path. */
  path: string | null
  request: string | null
  memberId: string | null
  /** Epoch milliseconds; `since` is included, `until` is not. */
  since: number | null
  until: number | null
  /** The last request of the page before. */
  before: Pick<LoggedRequest, 'at' | 'request'> | null
  limit: number
}

export interface RequestLogReader {
  /** The newest requests of an application that pass the filters. */
  list: (clientId: string, query: RequestQuery) => Promise<LoggedRequest[]>
  /** Counts those of the last 24 hours, at most so many of the newest. */
  lastDay: (clientId: string, most: number) => Promise<{ total: number; refused: number }>
  /** The days with requests that were only counted, and how many, newest first. */
  unlisted: (clientId: string) => Promise<Array<{ day: Date; count: number }>>
}
