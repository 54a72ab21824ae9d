/**
 * A small chart of the last day: a bar per hour, failures on top of deliveries, the median time as a line.
 * Pure geometry.
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

export interface HealthChart {
  width: number
  height: number
  barWidth: number
  bars: ChartBar[]
  /** Points of the line, as SVG reads them. */
  line: string
  dots: Array<{ x: number; y: number }>
  delivered: number
  failed: number
  slowestMs: number
}

const HOURS = 24
const STEP = 20
const BAR_WIDTH = 16
const HEIGHT = 80
/** Failures are never too few to be seen. */
const MIN_FAILED_HEIGHT = 2
/** Space above the highest point of the line. */
const LINE_MARGIN = 4

/** The chart of the hours that had attempts; null if there were none. */
export function healthChart(hours: HealthHour[]): HealthChart | null {
  if (hours.length === 0) return null
  const most = Math.max(...hours.map((hour) => hour.delivered + hour.failed))
  const slowestMs = Math.max(1, ...hours.map((hour) => hour.medianMs))
  const bars = Array.from({ length: HOURS }, (_, i) => {
    const hoursAgo = HOURS - 1 - i
    return chartBar(
      i * STEP,
      hoursAgo,
      hours.find((hour) => hour.hoursAgo === hoursAgo),
      most,
    )
  })
  const dots = bars.flatMap(({ x, medianMs }) =>
    medianMs === null
      ? []
      : [
          {
            x: x + BAR_WIDTH / 2,
            y: HEIGHT - Math.round((medianMs / slowestMs) * (HEIGHT - LINE_MARGIN)),
          },
        ],
  )
  return {
    width: HOURS * STEP,
    height: HEIGHT,
    barWidth: BAR_WIDTH,
    bars,
    line: dots.map((dot) => `${dot.x},${dot.y}`).join(' '),
    dots,
    delivered: hours.reduce((total, hour) => total + hour.delivered, 0),
    failed: hours.reduce((total, hour) => total + hour.failed, 0),
    slowestMs,
  }
}

function chartBar(x: number, hoursAgo: number, hour: HealthHour | undefined, most: number): ChartBar {
  const { delivered = 0, failed = 0, medianMs = null } = hour ?? {}
  const scale = (count: number): number => Math.round((count / most) * HEIGHT)
  const goodHeight = scale(delivered)
  const badHeight = failed === 0 ? 0 : Math.max(MIN_FAILED_HEIGHT, scale(failed))
  return {
    x,
    hoursAgo,
    delivered,
    failed,
    medianMs,
    goodY: HEIGHT - goodHeight,
    goodHeight,
    badY: Math.max(0, HEIGHT - goodHeight - badHeight),
    badHeight,
  }
}
