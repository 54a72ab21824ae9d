/**
 * The requests of an application: those to the API, with filters (contract.md 11), and those that the
 * authorization server refused (oauth.md 6.3).
 */
import { isId } from '../../../../schemas/base/ids.js'
import { STATUS_CLASSES } from '../../../../schemas/oauth/logged-request.js'
import type { LoggedRequest } from '../../../../schemas/oauth/logged-request.js'
import { auditListItem } from '../../lib/audit-labels.js'
import { choice, instant, wanted } from '../../lib/form.js'
import { formatDate, formatTimestamp } from '../../lib/format-date.js'
import type { Posted } from '../../lib/page.js'
import type { PageResult } from '../../lib/page-result.js'
import { auditTable } from '../../views/audit-table.js'
import { html } from '../../views/html.js'
import type { Html } from '../../views/html.js'
import { filterForm, filterWords, foldedFilter, nextPageQuery, table } from '../../views/table.js'
import { appView } from '../app-view.js'
import type { AppsDeps } from '../apps-deps.js'
import { appPage } from '../own-app.js'
import type { AppPage } from '../own-app.js'
import { durationText, requestLine, requestPath, statusBadge } from './request-item.js'

const REQUESTS_PER_PAGE = 50
const MAX_REFUSALS = 20
const EPOCH_MS = /^\d{1,15}$/
const REFUSALS = { when: 'When', what: 'What', detail: 'Reason', address: 'From' }

const FILTERS = {
  status: choice(STATUS_CLASSES, null, {
    label: 'Status',
    options: STATUS_CLASSES.map((one) => [one, one === 'refused' ? 'refused (4xx and 5xx)' : one]),
  }),
  // Also as `instance` of a problem document writes it.
  request: wanted(
    { label: 'Request id', plain: true },
    (value) => value.replace(/^urn:request:/, '') || null,
  ),
  path: wanted({ label: 'Path begins with', plain: true }),
  member: wanted({ label: 'Id of the traveller', inputmode: 'numeric' }, (id) => (isId(id) ? id : null)),
  since: instant('From (UTC)'),
  until: instant('Before (UTC)'),
}

export const requestListPage = appPage(
  { route: 'GET /console/apps/:clientId/requests', form: FILTERS },
  renderRequests,
)

async function renderRequests(page: Posted<AppPage, typeof FILTERS>, deps: AppsDeps): Promise<PageResult> {
  const { app, form: filter } = page
  const { clientId } = app
  const [rows, unlisted, refusals] = await Promise.all([
    deps.requestLog.list(clientId, {
      statusClass: filter.status,
      method: null,
      path: filter.path,
      request: filter.request,
      memberId: filter.member,
      since: filter.since,
      until: filter.until,
      before: cursorOf(page.query.get('place') ?? ''),
      limit: REQUESTS_PER_PAGE + 1,
    }),
    deps.requestLog.unlisted(clientId),
    deps.audit.refusals(clientId, MAX_REFUSALS),
  ])
  const last = rows.length > REQUESTS_PER_PAGE ? rows[REQUESTS_PER_PAGE - 1] : undefined
  const isFiltered = Object.values(filter).some((value) => value !== null)
  const { status, since, ...others } = filter
  // Of the filters, refusals have these two; only the newest are read, so not `until`.
  const mayBeRefusals =
    [null, 'refused', '4xx'].includes(status) && Object.values(others).every((value) => value === null)
  const refused = refusals.filter(({ at }) => since === null || at.getTime() >= since)
  return appView(
    page,
    'requests',
    { title: `Requests of ${app.name}` },
    (_frame, at) => html`
<h1>Requests</h1>
<p>The requests of this application to the API and the token endpoint in the last 30 days, newest first, without bodies and tokens. Paste the <code>X-Request-Id</code> of a response into the filter to find its request.</p>
${foldedFilter(filterWords(FILTERS, filter), filterForm(`${at}/requests`, 'requests', FILTERS, filter))}
${
  rows.length === 0
    ? html`<p>${isFiltered ? 'No request matches these filters.' : 'No requests yet. They appear here within two seconds.'}</p>`
    : requestTable(clientId, rows.slice(0, REQUESTS_PER_PAGE))
}
${last !== undefined && html`<p><a href="${at}/requests${nextPageQuery(FILTERS, filter, { place: `${last.at}.${last.request}` })}">Older requests</a></p>`}
${unlisted.map(({ day, count }) => html`<p class="hint">On ${formatDate(day)}, ${count.toLocaleString('en')} further requests were counted, but are not listed.</p>`)}
${
  mayBeRefusals &&
  html`<h2 id="refused">Refused by the authorization server</h2>
${
  refused.length === 0
    ? html`<p>None recently.</p>`
    : auditTable('Requests refused by the authorization server', REFUSALS, refused.map(auditListItem))
}
`
}`,
  )
}

/** The last request of the page before. */
function cursorOf(place: string): Pick<LoggedRequest, 'at' | 'request'> | null {
  const dot = place.indexOf('.')
  const at = place.slice(0, Math.max(dot, 0))
  return EPOCH_MS.test(at) ? { at: Number(at), request: place.slice(dot + 1) } : null
}

function requestTable(clientId: string, rows: readonly LoggedRequest[]): Html {
  return table('Requests', rows, [
    { heading: 'Status', cell: ({ status }) => statusBadge(status), class: 'beside', isPlain: true },
    {
      heading: 'Request',
      cell: (one) =>
        html`<a href="${requestPath(clientId, one)}"><code>${requestLine(one)}</code></a>${one.error !== null && html`<br><span class="hint">${one.error}${moreErrors(one)}</span>`}`,
      class: 'beside',
      isPlain: true,
    },
    { heading: 'When', cell: ({ at }) => formatTimestamp(new Date(at)), class: 'when' },
    { heading: 'Duration', cell: ({ ms }) => durationText(ms) },
  ])
}

function moreErrors({ errors }: LoggedRequest): string {
  const count = errors === null ? 1 : errors.list.length + errors.more
  return count > 1 ? `, ${count.toLocaleString('en')} errors` : ''
}
