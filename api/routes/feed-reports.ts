/** What the feeds of an application sent (contract.md 8.4). */
import Type from 'typebox'
import { isId } from '../../schemas/base/ids.js'
import { parseDate } from '../../schemas/base/wall-time.js'
import { FeedDay, FeedReport } from '../../schemas/feeds/feed-report.js'
import { feedDayExample, feedReportExample } from '../document/examples/feed-reports.js'
import { invalidCursor, pageOf } from '../http/pagination.js'
import { applicationToken } from '../operation/access.js'
import { cut, ok } from '../operation/answer.js'
import { operation } from '../operation/declaration.js'
import { pathParameter } from '../operation/path-parameter.js'
import { problem } from '../operation/problem.js'
import type { ApiDeps } from '../ports/deps.js'

const NO_DAY = problem(404, 'not_found', 'The path must end with a date such as 2026-11-20.')

export const listFeedDays = operation(
  {
    route: 'GET /v2/feeds/reports',
    id: 'listFeedDays',
    tag: 'Feeds',
    access: applicationToken,
    summary: 'List the days with feeds',
    description:
      'What the feeds of the application sent on each day (UTC) of the last 30, newest first: counts, never content. ' +
      'They are saved every second; a server that crashes may lose the counts of its last second, but no line.',
    responses: {
      200: {
        description: 'The days with feeds.',
        schema: Type.Array(FeedDay),
        example: [feedDayExample],
        headers: ['x-total-count'],
      },
    },
  },
  async ({ caller }, { feeds }: ApiDeps) => {
    const days = await feeds.reports.days(caller.client)
    return ok(days, { total: days.length })
  },
)

export const listFeedReports = operation(
  {
    route: 'GET /v2/feeds/reports/{day}',
    id: 'listFeedReports',
    tag: 'Feeds',
    access: applicationToken,
    summary: 'List the feeds of a day',
    description:
      'Each feed of the application on a day (UTC), newest first, with the numbers of some rejected lines. A feed that ' +
      'goes on past midnight is in both days, with what it sent on each.',
    params: {
      day: pathParameter(
        'The day, UTC.',
        feedDayExample.day,
        (text) => !Number.isNaN(parseDate(text)),
        NO_DAY,
      ),
    },
    parameters: ['limit_feeds', 'cursor'],
    responses: {
      200: {
        description: 'The feeds.',
        schema: Type.Array(FeedReport),
        example: [feedReportExample],
        headers: ['x-total-count', 'link'],
      },
    },
    problems: [NO_DAY],
  },
  async ({ params, query, caller }, { feeds }: ApiDeps) => {
    const page = pageOf({ ...query, offset: 0 }, 'feeds.id')
    const [before = null] = page.cursor ?? []
    if (before !== null && !isId(before)) throw invalidCursor()
    const found = await feeds.reports.feeds(caller.client, params.day, { before, limit: page.limit + 1 })
    const { rows, total, next } = cut(page, found, ({ id }) => [id])
    return ok(rows, { total, next })
  },
)
