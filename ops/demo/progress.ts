/** A bar that fills while the demo works: redrawn in place on a terminal, else a line every tenth. */
export interface Progress {
  /** `done` of the total so far; `note` stands behind the bar. */
  at: (done: number, note?: string) => void
  end: () => void
}

const WIDTH = 32
const REDRAW_MS = 100

/** Draws to the stream; `label` stands in front. With a null stream nothing is drawn. */
export function progress(
  label: string,
  total: number,
  out: { isTTY?: boolean; write: (text: string) => unknown } | null,
  now: () => number,
): Progress {
  if (out === null) return { at: () => {}, end: () => {} }
  const terminal = out.isTTY === true
  let drawn = -Infinity
  let tenths = -1
  let text = ''
  const draw = (): void => {
    out.write(terminal ? `\r\x1b[K${text}` : `${text}\n`)
  }
  return {
    at: (done, note = '') => {
      const share = total === 0 ? 1 : Math.min(1, done / total)
      const full = Math.round(share * WIDTH)
      text =
        `${label} [${'#'.repeat(full)}${'.'.repeat(WIDTH - full)}] ${String(Math.floor(share * 100)).padStart(3)} % ${note}`.trimEnd()
      if (terminal ? now() - drawn < REDRAW_MS && share < 1 : Math.floor(share * 10) === tenths) return
      drawn = now()
      tenths = Math.floor(share * 10)
      draw()
    },
    end: () => {
      if (terminal) out.write('\n')
    },
  }
}
