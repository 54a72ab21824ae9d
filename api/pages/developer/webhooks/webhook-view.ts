import { html } from '../../views/html.js'
import type { Html } from '../../views/html.js'
import { postForm } from '../../views/post-form.js'
import { choice, copyButton, field } from '../../views/field.js'
import { stateBadge, about } from '../../views/badges.js'
import { appLayout } from '../tabs/app-layout.js'
import type { PageFrame } from '../../views/page-frame.js'
import { healthView } from './health-chart.js'
import type { WebhookPageData } from './page-data.js'
import type { AppFrame } from '../tabs/page-data.js'

export function webhookView(data: WebhookPageData, frame: PageFrame): Html {
  const app = data.appFrame.path
  const at = `${app}/webhooks/${data.hook.id}`
  const mayChange = frame.role !== 'viewer'
  return appLayout(
    data.appFrame,
    frame,
    html`
${webhookHead('Webhook', data, frame)}
${data.hook.description !== '' && html`<p>${data.hook.description}</p>`}
<dl class="pairs">
<dt>Events</dt><dd>${data.hook.events}</dd>
<dt>Filter</dt><dd>${data.hook.filter.length === 0 ? 'none' : html`${data.hook.filter.length === 1 ? data.hook.filter.join() : html`<ul>${data.hook.filter.map((one) => html`<li>${one}</li>`)}</ul>`}`}</dd>
<dt>Payload</dt><dd>${data.hook.payload}</dd>
<dt>Custom headers</dt><dd>${data.hook.headers.length === 0 ? 'none' : html`<code>${data.hook.headers.join(', ')}</code>`}</dd>
<dt>Order</dt><dd>${data.hook.order}</dd>
<dt>Limits</dt><dd>${data.hook.limits}</dd>
<dt>Last attempt</dt><dd>${data.hook.lastDelivery}${data.hook.lastStatus !== '' && html`, answered ${data.hook.lastStatus}`}</dd>
<dt>Failures in a row</dt><dd>${data.hook.failures}</dd>
</dl>
${mayChange && actions(data, at, frame)}
${
  data.notices.length > 0 &&
  html`<h2>Notices</h2>
<ul>${data.notices.map((notice) => html`<li><a href="${app}/events/${notice.eventId}">${notice.when}</a>: ${notice.what}</li>`)}</ul>
`
}
${healthView(data.plot)}
${deliveryList(data, at)}
${mayChange && replaySection(data, at, frame)}
`,
  )
}

const pairs = (list: readonly string[]): Array<[string, string]> =>
  list.map((one) => [one, one.replace('_', ' ')])

function actions(data: WebhookPageData, at: string, frame: PageFrame): Html {
  return html`<div class="actions">
${postForm(
  frame,
  { action: `${at}/ping`, class: 'row' },
  html`<div class="field"><label for="test_type">Test event</label><select id="test_type" name="type">${data.types.map((type) => html`<option value="${type}"${type === 'callback.ping' && ' selected'}>${type}</option>`)}</select></div>
<button>Send it and show the answer</button>`,
)}
</div>
<p class="hint">A test event has an example as its content and <code>"test": true</code>. It is signed like any other, sent once, also while the webhook is disabled.</p>
${
  data.hook.status === 'Active'
    ? html`<details><summary>Disable this webhook</summary>
${postForm(
  frame,
  { action: `${at}/status`, hidden: { status: 'Disabled' } },
  html`<p>Nothing is sent until you enable it. What happens meanwhile is recorded, and can be sent again then.</p>
<button>Disable it</button>`,
)}
</details>
`
    : html`${postForm(frame, { action: `${at}/status`, hidden: { status: 'Active' } }, html`<button>Enable</button>`)}
`
}`
}

