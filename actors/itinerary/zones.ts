/** Wall clock and instant (itinerary.md N6). Offsets come from Temporal once per zone and year, then from memory. */
import { Temporal } from 'temporal-polyfill'

const MINUTE = 60_000
const HOUR = 3_600_000
const DAY = 86_400_000

/** Offset in force from `from` (epoch milliseconds) on, in milliseconds east of UTC. */
interface Span { from: number, offset: number }

/** More than there are; names that are none must not fill the memory. */
const ZONES_KEPT = 2_000
const zones = new Map<string, Map<number, Span[] | null>>()

function spansOf (zone: string, year: number): Span[] | null {
  let years = zones.get(zone)
  if (years === undefined) {
    if (zones.size >= ZONES_KEPT) zones.clear()
    years = new Map()
    zones.set(zone, years)
  }
  const known = years.get(year)
  if (known !== undefined) return known
  let spans: Span[] | null
  try {
    const begin = Temporal.Instant.fromEpochMilliseconds(Date.UTC(year, 0, 1))
    const limit = Date.UTC(year + 1, 0, 1)
    let at = begin.toZonedDateTimeISO(zone)
    spans = [{ from: -Infinity, offset: at.offsetNanoseconds / 1e6 }]
    for (;;) {
      const next = at.getTimeZoneTransition('next')
      if (next === null || next.epochMilliseconds >= limit) break
      spans.push({ from: next.epochMilliseconds, offset: next.offsetNanoseconds / 1e6 })
      at = next
    }
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
    spans = null
  }
  years.set(year, spans)
  return spans
}

/** Whether the runtime knows the zone. */
export function knownZone (zone: string): boolean {
  return spansOf(zone, 2026) !== null
}

/** Offset from UTC in milliseconds at an instant; null for an unknown zone. */
export function offsetAt (zone: string, instant: number): number | null {
  const spans = spansOf(zone, new Date(instant).getUTCFullYear())
  if (spans === null) return null
  let offset = 0
  for (const span of spans) if (span.from <= instant) offset = span.offset
  return offset
}

/**
 * The instants a wall time (minutes since 1970 as if in UTC) stands for: one as a rule; two in the doubled hour of autumn,
 * the earlier first; in the missing hour of spring one, moved on by the gap. Null for an unknown zone.
 */
export function instantsOf (wall: number, zone: string): number[] | null {
  const naive = wall * MINUTE
  const before = offsetAt(zone, naive - DAY)
  const after = offsetAt(zone, naive + DAY)
  if (before === null || after === null) return null
  if (before === after) return [naive - before]
  const hits = [naive - before, naive - after].filter(instant => offsetAt(zone, instant) === naive - instant)
  if (hits.length === 0) return [naive - before]
  return hits.sort((a, b) => a - b)
}

/** `YYYY-MM-DD` or `YYYY-MM-DDTHH:MM[:SS]` to wall minutes; null for anything else or a date that does not exist. */
export function wallMinutes (text: unknown): number | null {
  if (typeof text !== 'string') return null
  const m = /^(\d{4})-(\d\d)-(\d\d)(?:[T ](\d\d):(\d\d)(?::\d\d(?:\.\d+)?)?)?$/.exec(text.trim())
  if (m === null) return null
  const [year, month, day, hour, minute] = [Number(m[1]), Number(m[2]), Number(m[3]), Number(m[4] ?? 0), Number(m[5] ?? 0)]
  if (hour > 24 || minute > 59) return null
  const date = Date.UTC(year, month - 1, day)
  const back = new Date(date)
  if (back.getUTCMonth() !== month - 1 || back.getUTCDate() !== day) return null
  return date / MINUTE + hour * 60 + minute
}

/** Wall minutes to `YYYY-MM-DDTHH:MM:SS`. */
export function wallText (wall: number): string {
  const day = Math.floor(wall / 1440)
  const minute = wall - day * 1440
  return `${dayText(day)}T${two(Math.floor(minute / 60))}:${two(minute % 60)}:00`
}

const days = new Map<number, string>()
const DAYS_KEPT = 20_000

/** `YYYY-MM-DD` of a day number; the days of a member's year come up again and again. */
function dayText (day: number): string {
  let text = days.get(day)
  if (text === undefined) {
    text = new Date(day * DAY).toISOString().slice(0, 10)
    if (days.size >= DAYS_KEPT) days.clear()
    days.set(day, text)
  }
  return text
}

function two (n: number): string { return n < 10 ? `0${n}` : String(n) }

/** The day number (days since 1970) of a wall time. */
export function wallDay (wall: number): number {
  return Math.floor(wall / 1440)
}

/** An instant as wall minutes in a zone; in UTC when the zone is unknown. */
export function wallAt (instant: number, zone: string | null): number {
  return Math.floor((instant + (zone === null ? 0 : offsetAt(zone, instant) ?? 0)) / MINUTE)
}

const names = new Map<string, Map<number, string>>()

/** The zone's abbreviation at an instant (`CET`, `PDT`, or `GMT+3` where there is none); null without a zone. */
export function abbreviation (zone: string | null, instant: number): string | null {
  if (zone === null) return null
  const offset = offsetAt(zone, instant)
  if (offset === null) return null
  let byOffset = names.get(zone)
  if (byOffset === undefined) { byOffset = new Map(); names.set(zone, byOffset) }
  const known = byOffset.get(offset)
  if (known !== undefined) return known
  const part = new Intl.DateTimeFormat('en-US', { timeZone: zone, timeZoneName: 'short' }).formatToParts(instant).find(p => p.type === 'timeZoneName')
  const name = part?.value ?? 'UTC'
  byOffset.set(offset, name)
  return name
}

/** Instants in resources, contract.md 1: `2026-11-20T09:30:00+0000`. */
export function utcText (instant: number): string {
  const day = Math.floor(instant / DAY)
  const second = Math.floor((instant - day * DAY) / 1_000)
  return `${dayText(day)}T${two(Math.floor(second / 3_600))}:${two(Math.floor(second / 60) % 60)}:${two(second % 60)}+0000`
}

export { DAY, HOUR, MINUTE }
