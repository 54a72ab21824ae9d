import { html } from '../../views/html.js'
import type { Html } from '../../views/html.js'
import { saysKind } from '../../../segment-words/segment-words.js'
import { segmentIcon } from './segment-icons.js'
import type { TimelineDay } from './timeline-days.js'
import type { ItemEnd, TimelineItem } from './timeline-item.js'

export interface Timeline {
  days: readonly TimelineDay[]
  cancelled: readonly TimelineItem[]
  /** Of a trip; absent for what is in none. */
  status?: string
}

/** @param reasons why segments are in no trip, by their ids */
export function timeline(data: Timeline, reasons: Readonly<Record<string, string>> = {}): Html {
  return html`
${data.days.length === 0 && data.cancelled.length === 0 && html`<p>Nothing is on this trip ${data.status === 'Cancelled' ? 'any more' : 'yet'}.</p>`}
${data.days.map(
  (day, at) => html`<section class="day" aria-labelledby="day-${at}">
<h2 id="day-${at}">${day.name ?? 'No date given'}${day.marker !== null && html` <span class="soft">(${day.marker})</span>`}</h2>
<ol class="timeline">
${day.entries.map(
  ({ item, end }) => html`${
    item !== null
      ? html`<li id="segment-${item.id}">
${item.connection !== null && html`<p class="connection">${item.connection}</p>`}
${itemCard(item, false, reasons[item.id] ?? null)}
</li>
`
      : html`<li class="end">
<p><strong>${end.what}</strong> ${end.time !== null && html`<span class="clock">${end.time}</span>${end.zone !== null && html` <span class="zone-name">${end.zone}</span>`} `}<a href="#segment-${end.id}">${end.title}</a></p>
</li>
`
  }
`,
)}
</ol>
</section>
`,
)}
${
  data.cancelled.length > 0 &&
  html`<section class="day" aria-labelledby="cancelled">
<h2 id="cancelled">Cancelled</h2>
<ol class="timeline">
${data.cancelled.map((item) => html`<li id="segment-${item.id}" class="gone">${itemCard(item, true)}</li>`)}
</ol>
</section>
`
}
`
}

/** One segment. @param isDated whether it shows its day */
export function itemCard(item: TimelineItem, isDated: boolean, reason: string | null = null): Html {
  return html`
<article class="item" aria-labelledby="title-${item.id}">
<h3 id="title-${item.id}">${segmentIcon(item.type)} ${item.route !== null && html`<span class="route">${item.route}</span> `}${!saysKind(item.kind, item.title) && html`<span class="kind">${item.kind}</span> `}<span class="name">${item.title}</span>${itemMarks(item)}</h3>
${item.cancellation !== null && html`<p class="why">${item.cancellation}</p>`}
${reason !== null && html`<p class="why">${reason}</p>`}
${item.warnings.map((warning) => html`<p class="check">${warning}</p>`)}
${isDated && item.day !== null && html`<p class="soft">${item.day}</p>`}
<dl class="ends">
${item.ends.map(
  (end) => html`<div>
<dt>${end.what}</dt>
${clock(end)}
<dd class="at">${end.place.city !== null && html`<span class="city">${end.place.city}</span>`}${end.place.name !== null && html` <span class="soft place">${end.place.name}</span>`}${end.boarding !== null && html` <span class="boarding">${end.boarding}</span>`}</dd>
</div>
`,
)}
</dl>
${
  (item.duration !== null || item.facts.length > 0 || item.price !== null || item.locators.length > 0) &&
  html`<ul class="facts">
${item.duration !== null && html`<li>${item.duration}</li>`}
${item.facts.map(([label, value]) => html`<li><span class="soft">${label}</span> ${value}</li>`)}
${item.price !== null && html`<li><span class="soft">Price</span> ${item.price}</li>`}
${item.locators.map((locator) => html`<li><span class="soft">${locator.label}</span> <code>${locator.value}</code> <button type="button" class="copy" data-copy="${locator.value}" aria-label="Copy ${locator.label.toLowerCase()} ${locator.value}" hidden>Copy</button></li>`)}
</ul>
`
}
${item.corrected !== null && html`<p class="yours">Corrected by you: ${item.corrected}</p>`}
${note(item)}
${
  item.reports.length > 0 &&
  html`<details>
<summary>Reported by ${item.reports.length === 1 ? (item.reports[0]?.source ?? '') : item.reports.length + ' sources'}<span class="hidden"> (${item.name})</span></summary>
<dl class="pairs">
${item.reports.map(
  (report) => html`<dt>${report.source === 'you' ? 'You' : report.source}</dt>
<dd>${report.status.charAt(0).toUpperCase() + report.status.slice(1)}${report.booking !== null && html` under <code>${report.booking}</code>`}; received on ${report.received}.${report.fields !== '' && html` <span class="soft">Taken from it: ${report.fields}.</span>`}</dd>
`,
)}
</dl>
</details>
`
}
${editLink(item)}
</article>
`
}

function itemMarks({ status, isWarned }: TimelineItem): Html {
  return html`${status === 'Cancelled' && html` <span class="badge bad">Cancelled</span>`}${status === 'Pending' && html` <span class="badge plain">Waiting for confirmation</span>`}${isWarned && html` <a class="badge warn" href="#check">To check</a>`}`
}

/** The time, the former time, and the day if it differs from the one above. */
function clock({ time, was, live, instead, zone, plus, day }: ItemEnd): Html | false {
  if (time === null && instead === null && day === null && was === null) return false
  return html`<dd class="clock">${time}${time === null && instead !== null && html`<span class="soft">${instead}</span>`}${was !== null && html` <span class="was">was <s>${was}</s></span>`}${time !== null && zone !== null && html` <span class="zone-name">${zone}</span>`}${day !== null && html` <span class="on-day">${plus !== null && html`<span class="plus">${plus}</span>, `}${day}</span>`}${live !== null && html` <span class="live">${live}</span>`}</dd>`
}

const note = ({ notes }: TimelineItem): Html | false => notes !== null && html`<p class="note">${notes}</p>`

const editLink = ({ edit, name }: TimelineItem): Html | false =>
  edit !== null &&
  html`<p class="correct"><a href="${edit}">Correct, move or remove<span class="hidden"> (${name})</span></a></p>`
