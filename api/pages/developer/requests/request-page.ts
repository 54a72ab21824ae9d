/** One request of an application, found by the X-Request-Id of its answer (contract.md 11). */
import type { LoggedErrors, LoggedRequest } from '../../../../schemas/oauth/logged-request.js'
import { formatTimestamp } from '../../lib/format-date.js'
import { copyButton } from '../../views/field.js'
import { html } from '../../views/html.js'
import type { Html } from '../../views/html.js'
import { appView } from '../app-view.js'
import type { AppsDeps } from '../apps-deps.js'
import { appPage } from '../own-app.js'
import { durationText, errorDocs, requestLine, statusBadge, statusTitle } from './request-item.js'

const MAX_SAME_ID = 20
const ANY = { statusClass: null, method: null, path: null, memberId: null, since: null, until: null }

export const requestPage = appPage(
  {
    route: 'GET /console/apps/:clientId/requests/:requestId',
    params: { requestId: (id) => !id.includes('\0') },
  },
  async (page, { requestLog }: AppsDeps) => {
    const { requestId: id = '' } = page.params
    const query = { ...ANY, request: id, before: null, limit: MAX_SAME_ID }
    const rows = await requestLog.list(page.app.clientId, query)
    const isKnown = rows.length > 0
    return appView(
      page,
      'requests',
      { title: isKnown ? `Request ${id}` : 'Request not found', status: isKnown ? 200 : 404 },
      (_frame, at) => html`
<h1>${isKnown ? 'Request' : 'Request not found'}</h1>
<p><a href="${at}/requests">All requests</a></p>
<p>Request <code id="request-id">${id}</code> ${copyButton('request-id', 'the request id')}</p>
${!isKnown && html`<p>No request of this application has this id. It may be older than 30 days, belong to another application, have carried no credential of this service, or be too new: requests appear within two seconds.</p>`}
${rows.length > 1 && html`<p>The client sent this id ${rows.length} times; the newest is first.</p>`}
${rows.map((one) => requestCard(one, at))}
`,
    )
  },
)

function requestCard(one: LoggedRequest, at: string): Html {
  return html`<div class="card">
<p>${statusBadge(one.status)} ${statusTitle(one.status)}</p>
${one.errors !== null ? errorList(one.errors) : one.error !== null && html`<p><code>${one.error}</code><br>${one.description}</p>`}
${one.error !== null && html`<p><a href="${errorDocs(one)}">What the errors mean</a></p>`}
<dl class="pairs">
<dt>Request</dt><dd><code>${requestLine(one)}</code></dd>
<dt>Endpoint</dt><dd><code>${one.method} ${one.route}</code></dd>
<dt>When</dt><dd>${formatTimestamp(new Date(one.at))}</dd>
<dt>Duration</dt><dd>${durationText(one.ms)}</dd>
<dt>Traveller</dt><dd>${one.memberId === null ? 'none' : html`<a href="${at}/requests?member=${one.memberId}">${one.memberId}</a>`}</dd>
</dl>
</div>
`
}

function errorList({ list, more }: LoggedErrors): Html {
  return html`<ul class="faults">
${list.map(
  ({ field, code, text, hint }) =>
    html`<li><p>${field !== null && html`<code>${field}</code> `}<span class="soft"><code>${code}</code></span></p><p>${text}</p>${hint !== null && html`<p class="hint">${hint}</p>`}</li>`,
)}</ul>
${more > 0 && html`<p>${more.toLocaleString('en')} more ${more === 1 ? 'error' : 'errors'} were in the answer.</p>`}
`
}
