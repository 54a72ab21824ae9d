import type { SharedTrip } from '../../../../schemas/member-pages/shared-trip.js'
import { html } from '../../views/html.js'
import type { Html } from '../../views/html.js'
import type { PageFrame } from '../../views/page-frame.js'
import { shareSection } from '../sharing/share-section.js'
import { mapFigure } from './map/map-markup.js'
import { timeline } from './timeline-markup.js'
import type { TripSummary, TripView } from './trip-view.js'

export function tripPageView(trip: TripView, links: readonly SharedTrip[], frame: PageFrame): Html {
  const share = trip.status === 'Active' && shareSection(trip.id, links, frame)
  const isEmpty = trip.days.length === 0 && trip.cancelled.length === 0
  return html`
<p class="crumb"><a href="/account/trips">All trips</a></p>
${tripHead(trip)}
<p class="actions"><a href="/account/segments/new?trip=${trip.id}">Add to this trip</a> <a href="/account/trips/${trip.id}/edit">Rename, note, merge or split</a>${trip.status === 'Active' && html` <a href="#share">Share</a>`} <button type="button" class="quiet" data-print hidden>Print</button></p>
${trip.warnings.length > 0 && toCheck(trip)}
${!isEmpty && share}
${tripTimeline(trip)}
${isEmpty && share}
${
  trip.notes.length > 0 &&
  html`<h2>Notes</h2>
<ul>${trip.notes.map((note) => html`<li class="note">${note}</li>`)}</ul>
`
}
`
}

function toCheck({ warnings }: TripView): Html {
  return html`<section class="check" aria-labelledby="check">
<h2 id="check">To check</h2>
<ul>${warnings.map(({ text, links }) => html`<li>${text}${links.map((link, at) => html`${at === 0 ? ' ' : ', '}<a href="${link.href}">${link.text}</a>`)}</li>`)}</ul>
</section>
`
}

/** The map, and the days. */
export function tripTimeline(trip: TripView): Html {
  return html`${trip.map !== null && mapFigure(trip.map)}${timeline(trip)}`
}

export function tripHead(trip: TripView): Html {
  return html`
<h1>${trip.name}</h1>
<p class="marks">${tripMarks(trip)}</p>
<p class="lead">${trip.span ?? 'No dates yet'}</p>
${trip.places.length > 0 && html`<p>${trip.places.join(' \u00b7 ')}</p>`}
${trip.contents !== '' && html`<p class="soft">${trip.contents}${trip.distance !== null && html`; ${trip.distance} in all`}. All times are local.</p>`}
`
}

/** Whether it is cancelled or under way, and when it begins. */
export function tripMarks({ status, isNow, timing }: TripSummary): Html {
  return html`${status === 'Cancelled' && html`<span class="badge bad">Cancelled</span> `}${isNow && html`<span class="badge good">Under way</span> `}${timing !== null && html`<span class="badge plain">${timing}</span>`}`
}
