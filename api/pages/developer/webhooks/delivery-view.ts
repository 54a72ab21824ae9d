import { html } from '../../views/html.js'
import type { Html } from '../../views/html.js'
import { postForm } from '../../views/post-form.js'
import { copyButton } from '../../views/field.js'
import { stateBadge } from '../../views/badges.js'
import { appLayout } from '../tabs/app-layout.js'
import type { PageFrame } from '../../views/page-frame.js'
import type { DeliveryPageData } from './page-data.js'

/** One delivery, with every attempt. */
export function deliveryView(data: DeliveryPageData, frame: PageFrame): Html {
  const app = data.appFrame.path
  const at = `${app}/webhooks/${data.hookId}`
  return appLayout(
    data.appFrame,
    frame,
    html`
<h1>Delivery of ${data.line.type}</h1>
<p>To <a href="${at}">${data.url}</a>. Event <code id="event_id">${data.line.eventId}</code> ${copyButton('event_id', 'the event id')}</p>
<p>${data.line.isTest && html`<span class="badge plain">test</span> `}${stateBadge(data.line.state)}${data.line.next !== '' && html` Next attempt: ${data.line.next}.`}</p>
${data.line.isTest ? html`<p>A test event: an example, sent once. It is not in the event log. <a href="${at}">Send another</a></p>` : html`${data.active ? html`${postForm(frame, { action: `${at}/deliveries/${data.line.eventId}/redeliver` }, html`<p class="actions"><button>Send it again</button></p>`)}` : html`<p>Enable the webhook to send it again.</p>`}`}
<h2>Attempts</h2>
${data.attempts.length === 0 && html`<p>None yet.</p>`}
${data.attempts.map(
  (attempt) => html`<section class="card" aria-labelledby="attempt-${attempt.no}">
<h3 id="attempt-${attempt.no}">Attempt ${attempt.no}: ${attempt.outcome}</h3>
<p>${attempt.at}, ${attempt.ms} ms, ${attempt.address}. ${stateBadge(attempt.state)}${attempt.next !== null && html` Next attempt at ${attempt.next}.`}</p>
<details><summary>Request headers</summary><pre tabindex="0">${attempt.headers.map(([name, value]) => html`${name}: ${value}`)}</pre></details>
${attempt.body !== null && html`<details><summary>Request body: without data</summary><pre tabindex="0">${attempt.body}</pre></details>`}
${attempt.answer !== null && attempt.answer !== '' && html`<details open><summary>Response</summary><pre tabindex="0">${attempt.answer}</pre></details>`}
</section>
`,
)}
${data.body !== null && html`<h2>${data.attempts.some((one) => one.body !== null) ? 'The whole event' : 'Request body'}</h2><pre tabindex="0" id="event_body">${data.body}</pre><p class="after-code">${copyButton('event_body', 'the body')}</p>`}
`,
  )
}
