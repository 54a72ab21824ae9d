import { ERROR_STATUS } from '../../../../schemas/base/errors.js'
import type { LoggedRequest } from '../../../../schemas/oauth/logged-request.js'
import { STATUS_TITLES } from '../../../http/status-titles.js'
import { formatTimestamp } from '../../lib/format-date.js'
import { appPath } from '../own-app.js'
import type { RequestItem } from './page-data.js'

const CLIENT_CLOSED = 499
const ERRORS_PAGE = '/docs/reference/errors'
const OTHER_TITLES: Readonly<Record<number, string>> = {
  200: 'OK',
  201: 'Created',
  202: 'Accepted',
  204: 'No Content',
  304: 'Not Modified',
  [CLIENT_CLOSED]: 'The client closed the connection',
}

/** A logged request as the pages show it (contract.md 11). */
export function requestItem(clientId: string, row: LoggedRequest): RequestItem {
  const { request: id, method, path, query, route, status, memberId, error, description, errors } = row
  return {
    id,
    href: `${appPath(clientId)}/requests/${encodeURIComponent(id)}`,
    method,
    path,
    query: query === '' ? '' : `?${query}`,
    route,
    status,
    title: STATUS_TITLES[status] ?? OTHER_TITLES[status] ?? '',
    badge: badgeOf(status),
    ms: `${row.ms.toLocaleString('en')} ms`,
    when: formatTimestamp(new Date(row.at)),
    member: memberId,
    error,
    description,
    errors,
    docs: docsPath(route, error),
  }
}

/** Where the documentation explains the first error. */
function docsPath(route: string, error: string | null): string {
  if (route.startsWith('/oauth/')) return `${ERRORS_PAGE}#oauth-error.${error ?? ''}`
  return `${ERRORS_PAGE}#${error !== null && error in ERROR_STATUS ? error : 'segment-errors'}`
}

function badgeOf(status: number): RequestItem['badge'] {
  if (status >= 400) return 'bad'
  return status < 300 ? 'good' : 'plain'
}
