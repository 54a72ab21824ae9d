/** Times of orders: local at the airport, some with an offset behind them. */
import { instantsOf } from '../../../schemas/base/time-zone.js'
import { instantText, parseWall } from '../../../schemas/base/wall-time.js'
import { instantOf, isoTime } from '../iso-time.js'

/** A field's value; or why there is none, in a sentence, and the date, which is known all the same. */
export type LocalTime = { at: string | undefined } | { at: string; wrong: string }

/**
 * @param text `YYYY-MM-DD` or a date-time, with or without parts of a second and offset
 * @param time of day, where it stands apart
 * @param zone of the airport; undefined: not known
 */
export function localTime(
  text: string | undefined,
  time: string | undefined,
  zone: string | undefined,
): LocalTime {
  const written = isoTime(`${text}T${time}`) ?? isoTime(text)
  if (written?.date == null) return { at: text }
  const { date, offset } = written
  if (written.time === null) return { at: date }
  const at = `${date}T${written.time.slice(0, 5)}`
  const wall = parseWall(at)
  const isLocal = zone !== undefined && instantsOf(wall, zone)?.includes(wall - (offset ?? 0)) === true
  if (offset === null || isLocal || (zone === undefined && written.zone === null)) return { at }
  const mark = text!.slice(16).replace(/^[\d:.]+/, '')
  const wrong = `The time ${at.slice(11)} has the offset ${mark}, which may not be that of the airport, so it may not be local time. Write local time without an offset.`
  return { at: date, wrong }
}

/** The latest of instants with an offset, as the ingress takes them; undefined: there is none. */
export function latestInstant(...texts: ReadonlyArray<string | undefined>): string | undefined {
  const instants = texts.flatMap((text) => instantOf(isoTime(text)) ?? [])
  return instants.length === 0 ? undefined : instantText(Math.max(...instants))
}
