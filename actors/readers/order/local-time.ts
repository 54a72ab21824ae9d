/** Times of orders: local at the airport, some with an offset behind them. */
import { instantsOf } from '../../../schemas/base/time-zone.js'
import { instantText, parseDateOrWall, parseTime } from '../../../schemas/base/wall-time.js'

const MINUTE_MS = 60_000

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
  if (text === undefined) return { at: undefined }
  const apart = time === undefined || Number.isNaN(parseTime(time.slice(0, 5))) ? '' : `T${time.slice(0, 5)}`
  const [, day = text, clock = '', offset = ''] =
    /^(\d{4}-\d{2}-\d{2})(T\d{2}:\d{2})?(?::\d{2})?(?:\.\d+)?(Z|[+-]\d{2}:?\d{2})?$/.exec(text) ?? []
  if (clock === '') return { at: `${day}${apart}` }
  const at = `${day}${clock}`
  if (offset === '' || offsetsAt(at, zone).includes(minutesOf(offset))) return { at }
  if (zone === undefined && offset !== 'Z') return { at }
  const wrong = `The time ${at.slice(11)} has the offset ${offset}, which is not known to be that of the airport then: it is not clear whether it is local time; write local time without an offset.`
  return { at: day, wrong }
}

function offsetsAt(at: string, zone: string | undefined): number[] {
  const wall = parseDateOrWall(at)
  if (zone === undefined || Number.isNaN(wall)) return []
  return (instantsOf(wall, zone) ?? []).map((instant) => (wall - instant) / MINUTE_MS)
}

function minutesOf(offset: string): number {
  if (offset === 'Z') return 0
  const minutes = Number(offset.slice(1, 3)) * 60 + Number(offset.slice(-2))
  return offset.startsWith('-') ? -minutes : minutes
}

/** The latest of instants with an offset, as the ingress takes them; undefined: there is none. */
export function latestInstant(...texts: ReadonlyArray<string | undefined>): string | undefined {
  const instants = texts
    .filter((text) => text !== undefined && /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}.*(Z|[+-]\d{2}:\d{2})$/.test(text))
    .map((text) => Date.parse(text!))
    .filter((instant) => instant > 0)
  return instants.length === 0 ? undefined : instantText(Math.max(...instants))
}
