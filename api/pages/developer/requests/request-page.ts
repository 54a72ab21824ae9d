/** One request of an application, found by the X-Request-Id of its answer (contract.md 11). */
import type { AppsDeps } from '../apps-deps.js'
import { appFrame } from '../tabs/app-frame.js'
import { requestItem } from './request-item.js'
import { html } from '../../views/html.js'
import type { Html } from '../../views/html.js'
import { copyButton } from '../../views/field.js'
import { appLayout } from '../tabs/app-layout.js'
import type { PageFrame } from '../../views/page-frame.js'
import type { RequestData } from './page-data.js'
import { appPage } from '../own-app.js'
import { problem, view } from '../../lib/page-result.js'

const MAX_SAME_ID = 20
const ANY = { statusClass: null, method: null, path: null, memberId: null, since: null, until: null }

export const requestPage = appPage(
  { route: 'GET /console/apps/:clientId/requests/:requestId' },
  async ({ app, request }, { requestLog }: AppsDeps) => {
    const { requestId: id } = request.params as { requestId: string }
    if (id.includes('\0')) return problem('not_found')
    const rows = await requestLog.list(app.clientId, {
      ...ANY,
      request: id,
      before: null,
      limit: MAX_SAME_ID,
    })
    const isKnown = rows.length > 0
    return view(
      requestView,
      { title: isKnown ? `Request ${id}` : 'Request not found', status: isKnown ? 200 : 404 },
      {
        appFrame: appFrame(app, 'requests'),
        id,
        requests: rows.map((row) => requestItem(app.clientId, row)),
      },
    )
  },
)

function requestView(data: RequestData, frame: PageFrame): Html {
  const at = data.appFrame.path
  return appLayout(
    data.appFrame,
    frame,
    html`
<h1>${data.requests.length === 0 ? 'Request not found' : 'Request'}</h1>
<p><a href="${at}/requests">All requests</a></p>
<p>Request <code id="request-id">${data.id}</code> ${copyButton('request-id', 'the request id')}</p>
${
  data.requests.length === 0 &&
  html`<p>No request of this application has this id. It may be older than 30 days, of another application, without a credential of this service, or too new: requests appear within two seconds.</p>
`
}
${data.requests.length > 1 && html`<p>The client sent this id ${data.requests.length} times; the newest is first.</p>`}
${data.requests.map(
  (one) => html`<div class="card">
<p><span class="badge ${one.badge}">${one.status}</span> ${one.title}</p>
${
  one.errors !== null
    ? html`<ul class="faults">
${one.errors.list.map(
  (
    error,
  ) => html`<li><p>${error.field !== null && html`<code>${error.field}</code> `}<span class="soft"><code>${error.code}</code></span></p><p>${error.text}</p>${error.hint !== null && html`<p class="hint">${error.hint}</p>`}</li>
`,
)}</ul>
${one.errors.more > 0 && html`<p>${one.errors.more.toLocaleString('en')} more ${one.errors.more === 1 ? 'error' : 'errors'} were in the answer.</p>`}
`
    : html`${one.error !== null && html`<p><code>${one.error}</code><br>${one.description}</p>`}`
}
${one.error !== null && html`<p><a href="${one.docs}">What the errors mean</a></p>`}
<dl class="pairs">
<dt>Request</dt><dd><code>${one.method} ${one.path}${one.query}</code></dd>
<dt>Endpoint</dt><dd><code>${one.method} ${one.route}</code></dd>
<dt>When</dt><dd>${one.when}</dd>
<dt>Duration</dt><dd>${one.ms}</dd>
<dt>Traveller</dt><dd>${one.member === null ? 'none' : html`<a href="${at}/requests?member=${one.member}">${one.member}</a>`}</dd>
</dl>
</div>
`,
)}
`,
  )
}
