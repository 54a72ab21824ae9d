/** The zone that a TZID names: of the IANA database, of Windows, or what a VTIMEZONE says of it (RFC 5545 3.6.5). */
import ICAL from 'ical.js'
import { isZone } from '../../../schemas/base/time-zone.js'
import WINDOWS_ZONES from '../../../schemas/data/windows-zones.json' with { type: 'json' }
import { propertyOf, textOf } from './content-lines.js'
import type { CalendarComponent } from './content-lines.js'
import { safeRule } from './safe-rule.js'

/** A name of the IANA database, else minutes east of UTC; null: nothing is known of it. */
export type FoundZone = { zone: string } | { offset: number } | null

/** The zone of a TZID at a wall time. */
export type ZoneFinder = (tzid: string, wall: string) => FoundZone

const WINDOWS: ReadonlyMap<string, string> = new Map(
  Object.entries(WINDOWS_ZONES).flatMap(([name, zone]) =>
    [name, `${name} Standard Time`, `${name} Daylight Time`].map((key): [string, string] => [
      key.toLowerCase(),
      zone,
    ]),
  ),
)

/** More are in no calendar that describes each zone once. */
const MOST_ZONES = 200
const MOST_RULES = 200

/** @param components of the whole file, which may name a zone after it uses it */
export function zoneFinder(components: readonly CalendarComponent[]): ZoneFinder {
  const described = new Map<string, CalendarComponent[]>()
  let last: string | null = null
  for (const component of components) {
    if (component.name === 'VTIMEZONE' && described.size < MOST_ZONES) {
      last = textOf(component, 'tzid')
      if (last !== null) described.set(last, [component])
    } else if (component.parent?.name === 'VTIMEZONE' && last !== null) described.get(last)?.push(component)
  }
  const known = new Map<string, FoundZone | 'described'>()
  const timezones = new Map<string, ICAL.Timezone>()
  return (tzid, wall) => {
    const parts = described.get(tzid)
    let found = known.get(tzid)
    if (found === undefined) {
      if (known.size >= MOST_ZONES) return null
      found = namedZone(tzid, textOf(parts?.[0] ?? null, 'x-lic-location')) ?? 'described'
      known.set(tzid, found)
    }
    if (found !== 'described') return found
    if (parts === undefined) return null
    const timezone = timezones.get(tzid) ?? timezoneOf(parts)
    timezones.set(tzid, timezone)
    return offsetOf(timezone, wall)
  }
}

/** `/example.org/2026/Europe/Berlin`, `W. Europe Standard Time`, `GMT+02:00`. */
function namedZone(tzid: string, location: string | null): FoundZone {
  const names = [tzid, location ?? '', ...[3, 2].map((parts) => tzid.split('/').slice(-parts).join('/'))]
  const zone =
    names.find((name) => !isBareOffset(name) && isZone(name)) ??
    WINDOWS.get(tzid.toLowerCase().replace('tzone://microsoft/', ''))
  if (zone !== undefined) return { zone }
  const named = /^(?:GMT|UTC)?\s*([+-])(\d{1,2}):?(\d{2})?$/i.exec(tzid)
  if (named === null) return null
  const minutes = Number(named[2]) * 60 + Number(named[3] ?? 0)
  return minutes > 14 * 60 ? null : { offset: named[1] === '-' ? -minutes : minutes }
}

const isBareOffset = (name: string): boolean => /^(?:GMT|UTC)?[+-]/i.test(name)

/** With the rules that end (see `safeRule`); the zone of the others is that of its other observances. */
function timezoneOf([, ...observances]: readonly CalendarComponent[]): ICAL.Timezone {
  const component = new ICAL.Component('vtimezone')
  component.addPropertyWithValue('tzid', 'described')
  for (const observance of observances.slice(0, MOST_RULES)) {
    const part = new ICAL.Component(observance.name.toLowerCase())
    for (const name of ['dtstart', 'tzoffsetfrom', 'tzoffsetto']) {
      const value = textOf(observance, name)
      if (value === null) continue
      if (name === 'dtstart') part.addPropertyWithValue(name, ICAL.Time.fromData(partsOf(value)))
      else part.addPropertyWithValue(name, ICAL.UtcOffset.fromString(value))
    }
    const rule = safeRule(propertyOf(observance, 'rrule'))
    if (rule !== null) part.addPropertyWithValue('rrule', rule)
    component.addSubcomponent(part)
  }
  return new ICAL.Timezone({ component, tzid: 'described' })
}

/** Rules of Windows begin in 1601: whatever is before 1970 says the same as the first year after it. */
const FIRST_YEAR = 1970

function partsOf(value: string): { year: number; month: number; day: number; hour: number; minute: number } {
  const [year = 0, month = 1, day = 1, hour = 0, minute = 0] = value.split(/\D/).map(Number)
  return { year: Math.max(year, FIRST_YEAR), month, day, hour, minute }
}

function offsetOf(timezone: ICAL.Timezone, wall: string): FoundZone {
  try {
    const offset = timezone.utcOffset(ICAL.Time.fromData(partsOf(wall))) / 60
    return timezone.changes.length > 0 && Number.isInteger(offset) && Math.abs(offset) <= 14 * 60
      ? { offset }
      : null
  } catch {
    return null
  }
}
