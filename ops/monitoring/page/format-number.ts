/** Numbers as the operations page shows them. */

export function perSecond(value: number): string {
  return `${short(value)}/s`
}

const UNITS = { 1: 's', 60: 'min', 3600: 'h' } as const

/** Seconds, in the unit that suits them. */
export function duration(seconds: number): string {
  if (seconds === 0) return '0'
  if (seconds < 1) return `${short(seconds * 1_000)} ms`
  const unit = durationUnit(seconds)
  return `${short(seconds / unit)} ${UNITS[unit]}`
}

/** Seconds of the unit in which seconds are shown. */
export function durationUnit(seconds: number): 1 | 60 | 3_600 {
  if (seconds < 120) return 1
  return seconds < 7_200 ? 60 : 3_600
}

export function bytes(value: number): string {
  const units = ['B', 'kB', 'MB', 'GB', 'TB']
  let shown = value
  let unit = 0
  while (shown >= 1_000 && unit < units.length - 1) {
    shown /= 1_000
    unit += 1
  }
  return `${short(shown)} ${units[unit] ?? ''}`
}

/** Three digits at most below a thousand, groups of digits above. */
export function short(value: number): string {
  if (value === 0) return '0'
  if (value >= 1_000) return Math.round(value).toLocaleString('en-US')
  return String(Number(value.toPrecision(value < 100 ? 2 : 3)))
}
