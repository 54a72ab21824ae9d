/** Dates and times of ISO 8601 as reservations write them: the wall time of the place, with or without its offset. */
import { instantText, parseDateOrWall } from '../../../schemas/base/wall-time.js'
import { isZone, offsetAt } from '../../../schemas/base/time-zone.js'
import { textOf } from './linked-data.js'
import type { LinkedNode } from './linked-data.js'

/** A time as it is written. */
export interface WrittenTime {
  /** `YYYY-MM-DD`; null: a time of the day alone. */
  date: string | null
  /** `HH:MM` or with seconds; null: a day. */
  time: string | null
  /** IANA zone that it names, `UTC` for `Z`; null: none. */
  zone: string | null
  /** Milliseconds east of UTC; null: it has no offset. */
  offset: number | null
}

const FORM =
  /^(?:(\d{4})-?(\d\d)-?(\d\d))?(?:(?:^|[T ])(\d\d):?(\d\d)(?::?(\d\d)(?:[.,]\d{1,9})?)?\s*(Z|UTC|GMT|[+-]\d\d(?::?\d\d)?)?)?$/i
const MAX_LENGTH = 64
const MINUTE = 60_000

/** The time that a value writes; null: it is not ISO 8601, or there is no such time. */
export function writtenTime(value: string | LinkedNode): WrittenTime | null {
  const text = textOf(value)
  const match = text === null || text.length > MAX_LENGTH ? null : FORM.exec(text)
  const date = match?.[1] === undefined ? null : match.slice(1, 4).join('-')
  const time = match?.[4] === undefined ? null : clockOf(match.slice(4, 7))
  if (date === null && time === null) return null
  if (Number.isNaN(parseDateOrWall([date ?? '2000-01-01', time ?? []].flat().join('T')))) return null
  const mark = match?.[7] ?? null
  const offset = mark === null ? null : offsetOf(mark)
  const named = typeof value === 'string' ? undefined : value['timezone']
  if (typeof named === 'string' && isZone(named)) return inZone({ date, time, offset, zone: named }, named)
  return { date, time, offset, zone: mark !== null && /^[A-Z]/i.test(mark) ? 'UTC' : null }
}

/** Without seconds that are none. */
const clockOf = ([hour, minute, second = '00']: Array<string | undefined>): string =>
  [hour, minute, second === '00' ? [] : second].flat().join(':')

function offsetOf(mark: string): number {
  const [, sign = '+', hours = '0', minutes = '0'] = /^([+-])(\d\d):?(\d\d)?$/.exec(mark) ?? []
  return (Number(hours) * 60 + Number(minutes)) * MINUTE * (sign === '-' ? -1 : 1)
}

/** By the clock of the zone, whatever the offset. */
function inZone(written: WrittenTime, zone: string): WrittenTime {
  const instant = instantOf(written)
  if (instant === null) return written
  const local = instantText(instant + (offsetAt(zone, instant) ?? 0))
  const time = local.slice(11, 19).replace(/:00$/, '')
  return { ...written, date: local.slice(0, 10), time }
}

/** Epoch milliseconds; null: it is known by the clock of the place alone. */
export function instantOf({ date, time, offset }: WrittenTime): number | null {
  if (date === null || time === null || offset === null) return null
  return parseDateOrWall(`${date}T${time}`) - offset
}

/** The first hour in UTC of the day that it is at reception desks all over the world, and the one after the last. */
const DESK_HOURS = [3, 21] as const

/**
 * The day of a stay and its time of the day; `00:00` means that no time is known. A time in UTC tells the day if that is
 * the same at every desk, and never the time.
 */
export function dayAndTime({ date, time, zone }: WrittenTime): { day: string | null; time: string | null } {
  const isKnown = time !== null && time !== '00:00'
  if (zone !== 'UTC' || !isKnown) return { day: date, time: isKnown ? time : null }
  const hour = Number(time.slice(0, 2))
  return { day: hour >= DESK_HOURS[0] && hour < DESK_HOURS[1] ? date : null, time: null }
}
