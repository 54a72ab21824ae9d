/**
 * The requests of an application: those to the API, with filters (contract.md 11), and those that the
 * authorization server refused (oauth.md 6.3).
 */
import { isId } from '../../../../schemas/base/ids.js'
import { STATUS_CLASSES } from '../../../../schemas/oauth/logged-request.js'
import type { LoggedRequest } from '../../../../schemas/oauth/logged-request.js'
import type { Parameters } from '../../../oauth/parameters.js'
import { auditListItem } from '../../lib/audit-labels.js'
import { formatDate } from '../../lib/format-date.js'
import type { AppsDeps } from '../apps-deps.js'
import { appFrame } from '../tabs/app-frame.js'
import { choiceOf, dateTimeInputValue, dateTimeOf, nextPageUrl, textOf } from '../webhooks/list-query.js'
import type { RequestFilter, RequestItem, RequestsData } from './page-data.js'
import { requestItem } from './request-item.js'
import { html } from '../../views/html.js'
import type { Html } from '../../views/html.js'
import { field, choice } from '../../views/field.js'
import { appLayout } from '../tabs/app-layout.js'
import type { PageFrame } from '../../views/page-frame.js'
import { auditTable } from '../../views/audit-table.js'
import type { AppPage } from '../own-app.js'
import type { PageResult } from '../../lib/page-result.js'
import { view } from '../../lib/page-result.js'

const REQUESTS_PER_PAGE = 50
const MAX_REFUSALS = 20
const EPOCH_MS = /^\d{1,15}$/

export async function renderRequests(page: AppPage, deps: AppsDeps): Promise<PageResult> {
  const { app } = page
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
  return view(
    requestsView,
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

function requestsView(data: RequestsData, frame: PageFrame): Html {
  const at = data.appFrame.path
  return appLayout(
    data.appFrame,
    frame,
    html`
<h1>Requests</h1>
<p>What this application asked the API and the token endpoint in the last 30 days, newest first, without bodies and tokens. Paste the <code>X-Request-Id</code> of an answer to find its request.</p>
<form method="get" action="${at}/requests" class="card filters" aria-label="Filter requests">
${choice({
  id: 'status',
  label: 'Status',
  any: 'any',
  value: data.filter.status,
  options: [
    ['refused', 'refused (4xx and 5xx)'],
    ['2xx', '2xx'],
    ['3xx', '3xx'],
    ['4xx', '4xx'],
    ['5xx', '5xx'],
  ],
})}
${field([], { id: 'request', label: 'Request id', value: data.filter.request, plain: true, required: false })}
${field([], { id: 'path', label: 'Path begins with', value: data.filter.path, plain: true, required: false })}
${field([], { id: 'member', label: 'Id of the traveller', value: data.filter.member, inputmode: 'numeric', required: false })}
${field([], { id: 'since', label: 'From (UTC)', type: 'datetime-local', value: data.filter.since, required: false })}
${field([], { id: 'until', label: 'Before (UTC)', type: 'datetime-local', value: data.filter.until, required: false })}
<p class="actions"><button>Filter</button> <a href="${at}/requests">Clear</a></p>
</form>
${
  data.requests.length === 0
    ? html`<p>${data.isFiltered ? 'No request matches these filters.' : 'No requests yet. They appear here within two seconds.'}</p>`
    : html`<div class="scroll" tabindex="0" role="region" aria-label="Requests">
<table class="cards">
<thead><tr><th scope="col">Status</th><th scope="col">Request</th><th scope="col">When</th><th scope="col">Duration</th></tr></thead>
<tbody>${data.requests.map(
        (
          one,
        ) => html`<tr><td class="beside"><span class="badge ${one.badge}">${one.status}</span></td><td class="beside"><a href="${one.href}"><code>${one.method} ${one.path}${one.query}</code></a>${one.error !== null && html`<br><span class="hint">${one.error}${countOf(one) > 1 && `, ${countOf(one).toLocaleString('en')} errors`}</span>`}</td><td data-label="When" class="when">${one.when}</td><td data-label="Duration">${one.ms}</td></tr>
`,
      )}</tbody>
</table>
</div>
`
}
${data.more !== null && html`<p><a href="${at}/requests${data.more}">Older requests</a></p>`}
${data.unlisted.map((one) => html`<p class="hint">On ${one.day}, ${one.count} further requests were counted, but are not listed.</p>`)}
<h2 id="refused">Refused by the authorization server</h2>
${
  data.refusals.length === 0
    ? html`<p>None recently.</p>`
    : auditTable(
        'Requests refused by the authorization server',
        { when: 'When', what: 'What', detail: 'Reason', address: 'From' },
        data.refusals,
      )
}
`,
  )
}

const countOf = ({ errors }: RequestItem): number => (errors === null ? 1 : errors.list.length + errors.more)
