import { html } from '../../views/html.js'
import type { Html } from '../../views/html.js'
import type { HealthChart } from './health-chart.js'

/** The charts of the last day, and what they show as a table. */
export function healthView(plot: HealthChart | null): Html {
  if (plot === null)
    return html`<h2 id="health">The last 24 hours</h2>
<p>Nothing was sent. Send a test event to see how your receiver answers.</p>`
  return html`<h2 id="health">The last 24 hours</h2>
<p><strong>${plot.delivered.toLocaleString('en')}</strong> ${plot.delivered === 1 ? 'attempt' : 'attempts'} delivered, <strong>${plot.failed.toLocaleString('en')}</strong> failed; the slowest hour had a median of <strong>${plot.slowestMs.toLocaleString('en')} ms</strong> to an answer.</p>
<div class="plots">
<figure class="plot">
<figcaption>Attempts per hour <span class="legend"><span class="key-good" aria-hidden="true"></span> delivered <span class="key-bad" aria-hidden="true"></span> failed</span></figcaption>
<svg viewBox="0 0 ${plot.width} ${plot.height}" role="img" aria-label="${plot.delivered} attempts delivered and ${plot.failed} failed in the last 24 hours">
${plot.attemptTicks.map((tick) => html`<line class="plot-grid" x1="${plot.left}" x2="${plot.right}" y1="${tick.y}" y2="${tick.y}"/><text class="plot-y" x="${plot.left - 6}" y="${tick.y}">${tick.label}</text>`)}
${plot.bars.map((bar) => html`${bar.goodHeight > 0 && html`<rect class="plot-good" x="${bar.x}" y="${bar.goodY}" width="${plot.barWidth}" height="${bar.goodHeight}"/>`}${bar.badHeight > 0 && html`<rect class="plot-bad" x="${bar.x}" y="${bar.badY}" width="${plot.barWidth}" height="${bar.badHeight}"/>`}`)}
${plot.hours.map((hour) => html`<text class="plot-x" x="${hour.x}" y="${plot.height - 4}">${hour.label}</text>`)}
</svg>
</figure>
<figure class="plot">
<figcaption>Median time to an answer, in milliseconds</figcaption>
<svg viewBox="0 0 ${plot.width} ${plot.height}" role="img" aria-label="The median time to an answer was at most ${plot.slowestMs} milliseconds in an hour">
${plot.timeTicks.map((tick) => html`<line class="plot-grid" x1="${plot.left}" x2="${plot.right}" y1="${tick.y}" y2="${tick.y}"/><text class="plot-y" x="${plot.left - 6}" y="${tick.y}">${tick.label}</text>`)}
<polyline class="plot-line" points="${plot.line}"/>
${plot.dots.map((dot) => html`<circle class="plot-dot" cx="${dot.x}" cy="${dot.y}" r="3"/>`)}
${plot.hours.map((hour) => html`<text class="plot-x" x="${hour.x}" y="${plot.height - 4}">${hour.label}</text>`)}
</svg>
</figure>
</div>
<details><summary>The charts as a table</summary>
<div class="scroll" tabindex="0" role="region" aria-label="Attempts per hour">
<table class="narrow">
<thead><tr><th scope="col">Hour</th><th scope="col">Delivered</th><th scope="col">Failed</th><th scope="col">Median ms</th></tr></thead>
<tbody>${plot.bars.map((bar) => html`${bar.medianMs !== null && html`<tr><td>${bar.hoursAgo === 0 ? 'this hour' : bar.hoursAgo + ' h ago'}</td><td>${bar.delivered}</td><td>${bar.failed}</td><td>${bar.medianMs}</td></tr>`}`)}</tbody>
</table>
</div>
</details>`
}
