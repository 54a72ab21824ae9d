/** Plots of the last hour as SVG, without a script. */
import { duration, durationUnit } from './format-number.js'
import type { Point } from './history.js'

export interface Line {
  name: string
  points: Point[]
}

export interface PlotTexts {
  title: string
  /** Of counts; empty: the values have units. */
  unit: string
  /** A value with its unit. */
  format: (value: number) => string
  /** When the newest sample was taken, epoch milliseconds. */
  now: number
}

const WIDTH = 480
const HEIGHT = 120
const MINUTE_MS = 60_000
/** A plot shows at least so much, and then as much as there is, up to an hour. */
const MIN_SPAN_MINUTES = 10
/** How many parts each axis has. */
const TIME_PARTS = 4
const VALUE_PARTS = 2

/** A plot of up to two lines over the last minutes, the newest at the right, with the current values in words. */
export function plot({ title, unit, format, now }: PlotTexts, lines: Line[]): string {
  const largest = Math.max(0, ...lines.flatMap(({ points }) => points.map(({ value }) => value ?? 0)))
  const oldest = Math.max(0, ...lines.flatMap(({ points }) => points.map(({ ago }) => ago)))
  const minutes = Math.max(MIN_SPAN_MINUTES, Math.ceil(oldest / MINUTE_MS))
  const top = roundUp(largest, format === duration ? durationUnit(largest) : 1)
  const paths = lines.map(({ points }, i) => `<path class="line${i}" d="${pathOf(points, top, minutes)}"/>`)
  const latest = lines.map(({ name, points }) => {
    const value = points.at(-1)?.value ?? null
    return [name, value === null ? '–' : format(value)] as const
  })
  const keys = latest.map(([name, value], i) => `<span class="key${i}">${name} <b>${value}</b></span>`)
  const values = parts(VALUE_PARTS).map((part) => `<li>${format(top * (1 - part))}</li>`)
  const times = parts(TIME_PARTS).map((part) => clock(now - minutes * (1 - part) * MINUTE_MS))
  const spoken = `${title}${unit === '' ? '' : `, ${unit}`}, from ${times[0]} to ${times.at(-1)} UTC, up to ${format(largest)}`
  return `<figure>
<figcaption>${title}${unit === '' ? '' : ` <span>${unit}</span>`}</figcaption>
<div class="plot"><ol class="values" aria-hidden="true">${values.join('')}</ol>
<svg viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img" aria-label="${spoken}" preserveAspectRatio="none">
<path class="grid" d="${gridLines()}"/>${paths.join('')}</svg>
<ol class="times" aria-hidden="true">${times.map((time) => `<li>${time}</li>`).join('')}</ol></div>
<p class="keys">${keys.join(' ')}</p>
</figure>`
}

/** The bounds of equal parts of 0 to 1. */
const parts = (count: number): number[] => Array.from({ length: count + 1 }, (_, at) => at / count)

const clock = (at: number): string => new Date(at).toISOString().slice(11, 16)

/** Rounds up to 1, 2, 5, 10, 20 and so on, times the unit. */
export function roundUp(value: number, unit: number): number {
  if (value <= 0) return unit
  const power = 10 ** Math.floor(Math.log10(value / unit))
  const step = [1, 2, 5, 10].find((one) => value <= one * power * unit * (1 + 1e-9)) ?? 10
  return step * power * unit
}

const gridLines = (): string =>
  [
    ...parts(VALUE_PARTS).map((part) => `M0 ${(0.5 + part * (HEIGHT - 1)).toFixed(1)}H${WIDTH}`),
    ...parts(TIME_PARTS).map((part) => `M${(0.5 + part * (WIDTH - 1)).toFixed(1)} 0V${HEIGHT}`),
  ].join('')

function pathOf(points: Point[], top: number, minutes: number): string {
  let isDown = false
  return points
    .map(({ ago, value }) => {
      if (value === null) {
        isDown = false
        return ''
      }
      const x = (WIDTH * (1 - ago / (minutes * MINUTE_MS))).toFixed(1)
      const y = (HEIGHT - 1 - (value / top) * (HEIGHT - 2)).toFixed(1)
      const step = `${isDown ? 'L' : 'M'}${x} ${y}`
      isDown = true
      return step
    })
    .join('')
}
