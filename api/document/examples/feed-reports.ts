/** Examples of the reports of feeds. */
import type { FeedDay, FeedReport } from '../../../schemas/feeds/feed-report.js'

const sums = {
  day: '2026-11-20',
  feeds: 1,
  open_feeds: 0,
  lines: 20_000,
  accepted: 19_996,
  rejected: 4,
  account_lines: 19_000,
  documents: 12,
  document_results: { waiting: 0, read: 9, partly_read: 2, nothing_read: 1, failed: 0 },
  bytes: 9_437_184,
  first_line: '2026-11-20T09:30:01Z',
  last_line: '2026-11-20T09:30:09Z',
  fold_lag_ms: 1_250,
}

export const feedDayExample: FeedDay = {
  ...sums,
  rejections: [
    { code: 'invalid_source', lines: 3 },
    { code: 'access_denied', lines: 1 },
  ],
}

export const feedReportExample: FeedReport = {
  id: '58241077249200',
  request_id: '6a0e4c1e-77b1-4f0e-9d0a-5b1f0a2c4d13',
  started: '2026-11-20T09:30:00Z',
  ended: '2026-11-20T09:30:09Z',
  ...sums,
  rejections: [
    { code: 'invalid_source', lines: 3, examples: [17, 902, 14_003] },
    { code: 'access_denied', lines: 1, examples: [77] },
  ],
}
