/** Dates and times as people write them: `20 January`, `07:30`. */
import { MINUTE, wallText } from './local-time.js'

export const MONTHS =
  'January February March April May June July August September October November December'.split(' ')

/** `20 January` of wall minutes. */
export function writtenDay(wall: number): string {
  const date = new Date(wall * MINUTE)
  return `${date.getUTCDate()} ${MONTHS[date.getUTCMonth()] ?? ''}`
}

/** `20 January 2027` of wall minutes. */
export function writtenDate(wall: number): string {
  return `${writtenDay(wall)} ${writtenYear(wall)}`
}

/** `2027` of wall minutes. */
export function writtenYear(wall: number): number {
  return new Date(wall * MINUTE).getUTCFullYear()
}

/** `07:30` of wall minutes. */
export function writtenTime(wall: number): string {
  return wallText(wall).slice(11, 16)
}
