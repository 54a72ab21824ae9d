/** A small plot of the last day: a bar an hour, failures on top of deliveries, and the median time as a line. Pure geometry. */
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
  line: string
  dots: Array<{ x: number; y: number }>
  delivered: number
  failed: number
  slowestMs: number
}

const HOURS = 24
const STEP = 20
const BAR = 16
const HEIGHT = 80

/** The plot of hours that had attempts; null when none had. */
export function healthChart(hours: HealthHour[]): HealthChart | null {
  if (hours.length === 0) return null
  const most = Math.max(...hours.map((hour) => hour.delivered + hour.failed))
  const slowestMs = Math.max(1, ...hours.map((hour) => hour.medianMs))
  const scale = (count: number): number => Math.round((count / most) * HEIGHT)
  const bars = Array.from({ length: HOURS }, (_, i): ChartBar => {
    const hoursAgo = HOURS - 1 - i
    const {
      delivered = 0,
      failed = 0,
      medianMs = null,
    } = hours.find((hour) => hour.hoursAgo === hoursAgo) ?? {}
    const goodHeight = scale(delivered)
    // What failed is never too little to be seen.
    const badHeight = failed === 0 ? 0 : Math.max(2, scale(failed))
    return {
      x: i * STEP,
      hoursAgo,
      delivered,
      failed,
      medianMs,
      goodY: HEIGHT - goodHeight,
      goodHeight,
      badY: Math.max(0, HEIGHT - goodHeight - badHeight),
      badHeight,
    }
  })
  const dots = bars
    .filter((bar) => bar.medianMs !== null)
    .map((bar) => ({
      x: bar.x + BAR / 2,
      y: HEIGHT - Math.round(((bar.medianMs ?? 0) / slowestMs) * (HEIGHT - 4)),
    }))
  const line = dots.map((dot) => `${dot.x},${dot.y}`).join(' ')
  const sum = (pick: (hour: HealthHour) => number): number =>
    hours.reduce((total, hour) => total + pick(hour), 0)
  return {
    width: HOURS * STEP,
    height: HEIGHT,
    barWidth: BAR,
    bars,
    line,
    dots,
    delivered: sum((hour) => hour.delivered),
    failed: sum((hour) => hour.failed),
    slowestMs,
  }
}
