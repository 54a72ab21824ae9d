/** A progress bar: redrawn in place on a terminal, else a line every tenth. */
export interface Progress {
  /** `done` of the total so far; `note` is printed after the bar. */
  at: (done: number, note?: string) => void
  end: () => void
}

const WIDTH = 32
const REDRAW_INTERVAL_MS = 100

/** Draws to `out`, with `label` in front of the bar. If `out` is null, nothing is drawn. */
export function progress(
  label: string,
  total: number,
  out: { isTTY?: boolean; write: (text: string) => unknown } | null,
  now: () => number,
): Progress {
  if (out === null) return { at: () => {}, end: () => {} }
  const isTerminal = out.isTTY === true
  let drawnAt = -Infinity
  let drawnTenths = -1
  return {
    at: (done, note = '') => {
      const share = total === 0 ? 1 : Math.min(1, done / total)
      const tenths = Math.floor(share * 10)
      const isTooSoon = isTerminal
        ? now() - drawnAt < REDRAW_INTERVAL_MS && share < 1
        : tenths === drawnTenths
      if (isTooSoon) return
      drawnAt = now()
      drawnTenths = tenths
      const filled = Math.round(share * WIDTH)
      const bar = '#'.repeat(filled) + '.'.repeat(WIDTH - filled)
      const percent = String(Math.floor(share * 100)).padStart(3)
      const text = `${label} [${bar}] ${percent} % ${note}`.trimEnd()
      out.write(isTerminal ? `\r\x1b[K${text}` : `${text}\n`)
    },
    end: () => {
      if (isTerminal) out.write('\n')
    },
  }
}
