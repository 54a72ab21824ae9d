/**
 * Time zones of the IANA database: offsets from UTC, and the instants of a wall time. Temporal is slow, so
 * each zone and year is read once.
 */
import { Temporal } from 'temporal-polyfill'

const DAY = 86_400_000

/**
 * The year after the one of the runtime's zone data (such as 2025c). Later changes of names and rules are
 * unknown to it, so that all later years are alike.
 */
export const LAST_KNOWN_YEAR = (Number.parseInt(process.versions.tz ?? '') || Infinity) + 1

/** Offset in force from `from` (epoch milliseconds) on, in milliseconds east of UTC. */
export interface OffsetSpan {
  from: number
  offset: number
}

type Years = Map<number, OffsetSpan[]>

/** More than exist: names of no zone must not fill the memory. */
const MAX_ZONES = 2_000
/** By name; null if no zone has the name. */
const zones = new Map<string, Years | null>()

function yearsOf(zone: string): Years | null {
  const known = zones.get(zone)
  if (known !== undefined) return known
  if (zones.size >= MAX_ZONES) zones.clear()
  const years = exists(zone) ? (new Map() as Years) : null
  zones.set(zone, years)
  return years
}

function exists(zone: string): boolean {
  if (!/^[A-Za-z][A-Za-z0-9_+\-/]{1,63}$/.test(zone)) return false
  try {
    Temporal.Instant.fromEpochMilliseconds(0).toZonedDateTimeISO(zone)
    return true
  } catch (error) {
    if (error instanceof RangeError) return false
    throw error
  }
}

function spansOf(years: Years, zone: string, year: number): OffsetSpan[] {
  const known = years.get(year)
  if (known !== undefined) return known
  const limit = Date.UTC(year + 1, 0, 1)
  let at = Temporal.Instant.fromEpochMilliseconds(Date.UTC(year, 0, 1)).toZonedDateTimeISO(zone)
  const spans = [{ from: -Infinity, offset: at.offsetNanoseconds / 1e6 }]
  for (;;) {
    const next = at.getTimeZoneTransition('next')
    if (next === null || next.epochMilliseconds >= limit) break
    spans.push({ from: next.epochMilliseconds, offset: next.offsetNanoseconds / 1e6 })
    at = next
  }
  years.set(year, spans)
  return spans
}

/** The last year asked for, and its bounds: instants that are asked for together are mostly in one year. */
const last = { year: NaN, from: NaN, until: NaN }

/** The year of an instant (epoch milliseconds) in UTC. */
export function yearOf(instant: number): number {
  if (!(instant >= last.from && instant < last.until)) {
    last.year = new Date(instant).getUTCFullYear()
    last.from = Date.UTC(last.year, 0, 1)
    last.until = Date.UTC(last.year + 1, 0, 1)
  }
  return last.year
}

function offsetIn(years: Years, zone: string, instant: number): number {
  const spans = spansOf(years, zone, yearOf(instant))
  if (spans.length === 1) return (spans[0] as OffsetSpan).offset
  let offset = 0
  for (const span of spans) if (span.from <= instant) offset = span.offset
  return offset
}

/** True for the name of a time zone of the IANA database; a bare offset is none. */
export function isZone(zone: string): boolean {
  return yearsOf(zone) !== null
}

/** The offsets of a year (UTC) in order, the first one in force when it begins; null for an unknown zone. */
export function offsetsOf(zone: string, year: number): OffsetSpan[] | null {
  const years = yearsOf(zone)
  return years === null ? null : spansOf(years, zone, year)
}

/** Offset from UTC at an instant, milliseconds, east positive; null for an unknown zone. */
export function offsetAt(zone: string, instant: number): number | null {
  const years = yearsOf(zone)
  return years === null ? null : offsetIn(years, zone, instant)
}

/**
 * RULES N6: the instants (epoch milliseconds) of a wall time (milliseconds since 1970, as if in UTC). Usually
 * one; in the doubled hour of autumn two, the earlier first; in the missing hour of spring one, moved forward
 * by the gap. Null for an unknown zone.
 */
export function instantsOf(wall: number, zone: string): number[] | null {
  const years = yearsOf(zone)
  if (years === null) return null
  const before = offsetIn(years, zone, wall - DAY)
  const after = offsetIn(years, zone, wall + DAY)
  if (before === after) return [wall - before]
  const hits = [wall - before, wall - after].filter(
    (instant) => offsetIn(years, zone, instant) === wall - instant,
  )
  if (hits.length === 0) return [wall - before]
  return hits.sort((a, b) => a - b)
}
