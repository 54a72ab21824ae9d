/** Feeds of an application today: one that has ended, with rejected lines, one that is open, and further ones. */
import type { FeedCounts } from '../../../schemas/feeds/feed-report.js'

export function sentFeeds(client: string): FeedCounts[] {
  const now = Date.now()
  const day = Math.floor(now / 86_400_000)
  const start = Math.max(day * 86_400_000, now - 60_000)
  const ended: FeedCounts = {
    ...{ client, day, feed: '1', request: '6a0e4c1e-77b1-4f0e-9d0a-5b1f0a2c4d13', feeds: 1, open: 0 },
    ...{ started: start, ended: now, first_line: start, last_line: now, lag: 1_250 },
    ...{ lines: 20_000, accepted: 19_980, accounts: 19_000, documents: 12, bytes: 9_437_184 },
    rejected: {
      invalid_source: { lines: 17, examples: [17, 902, 3_001, 3_002, 14_003] },
      access_denied: { lines: 2, examples: [77, 78] },
      temporarily_unavailable: { lines: 1, examples: [20_000] },
    },
  }
  const nothing = { lines: 0, accepted: 0, accounts: 0, documents: 0, bytes: 0, rejected: {} }
  return [
    ended,
    {
      ...ended,
      feed: '2',
      request: null,
      feeds: 1_204,
      documents: 1,
      lines: 1_204,
      accepted: 1_204,
      rejected: {},
    },
    {
      ...{ ...ended, ...nothing, feed: '3', request: 'import-of-the-night', open: 1, ended: null },
      ...{ first_line: null, last_line: null, lag: null },
    },
  ]
}
