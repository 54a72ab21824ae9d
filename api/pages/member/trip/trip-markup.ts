import { html } from '../../views/html.js'
import type { Html } from '../../views/html.js'
import type { PageFrame } from '../../views/page-frame.js'
import { shareSection } from '../sharing/share-section.js'
import type { SharedLinkItem } from '../sharing/shared-link-item.js'
import { timeline } from './timeline-markup.js'
import type { TripView } from './trip-view.js'

export function tripPageView(data: { trip: TripView; links: SharedLinkItem[] }, frame: PageFrame): Html {
  return html`
<p class="crumb"><a href="/account/trips">All trips</a></p>
${tripHead(data.trip)}
${
  data.trip.warnings.length > 0 &&
  html`<section class="check" aria-labelledby="check">
<h2 id="check">To check</h2>
<ul>${data.trip.warnings.map((warning) => html`<li>${warning.text}${warning.segments.map((segment, at) => html`${at === 0 ? ' ' : ', '}<a href="#segment-${segment.id}">${segment.title}</a>`)}</li>`)}</ul>
</section>
`
}
${timeline(data.trip)}
${
  data.trip.notes.length > 0 &&
  html`<h2>Notes</h2>
<ul>${data.trip.notes.map((note) => html`<li class="note">${note}</li>`)}</ul>
`
}
${
  data.trip.status === 'Active' &&
  html`${shareSection(data.trip.id, data.links, frame)}
`
}
`
}

export function tripHead(trip: TripView): Html {
  return html`
<h1>${trip.name}</h1>
<p class="marks">${trip.status === 'Cancelled' && html`<span class="badge bad">Cancelled</span> `}${trip.isNow && html`<span class="badge good">Under way</span> `}${trip.timing !== null && html`<span class="badge plain">${trip.timing}</span>`}</p>
<p class="lead">${trip.span ?? 'No dates yet'}</p>
${trip.places.length > 0 && html`<p>${trip.places.join(' \u00b7 ')}</p>`}
${trip.contents !== '' && html`<p class="soft">${trip.contents}${trip.distance !== null && html`; ${trip.distance} in all`}. Every time is the local time of its place.</p>`}
`
}
