/** Plots of the last hour as SVG, without a script. */
import type { Point } from './history.js'

export interface Line {
  name: string
  points: Point[]
}

const WIDTH = 480
const HEIGHT = 120
const MINUTE_MS = 60_000
/** A plot shows at least so much, and then as much as there is, up to an hour. */
const MIN_SPAN_MINUTES = 10

/**
 * A plot of up to two lines over the last minutes, the newest at the right, with the current values in words.
 * @param format a value with its unit
 */
export function plot(title: string, lines: Line[], format: (value: number) => string): string {
  const largest = Math.max(0, ...lines.flatMap(({ points }) => points.map(({ value }) => value ?? 0)))
  const oldest = Math.max(0, ...lines.flatMap(({ points }) => points.map(({ ago }) => ago)))
  const minutes = Math.max(MIN_SPAN_MINUTES, Math.ceil(oldest / MINUTE_MS))
  const paths = lines.map(
    ({ points }, i) => `<path class="line${i}" d="${pathOf(points, largest, minutes)}"/>`,
  )
  const now = lines.map(({ name, points }, i) => {
    const value = points.at(-1)?.value ?? null
    return `<span class="key${i}">${name} <b>${value === null ? '–' : format(value)}</b></span>`
  })
  const spoken = `${title}, last ${minutes} minutes, up to ${format(largest)}`
  return `<figure>
<figcaption>${title}</figcaption>
<svg viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img" aria-label="${spoken}" preserveAspectRatio="none">
<path class="grid" d="M0 ${HEIGHT - 0.5}H${WIDTH}M0 0.5H${WIDTH}"/>${paths.join('')}</svg>
<p class="scale"><span>${minutes} min ago</span><span>top: ${format(largest)}</span><span>now</span></p>
<p class="keys">${now.join(' ')}</p>
</figure>`
}

function pathOf(points: Point[], largest: number, minutes: number): string {
  let isDown = false
  return points
    .map(({ ago, value }) => {
      if (value === null) {
        isDown = false
        return ''
      }
      const x = (WIDTH * (1 - ago / (minutes * MINUTE_MS))).toFixed(1)
      const y = (HEIGHT - 2 - (largest === 0 ? 0 : (value / largest) * (HEIGHT - 4))).toFixed(1)
      const step = `${isDown ? 'L' : 'M'}${x} ${y}`
      isDown = true
      return step
    })
    .join('')
}
