/** Parts of a logged request that its pages show (contract.md 11). */
import { ERROR_STATUS } from '../../../../schemas/base/errors.js'
import type { LoggedRequest } from '../../../../schemas/oauth/logged-request.js'
import { STATUS_TITLES } from '../../../http/status-titles.js'
import { html } from '../../views/html.js'
import type { Html } from '../../views/html.js'
import { appPath } from '../own-app.js'

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

/** Path of its own page. */
export function requestPath(clientId: string, { request }: LoggedRequest): string {
  return `${appPath(clientId)}/requests/${encodeURIComponent(request)}`
}

export function statusBadge(status: number): Html {
  const success = status < 300 ? 'good' : 'plain'
  return html`<span class="badge ${status >= 400 ? 'bad' : success}">${status}</span>`
}

/** What the status means. */
export function statusTitle(status: number): string {
  return STATUS_TITLES[status] ?? OTHER_TITLES[status] ?? ''
}

/** `POST /v2/segments?source=x`: its query without values that could be about a person. */
export function requestLine({ method, path, query }: LoggedRequest): string {
  return `${method} ${path}${query === '' ? '' : `?${query}`}`
}

export function durationText(ms: number): string {
  return `${ms.toLocaleString('en')} ms`
}

/** Where the documentation explains the first error. */
export function errorDocs({ route, error }: LoggedRequest): string {
  if (route.startsWith('/oauth/')) return `${ERRORS_PAGE}#oauth-error.${error ?? ''}`
  return `${ERRORS_PAGE}#${error !== null && error in ERROR_STATUS ? error : 'segment-errors'}`
}
