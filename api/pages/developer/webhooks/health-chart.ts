/**
 * Two charts of the last day with a common axis of hours: attempts as bars, failures on top of deliveries, and
 * the median time to an answer as a line. Two scales in one chart cannot be read. Pure geometry.
 */
import type { HealthHour } from '../../../../schemas/webhooks/delivery-log.js'
import { html } from '../../views/html.js'
import type { Html } from '../../views/html.js'

export interface ChartBar {
  x: number
  hoursAgo: number
  delivered: number
  failed: number
  medianMs: number | null
  goodY: number
  goodHeight: number
  badY: number
  badHeight: number
}

/** A line across the chart, with what it stands for. */
export interface ChartTick {
  y: number
  label: string
}

export interface HealthChart {
  width: number
  height: number
  /** Where the bars begin and end, and the line on which they stand. */
  left: number
  right: number
  bottom: number
  barWidth: number
  bars: ChartBar[]
  attemptTicks: ChartTick[]
  timeTicks: ChartTick[]
  /** Labels below both charts, at the middle of a bar. */
  hours: Array<{ x: number; label: string }>
  /** Points of the line, as SVG reads them. */
  line: string
  dots: Array<{ x: number; y: number }>
  delivered: number
  failed: number
  slowestMs: number
}

const HOURS = 24
const STEP = 19
const BAR_WIDTH = 15
const LEFT = 52
const TOP = 10
const BOTTOM = 120
const PLOT_HEIGHT = BOTTOM - TOP
/** Failures are never too few to be seen. */
const MIN_FAILED_HEIGHT = 3
const TICKS_AT_MOST = 4
const LABELLED_HOURS = [23, 18, 12, 6, 0]

/** The charts of the hours that had attempts; null if there were none. */
export function healthChart(hours: HealthHour[]): HealthChart | null {
  if (hours.length === 0) return null
  const most = Math.max(...hours.map((hour) => hour.delivered + hour.failed))
  const slowestMs = Math.max(1, ...hours.map((hour) => hour.medianMs))
  const [counts, times] = [scaleTo(most), scaleTo(slowestMs)]
  const bars = Array.from({ length: HOURS }, (_, i) => {
    const hoursAgo = HOURS - 1 - i
    const hour = hours.find((one) => one.hoursAgo === hoursAgo)
    return chartBar(barX(hoursAgo), hoursAgo, hour, counts.top)
  })
  const dots = bars.flatMap(({ x, medianMs }) =>
    medianMs === null ? [] : [{ x: x + BAR_WIDTH / 2, y: heightAt(medianMs, times.top) }],
  )
  return {
    width: LEFT + HOURS * STEP + 12,
    height: BOTTOM + 24,
    left: LEFT,
    right: LEFT + HOURS * STEP,
    bottom: BOTTOM,
    barWidth: BAR_WIDTH,
    bars,
    attemptTicks: counts.ticks,
    timeTicks: times.ticks,
    hours: LABELLED_HOURS.map((hoursAgo) => ({
      x: barX(hoursAgo) + BAR_WIDTH / 2,
      label: hoursAgo === 0 ? 'now' : `−${hoursAgo} h`,
    })),
    line: dots.map((dot) => `${dot.x},${dot.y}`).join(' '),
    dots,
    delivered: hours.reduce((total, hour) => total + hour.delivered, 0),
    failed: hours.reduce((total, hour) => total + hour.failed, 0),
    slowestMs,
  }
}

function barX(hoursAgo: number): number {
  return LEFT + (HOURS - 1 - hoursAgo) * STEP + (STEP - BAR_WIDTH) / 2
}

/** The height of a value in a chart that ends at `top`. */
function heightAt(value: number, top: number): number {
  return BOTTOM - Math.round((value / top) * PLOT_HEIGHT)
}

/** Round numbers from 0 to at least the greatest value. */
function scaleTo(greatest: number): { top: number; ticks: ChartTick[] } {
  const step = roundStep(greatest / TICKS_AT_MOST)
  const count = Math.ceil(greatest / step)
  const top = step * count
  const ticks = Array.from({ length: count + 1 }, (_, i) => ({
    y: heightAt(i * step, top),
    label: (i * step).toLocaleString('en'),
  }))
  return { top, ticks }
}

/** The next 1, 2 or 5 times a power of ten: a whole number. */
function roundStep(least: number): number {
  const power = 10 ** Math.max(0, Math.floor(Math.log10(least)))
  return [1, 2, 5, 10].map((factor) => factor * power).find((step) => step >= least) ?? power
}

function chartBar(x: number, hoursAgo: number, hour: HealthHour | undefined, top: number): ChartBar {
  const { delivered = 0, failed = 0, medianMs = null } = hour ?? {}
  const scale = (count: number): number => BOTTOM - heightAt(count, top)
  const goodHeight = scale(delivered)
  const badHeight = failed === 0 ? 0 : Math.max(MIN_FAILED_HEIGHT, scale(failed))
  return {
    x,
    hoursAgo,
    delivered,
    failed,
    medianMs,
    goodY: BOTTOM - goodHeight,
    goodHeight,
    badY: Math.max(0, BOTTOM - goodHeight - badHeight),
    badHeight,
  }
}

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
