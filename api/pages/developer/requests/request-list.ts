/**
 * The requests of an application: those to the API, with filters (contract.md 11), and those that the
 * authorization server refused (oauth.md 6.3).
 */
import type { FastifyReply } from 'fastify'
import { isId } from '../../../../schemas/base/ids.js'
import { STATUS_CLASSES } from '../../../../schemas/oauth/logged-request.js'
import type { LoggedRequest } from '../../../../schemas/oauth/logged-request.js'
import type { OauthApp } from '../../../../schemas/oauth/oauth-app.js'
import type { Parameters } from '../../../oauth/parameters.js'
import { auditListItem } from '../../lib/audit-labels.js'
import { formatDate } from '../../lib/format-date.js'
import type { AppsDeps } from '../apps-deps.js'
import type { DeveloperPage } from '../own-app.js'
import { appFrame } from '../tabs/app-frame.js'
import { choiceOf, dateTimeInputValue, dateTimeOf, nextPageUrl, textOf } from '../webhooks/list-query.js'
import type { RequestFilter } from './page-data.js'
import { requestItem } from './request-item.js'

const REQUESTS_PER_PAGE = 50
const MAX_REFUSALS = 20
const EPOCH_MS = /^\d{1,15}$/

export async function renderRequests(
  page: DeveloperPage,
  app: OauthApp,
  deps: AppsDeps,
): Promise<FastifyReply> {
  const { query } = page
  const { clientId } = app
  const filter = readFilter(query)
  const [rows, unlisted, refusals] = await Promise.all([
    deps.requestLog.list(clientId, {
      statusClass: choiceOf(query, 'status', STATUS_CLASSES),
      method: null,
      path: presentOrNull(filter.path),
      request: presentOrNull(filter.request),
      memberId: presentOrNull(filter.member),
      since: dateTimeOf(query, 'since'),
      until: dateTimeOf(query, 'until'),
      before: cursorOf(query),
      limit: REQUESTS_PER_PAGE + 1,
    }),
    deps.requestLog.unlisted(clientId),
    deps.audit.refusals(clientId, MAX_REFUSALS),
  ])
  const last = rows.length > REQUESTS_PER_PAGE ? rows[REQUESTS_PER_PAGE - 1] : undefined
  const isFiltered = Object.values(filter).some((value) => value !== '')
  return await page.render(
    'app/requests',
    { title: `Requests of ${app.name}` },
    {
      appFrame: appFrame(app, 'requests'),
      filter,
      isFiltered,
      requests: rows.slice(0, REQUESTS_PER_PAGE).map((row) => requestItem(clientId, row)),
      more: last === undefined ? null : nextPageUrl({ ...filter }, { place: `${last.at}.${last.request}` }),
      unlisted: unlisted.map(({ day, count }) => ({
        day: formatDate(day),
        count: count.toLocaleString('en'),
      })),
      refusals: refusals.map(auditListItem),
    },
  )
}

/** The filters as the form shows them; empty where nothing valid was given. */
function readFilter(query: Parameters): RequestFilter {
  const member = textOf(query, 'member')
  return {
    status: choiceOf(query, 'status', STATUS_CLASSES) ?? '',
    path: textOf(query, 'path') ?? '',
    request: requestIdOf(textOf(query, 'request')),
    member: member !== null && isId(member) ? member : '',
    since: dateTimeInputValue(dateTimeOf(query, 'since')),
    until: dateTimeInputValue(dateTimeOf(query, 'until')),
  }
}

/** Also as `instance` of a problem document writes it. */
function requestIdOf(text: string | null): string {
  return (text ?? '').replace(/^urn:request:/, '')
}

/** The last request of the page before. */
function cursorOf(query: Parameters): Pick<LoggedRequest, 'at' | 'request'> | null {
  const place = query.get('place') ?? ''
  const dot = place.indexOf('.')
  const at = place.slice(0, Math.max(dot, 0))
  return EPOCH_MS.test(at) ? { at: Number(at), request: place.slice(dot + 1) } : null
}

function presentOrNull(value: string): string | null {
  return value === '' ? null : value
}
