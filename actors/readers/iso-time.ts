/** Dates and times of ISO 8601 as documents write them: the wall time of the place, with or without its offset. */
import { instantText, parseDateOrWall } from '../../schemas/base/wall-time.js'
import { isZone, offsetAt } from '../../schemas/base/time-zone.js'

/** A time as it is written. */
export interface IsoTime {
  /** `YYYY-MM-DD`; null: a time of the day alone. */
  date: string | null
  /** `HH:MM` or with seconds; null: a day. */
  time: string | null
  /** IANA zone that it is in, `UTC` for `Z`; null: it names none. */
  zone: string | null
  /** Milliseconds east of UTC; null: it has no offset. */
  offset: number | null
}

const FORM =
  /^(?:(\d{4})-?(\d\d)-?(\d\d))?(?:(?:^|[T ])(\d\d):?(\d\d)(?::?(\d\d)(?:[.,]\d{1,9})?)?)?\s*(Z|UTC|GMT|[+-]\d\d(?::?\d\d)?)?$/i
const MAX_LENGTH = 64
const MINUTE = 60_000

/**
 * The time that a text writes; null: it is not ISO 8601, or there is no such time.
 * @param zone by whose clock it is given, whatever its offset; anything but the name of a zone counts as none
 */
export function isoTime(text: string | null | undefined, zone?: unknown): IsoTime | null {
  const match = text == null || text.length > MAX_LENGTH ? null : FORM.exec(text)
  const date = match?.[1] === undefined ? null : match.slice(1, 4).join('-')
  const time = match?.[4] === undefined ? null : clockOf(match.slice(4, 7))
  if (date === null && time === null) return null
  if (Number.isNaN(parseDateOrWall([date ?? '2000-01-01', time ?? []].flat().join('T')))) return null
  const mark = match?.[7] ?? null
  const offset = mark === null ? null : offsetOf(mark)
  if (typeof zone === 'string' && isZone(zone)) return inZone({ date, time, offset, zone })
  return { date, time, offset, zone: mark !== null && /^[A-Z]/i.test(mark) ? 'UTC' : null }
}

/** Without seconds that are none. */
const clockOf = ([hour, minute, second = '00']: Array<string | undefined>): string =>
  [hour, minute, second === '00' ? [] : second].flat().join(':')

function offsetOf(mark: string): number {
  const [, sign = '+', hours = '0', minutes = '0'] = /^([+-])(\d\d):?(\d\d)?$/.exec(mark) ?? []
  return (Number(hours) * 60 + Number(minutes)) * MINUTE * (sign === '-' ? -1 : 1)
}

function inZone(written: IsoTime & { zone: string }): IsoTime {
  const instant = instantOf(written)
  if (instant === null) return written
  const local = instantText(instant + (offsetAt(written.zone, instant) ?? 0))
  return { ...written, date: local.slice(0, 10), time: local.slice(11, 19).replace(/:00$/, '') }
}

/** Epoch milliseconds; null: it is known by the clock of the place alone. */
export function instantOf(written: IsoTime | null): number | null {
  if (written?.date == null || written.time === null || written.offset === null) return null
  return parseDateOrWall(`${written.date}T${written.time}`) - written.offset
}
