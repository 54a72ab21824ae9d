/** What the pages of the request log show. */
import type { AuditListItem } from '../../lib/audit-labels.js'
import type { LoggedErrors } from '../../../../schemas/oauth/logged-request.js'
import type { AppFrame } from '../tabs/page-data.js'

export interface RequestFilter {
  status: string
  path: string
  request: string
  member: string
  since: string
  until: string
}

export interface RequestItem {
  id: string
  /** Path of its own page. */
  href: string
  method: string
  path: string
  /** Its query as it was kept, with `?`; empty if there is none. */
  query: string
  route: string
  status: number
  /** What the status means. */
  title: string
  /** Class of its badge. */
  badge: 'good' | 'plain' | 'bad'
  ms: string
  when: string
  member: string | null
  error: string | null
  description: string | null
  /** Every error that was kept, and how many more there were; null if the description says all. */
  errors: LoggedErrors | null
  /** Where the documentation explains the error. */
  docs: string
}

export interface RequestsData {
  appFrame: AppFrame
  filter: RequestFilter
  isFiltered: boolean
  requests: RequestItem[]
  more: string | null
  /** Days with requests that were only counted. */
  unlisted: Array<{ day: string; count: string }>
  refusals: AuditListItem[]
}

export interface RequestData {
  appFrame: AppFrame
  id: string
  /** Several if the client sent the same id again; none if it is not known. */
  requests: RequestItem[]
}
