import { html } from '../../../views/html.js'
import type { Html } from '../../../views/html.js'
import type { TripMap } from './trip-map.js'

/** The map as a drawing in the page, with its places and journeys as text for screen readers. */
export function mapFigure(map: TripMap): Html {
  return html`<figure class="map"><svg viewBox="0 0 ${map.width} ${map.height}" role="img" aria-labelledby="map-title map-desc">
<title id="map-title">Map of ${map.places.join(', ')}</title>
<desc id="map-desc">${map.journeys.length > 0 ? `Journeys: ${map.journeys.join(', ')}.` : 'The places of the trip.'}</desc>
<path class="map-land" d="${map.land}"/><path class="map-grid" d="${map.grid}"/>
${map.lines.map((line) => html`<path class="map-way" d="${line}"/>`)}
${map.dots.map(({ x, y }) => html`<circle class="map-dot" cx="${x}" cy="${y}" r="4"/>`)}
${map.labels.map(({ x, y, text, anchor }) => html`<text x="${x}" y="${y}" text-anchor="${anchor}">${text}</text>`)}
</svg></figure>
`
}
