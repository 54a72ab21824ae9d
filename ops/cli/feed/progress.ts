/** Progress of a feed: a bar on a terminal, a line a second elsewhere. */

export interface Position {
  lines: number
  rejected: number
  bytes: number
  /** Total bytes; null: unknown. */
  size: number | null
}

const WIDTH = 24
/** The rate is that of the last seconds. */
const SAMPLES = 10
const MINUTE_S = 60

/** Returns the function that makes the text for a position, called about once a second. `now`: milliseconds. */
export function progressText(isTerminal: boolean, of: string): (position: Position, now: number) => string {
  const samples: Array<Position & { now: number }> = []
  return (position, now) => {
    samples.push({ ...position, now })
    if (samples.length > SAMPLES) samples.shift()
    const { lines, rejected, bytes, size } = position
    const [first] = samples
    const seconds = (now - first!.now) / 1_000
    const perSecond = (count: number): number => (seconds === 0 ? 0 : count / seconds)
    const parts = [`${lines.toLocaleString('en')} ${of}`, `${rejected.toLocaleString('en')} rejected`]
    parts.push(`${Math.round(perSecond(lines - first!.lines)).toLocaleString('en')}/s`)
    if (size === null || size === 0) return parts.join('  ')
    const share = Math.min(1, bytes / size)
    const rate = perSecond(lines - first!.lines)
    parts.push(`${Math.floor(share * 100)}%`)
    if (rate > 0 && share > 0) parts.push(`${duration((lines / share - lines) / rate)} left`)
    const done = Math.round(share * WIDTH)
    return `${isTerminal ? `[${'#'.repeat(done)}${'-'.repeat(WIDTH - done)}]  ` : ''}${parts.join('  ')}`
  }
}

/** Minutes and seconds, such as `75:04`. */
const duration = (seconds: number): string =>
  `${Math.floor(seconds / MINUTE_S)}:${String(Math.floor(seconds % MINUTE_S)).padStart(2, '0')}`
