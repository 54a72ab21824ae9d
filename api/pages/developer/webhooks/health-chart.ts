/**
 * Two charts of the last day with a common axis of hours: attempts as bars, failures on top of deliveries, and
 * the median time to an answer as a line. Two scales in one chart cannot be read. Pure geometry.
 */
import type { HealthHour } from '../../../../schemas/webhooks/delivery-log.js'

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
