/** Wall times in minutes since 1970, as if in UTC, and their texts (RULES N6). */
import { LAST_KNOWN_YEAR, offsetAt, yearOf } from '../../../schemas/base/time-zone.js'
import { dayText, parseDate, parseWall } from '../../../schemas/base/wall-time.js'

const MINUTE = 60_000
const HOUR = 3_600_000
const DAY = 86_400_000

/** `YYYY-MM-DD` (its midnight) or `YYYY-MM-DDTHH:MM[:SS]` to wall minutes; null for anything else. */
export function wallMinutes(text: unknown): number | null {
  if (typeof text !== 'string') return null
  const wall = text.length === 10 ? parseDate(text) : parseWall(text)
  return Number.isNaN(wall) ? null : Math.floor(wall / MINUTE)
}

/** Wall minutes to `YYYY-MM-DDTHH:MM:SS`. */
export function wallText(wall: number): string {
  const day = Math.floor(wall / 1440)
  const minute = wall - day * 1440
  return `${dayText(day)}T${two(Math.floor(minute / 60))}:${two(minute % 60)}:00`
}

function two(n: number): string {
  return n < 10 ? `0${n}` : String(n)
}

/** The day number (days since 1970) of a wall time. */
export function wallDay(wall: number): number {
  return Math.floor(wall / 1440)
}

/** An instant as wall minutes in a zone, or in UTC if the zone is unknown. */
export function wallAt(instant: number, zone: string | null): number {
  return Math.floor((instant + (zone === null ? 0 : (offsetAt(zone, instant) ?? 0))) / MINUTE)
}

const names = new Map<string, Map<number, string>>()

/** English-speaking regions: the runtime knows an abbreviation only in the regions that use it (CLDR). */
const LOCALES = ['en-US', 'en-GB', 'en-AU', 'en-NZ', 'en-CA', 'en-IN', 'en-ZA', 'en-IE', 'en-SG', 'en-HK']

/**
 * The zone's abbreviation at an instant (`CET`, `PDT`, or `GMT+3` if English has none); null without a zone
 * (contract.md 1).
 */
export function zoneAbbreviation(zone: string | null, instant: number): string | null {
  if (zone === null) return null
  const offset = offsetAt(zone, instant)
  if (offset === null) return null
  let ofZone = names.get(zone)
  if (ofZone === undefined) {
    ofZone = new Map()
    names.set(zone, ofZone)
  }
  // One offset may have another name in another year. Years beyond the zone data count as one.
  const key = Math.min(yearOf(instant), LAST_KNOWN_YEAR + 1) * 2 * DAY + offset
  const known = ofZone.get(key)
  if (known !== undefined) return known
  const name = named(zone, instant)
  ofZone.set(key, name)
  return name
}

function named(zone: string, instant: number): string {
  let first: string | null = null
  for (const locale of LOCALES) {
    const name =
      new Intl.DateTimeFormat(locale, { timeZone: zone, timeZoneName: 'short' })
        .formatToParts(instant)
        .find((part) => part.type === 'timeZoneName')?.value ?? 'UTC'
    if (!/^(?:GMT|UTC)[+-]/.test(name)) return name
    first ??= name
  }
  return first ?? 'UTC'
}

export { DAY, HOUR, MINUTE }
