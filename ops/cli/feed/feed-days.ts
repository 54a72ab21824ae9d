/** Reports of feeds as operators read them (contract.md 8). */
import { feedDays } from '../../../db/feeds/feed-reports.js'
import type { OperatorFeedDay } from '../../../db/feeds/feed-reports.js'
import { table, type Answer } from '../answer.js'
import type { CliContext } from '../context.js'
import type { Cell } from '../format-table.js'

const COLUMNS: Readonly<Record<string, (day: OperatorFeedDay) => Cell>> = {
  day: ({ day }) => day,
  client_id: ({ client_id: client }) => client,
  feeds: ({ feeds }) => feeds,
  open: ({ open_feeds: open }) => open,
  lines: ({ lines }) => lines,
  accepted: ({ accepted }) => accepted,
  held: ({ held }) => held,
  documents: ({ documents }) => documents,
  read: ({ document_results: { read } }) => read,
  partly: ({ document_results: { partly_read: partly } }) => partly,
  unread: ({ document_results: { nothing_read: nothing, failed } }) => nothing + failed,
  MB: ({ bytes }) => inTenths(bytes / 1e6),
  'lag, s': ({ fold_lag_ms: lag }) => (lag === null ? null : inTenths(lag / 1_000)),
  rejected: ({ rejected }) => rejected,
  'by code': ({ rejections }) => rejections.map(({ code, lines }) => `${code} ${lines}`).join(', '),
}

const inTenths = (value: number): number => Number(value.toFixed(1))

/** A table of what the feeds of all applications, or of one, sent, by day. */
export async function feeds({ pool }: CliContext, clientId?: string): Promise<Answer> {
  const days = await feedDays(pool, clientId ?? null)
  const cells = Object.values(COLUMNS)
  return table(
    Object.keys(COLUMNS),
    days.map((day) => cells.map((cell) => cell(day))),
  )
}