function deliveryList(data: WebhookPageData, at: string): Html {
  const waits = data.deliveries.some((line) => line.next !== '')
  return html`<h2 id="deliveries">Deliveries</h2>
<form method="get" action="${at}" class="card filters" aria-label="Filter deliveries">
${choice({ id: 'state', label: 'State', any: 'any', value: data.filter.state, options: pairs(data.states) })}
${choice({ id: 'type', label: 'Event', any: 'any', value: data.filter.type, options: pairs(data.types) })}
${field([], { id: 'status', label: 'Status code', value: data.filter.status, inputmode: 'numeric', required: false })}
${field([], { id: 'resource', label: 'Id of the trip, segment, ...', value: data.filter.resource, inputmode: 'numeric', required: false })}
${field([], { id: 'since', label: 'From (UTC)', type: 'datetime-local', value: data.filter.since, required: false })}
${field([], { id: 'until', label: 'Before (UTC)', type: 'datetime-local', value: data.filter.until, required: false })}
<p class="actions"><button>Filter</button> <a href="${at}">Clear</a></p>
</form>
${
  data.deliveries.length === 0
    ? html`<p>No deliveries.</p>`
    : html`<div class="scroll" tabindex="0" role="region" aria-label="Deliveries">
<table class="cards">
<thead><tr><th scope="col">Event</th><th scope="col">About</th><th scope="col">State</th><th scope="col">Attempts</th><th scope="col">Last</th><th scope="col">Outcome</th>${waits && html`<th scope="col">Next</th>`}</tr></thead>
<tbody>${data.deliveries.map((line) => html`<tr><td><a href="${at}/deliveries/${line.eventId}">${line.type}</a>${line.isTest && html` <span class="badge plain">test</span>`}</td><td data-label="About">${about(line)}</td><td data-label="State">${stateBadge(line.state)}</td><td data-label="Attempts" class="minor">${line.attempts}</td><td data-label="Last" class="when">${line.last}</td><td data-label="Outcome">${line.status}</td>${waits && html`<td data-label="Next">${line.next}</td>`}</tr>`)}</tbody>
</table>
</div>
`
}
${data.more !== null && html`<p><a href="${at}${data.more}">Older deliveries</a></p>`}`
}

function replaySection({ replay, types }: WebhookPageData, at: string, frame: PageFrame): Html {
  return html`<h2 id="replay">Replay</h2>
${postForm(
  frame,
  { action: `${at}/replay#replay`, class: 'card filters' },
  html`${
    replay.count === null
      ? html`${choice({
          id: 'only',
          label: 'Send again',
          value: replay.only,
          options: [
            ['undelivered', 'what was never delivered'],
            ['all', 'everything'],
          ],
        })}
${choice({ id: 'replay_type', name: 'type', label: 'Event', any: 'any', value: replay.type, options: pairs(types) })}
<div class="field"><label for="replay_since">From (UTC)</label><input id="replay_since" name="since" type="datetime-local" value="${replay.since}"></div>
<div class="field"><label for="replay_until">Before (UTC)</label><input id="replay_until" name="until" type="datetime-local" value="${replay.until}"></div>
<p class="actions"><button>Count them first</button></p>
`
      : html`<input type="hidden" name="only" value="${replay.only}"><input type="hidden" name="type" value="${replay.type}"><input type="hidden" name="since" value="${replay.since}"><input type="hidden" name="until" value="${replay.until}"><input type="hidden" name="sure" value="1">
<p role="status" class="wide"><strong>${replay.count}</strong> ${replay.count === 1 ? 'event' : 'events'}${replay.only === 'all' ? '' : ' never delivered'}${replay.type !== '' && html`, ${replay.type} only`}${replay.since !== '' && html`, from ${replay.since.replace('T', ' ')} UTC`}${replay.until !== '' && html`, before ${replay.until.replace('T', ' ')} UTC`}.</p>
<p class="actions">${replay.count > 0 && html`<button class="primary">Send ${replay.count === 1 ? 'it' : 'them'} again</button> `}<a href="${at}#replay">Change the selection</a></p>
`
  }
`,
)}`
}

interface HeadData {
  appFrame: AppFrame
  hook: { id: string; url: string; status: string; reason?: string | null }
}

/** The head of the pages of a webhook. */
export function webhookHead(title: string, data: HeadData, frame: PageFrame): Html {
  const at = `${data.appFrame.path}/webhooks/${data.hook.id}`
  return html`
<p class="crumbs"><a href="${data.appFrame.path}/webhooks">Webhooks</a></p>
<h1>${title}</h1>
<p class="address"><code id="webhook_address">${data.hook.url}</code> ${copyButton('webhook_address', 'the URL')} <span class="badge ${data.hook.status === 'Active' ? 'good' : 'bad'}">${data.hook.status}</span>${data.hook.reason != null && ` (${data.hook.reason})`}</p>
<ul class="links plain"><li><a href="${at}"${frame.path === at && html` aria-current="page"`}>Activity</a></li>${frame.role !== 'viewer' && html`<li><a href="${at}/settings"${frame.path === `${at}/settings` && html` aria-current="page"`}>Settings</a></li>`}</ul>
`
}
