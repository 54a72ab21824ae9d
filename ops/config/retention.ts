import type { Retention } from '../../db/pg/retention.js'
import type { Config } from './config.js'

/** How long what grows with traffic is kept, by the settings. */
export function retention(config: Config): Retention {
  return {
    rawBatchDays: config.KEEP_RAW_BATCH_DAYS,
    eventDays: config.KEEP_EVENT_DAYS,
    attemptDays: config.KEEP_ATTEMPT_DAYS,
    requestDays: config.KEEP_REQUEST_DAYS,
    documentDays: config.KEEP_DOCUMENT_DAYS,
    goneDays: config.KEEP_GONE_DAYS,
    auditDays: config.KEEP_AUDIT_DAYS,
  }
}
