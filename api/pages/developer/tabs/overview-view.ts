import { html } from '../../views/html.js'
import type { Html } from '../../views/html.js'
import { copyButton } from '../../views/field.js'
import { ownAuthority } from '../../views/badges.js'
import { appLayout } from './app-layout.js'
import type { PageFrame } from '../../views/page-frame.js'
import type { OverviewData } from './page-data.js'

/** The first tab of an application. */
export function overviewView(data: OverviewData, frame: PageFrame): Html {
  const at = data.appFrame.path
  return appLayout(
    data.appFrame,
    frame,
    html`
<h1>Overview</h1>
${
  data.problems.length > 0
    ? html`<section class="alert" aria-labelledby="problems">
<h2 id="problems">Needs your attention</h2>
<ul>
${data.problems.map(
  (problem) => html`<li>${problem.text} <a href="${problem.href}">${problem.link}</a></li>
`,
)}</ul>
</section>
`
    : html`${
        data.steps.length === 0 &&
        html`<p class="lead"><span class="badge good">Working</span> Nothing needs your attention.</p>
`
      }`
}
${
  data.steps.length > 0 &&
  frame.role !== 'viewer' &&
  html`<section class="card" aria-labelledby="steps">
<h2 id="steps">Next steps</h2>
<ol class="steps">
${data.steps.map(
  (
    step,
  ) => html`<li class="${step.state}">${step.state === 'done' ? html`<span class="hidden">Done: </span>${step.text}` : html`<a href="${step.href}">${step.text}</a>${step.state === 'next' && html` <span class="badge plain">next</span>`}`}</li>
`,
)}</ol>
</section>
`
}
<dl class="tiles">
<div><dt>Last request</dt><dd>${data.lastRequest === null ? 'None in 30 days' : html`<a href="${data.lastRequest.href}"><code>${data.lastRequest.what}</code></a> <span class="badge ${data.lastRequest.badge}">${data.lastRequest.status}</span><br><span class="soft">${data.lastRequest.when}</span>`}</dd></div>
<div><dt>Requests in 24 hours</dt><dd>${data.requests.total}${data.requests.refused > 0 ? html`, <a class="bad" href="${data.requests.href}">${data.requests.share} refused</a>` : html`${data.requests.total !== '0' && ', none refused'}`}</dd></div>
<div><dt>Last event</dt><dd>${data.lastEvent === null ? 'None in 30 days' : html`<a href="${data.lastEvent.href}">${data.lastEvent.type}</a>${data.lastEvent.trip !== null && html` ${data.lastEvent.trip}`}<br><span class="soft">${data.lastEvent.when}</span>`}</dd></div>
<div><dt>Deliveries in 24 hours</dt><dd>${data.attempts === null ? 'No webhook' : html`<a href="${at}/webhooks">${data.attempts.delivered} delivered</a>, ${data.attempts.failed > 0 ? html`<span class="bad">${data.attempts.failed} failed</span>` : 'none failed'}`}</dd></div>
<div><dt>Connected travellers</dt><dd>${data.connected.members}${data.connected.limited > 0 && html`, of whom ${data.connected.limited} allow less than everything`}</dd></div>
<div><dt>Tokens in 24 hours</dt><dd>${data.lastDay.granted} token ${data.lastDay.granted === 1 ? 'request' : 'requests'} for travellers granted, ${data.lastDay.refused === 0 ? 'none refused' : html`<a href="${at}/requests#refused">${data.lastDay.refused} refused</a>`}</dd></div>
</dl>
<p class="soft">Created on ${data.created}.</p>
<h2>Connect a traveller</h2>
${data.tryIt === null ? html`${frame.role === 'viewer' ? html`<p>It has no redirect URL yet.</p>` : html`<p>Register a redirect URL in the <a href="${at}/settings#redirect_uri">settings</a> first.</p>`}` : html`<p><a href="${data.tryIt}">Open the consent page</a> as a traveller. It asks for everything; <a href="${data.tryIt}&amp;scope=trips:read">with <code>scope=trips:read</code></a> it asks for trips only, to read. <a href="${data.baseUrl}/docs">The reference</a> names the scope of each endpoint.</p>`}
<h2 id="first_segment">Submit a segment</h2>
<p>With the traveller's access token:</p>
<pre tabindex="0" id="segment_request">curl -s ${data.baseUrl}/v2/segments \\
  -H 'Authorization: Bearer ACCESS_TOKEN' -H 'Content-Type: application/json' \\
  -d '{"segments": [{"type": "Air", "source": "manual", "airline": "TP", "flight_num": "1350", "origin": "LIS", "destination": "LHR", "departure_datetime": "2027-03-01T09:20", "arrival_datetime": "2027-03-01T12:05"}]}'</pre>
<p class="after-code">${copyButton('segment_request', 'the request')}</p>
${ownAuthority(data.authUrl)}
`,
  )
}
