/**
 * Local times and instants of the demo's journeys. A day is a day number since 1970-01-01; an instant is in
 * minutes since then, UTC.
 */
import { Temporal } from 'temporal-polyfill'

export const MINUTES_PER_DAY = 1_440
const MS_PER_MINUTE = 60_000
const NS_PER_MINUTE = 6e10

/** `YYYY-MM-DD` of a day number. */
export function dateOf(day: number): string {
  return new Date(day * MINUTES_PER_DAY * MS_PER_MINUTE).toISOString().slice(0, 10)
}

/** Day number of a `YYYY-MM-DD`. */
export function dayOf(date: string): number {
  return Math.floor(Date.parse(`${date}T00:00:00Z`) / MS_PER_MINUTE / MINUTES_PER_DAY)
}

/** 0 for Monday to 6 for Sunday. */
export function weekday(day: number): number {
  return (day + 3) % 7
}

/** The instant that is `minute` minutes after midnight of `day` in the zone. */
export function instantOf(day: number, minute: number, zone: string): number {
  const local = day * MINUTES_PER_DAY + minute
  const approximate = local - offset(local - offset(local, zone), zone)
  return local - offset(approximate, zone)
}

/** The local time `YYYY-MM-DDTHH:MM` of an instant in the zone. */
export function wallOf(instant: number, zone: string): string {
  return new Date((instant + offset(instant, zone)) * MS_PER_MINUTE).toISOString().slice(0, 16)
}

/** Day number and minute of the day of an instant in the zone. */
export function localOf(instant: number, zone: string): { day: number; minute: number } {
  const local = instant + offset(instant, zone)
  const day = Math.floor(local / MINUTES_PER_DAY)
  return { day, minute: local - day * MINUTES_PER_DAY }
}

/** Offsets by zone and day, for days on which the offset does not change. */
const offsets = new Map<string, number>()

/** Minutes east of UTC at an instant. */
function offset(instant: number, zone: string): number {
  const day = Math.floor(instant / MINUTES_PER_DAY)
  const key = `${zone} ${day}`
  const known = offsets.get(key)
  if (known !== undefined) return known
  const atStart = computeOffset(day * MINUTES_PER_DAY, zone)
  const atEnd = computeOffset((day + 1) * MINUTES_PER_DAY - 1, zone)
  if (atStart !== atEnd) return computeOffset(instant, zone)
  offsets.set(key, atStart)
  return atStart
}

function computeOffset(instant: number, zone: string): number {
  const zoned = Temporal.Instant.fromEpochMilliseconds(instant * MS_PER_MINUTE).toZonedDateTimeISO(zone)
  return Math.round(zoned.offsetNanoseconds / NS_PER_MINUTE)
}
