/** How long what grows with traffic is kept (ops/docs/retention.md). */

export interface Retention {
  /** Messages as they were sent, by month; 0: for ever. */
  rawBatchDays: number
  /** The event log, what its events show, and deliveries of its events. */
  eventDays: number
  attemptDays: number
  requestDays: number
  /** The bytes of documents; 0: not beyond the reading. */
  documentDays: number
  /** Deleted and merged segments and trips. */
  goneDays: number
  auditDays: number
}

export const DEFAULT_RETENTION: Retention = {
  rawBatchDays: 0,
  eventDays: 30,
  attemptDays: 30,
  requestDays: 30,
  documentDays: 0,
  goneDays: 400,
  auditDays: 400,
}

/** Days for which documents that were overwritten are kept: longer than any event that shows them. */
export function shownDays(eventDays: number): number {
  return eventDays + 2
}
