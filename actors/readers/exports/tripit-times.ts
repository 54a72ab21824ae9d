/** Both ends of an object of TripIt: date, time of day, zone and offset apart. */
import { isZone } from '../../../schemas/base/time-zone.js'
import type { DocumentProblem } from '../../../schemas/documents/reading.js'
import type { SegmentType } from '../../../schemas/segment/fields/segment-types.js'
import { SEGMENT_KINDS } from '../../../schemas/segment/segment-kinds.js'
import { at, textAt } from '../json-fields.js'
import { readDuration, readTime, wallText } from './dates.js'
import type { TripItKind } from './tripit-kinds.js'

const MINUTE_MS = 60_000

interface Times {
  fields: Record<string, unknown>
  problems: DocumentProblem[]
}

/** A time of 00:00 counts only if the stated duration proves it: it is written for a time that was never entered. */
export function timesOf({ type, start, end, duration }: TripItKind, segment: unknown): Times {
  const kind = SEGMENT_KINDS[type as SegmentType]
  const from = at(segment, start)
  const to = end === null ? undefined : (at(segment, end) ?? endOfDay(segment, from))
  const isProven = duration !== undefined && isLong(from, to, textAt(segment, duration))
  const ends = [
    endTimes(from, { field: kind.start, zone: kind.startZone, mayLackTime: true, isProven }),
    endTimes(to, {
      field: kind.end ?? '',
      zone: kind.endZone === kind.startZone ? null : kind.endZone,
      mayLackTime: kind.isByDays,
      isProven,
    }),
  ]
  return {
    fields: Object.assign({}, ...ends.map(({ fields }) => fields)) as Record<string, unknown>,
    problems: ends.flatMap(({ problems }) => problems),
  }
}

/** An activity may end at a time of its day. */
function endOfDay(segment: unknown, start: unknown): unknown {
  const time = textAt(segment, 'end_time')
  return time === undefined ? undefined : { date: textAt(start, 'date'), time }
}

interface End {
  /** Of the date and time, or of the date alone. */
  field: string
  /** Null: the type has one zone. */
  zone: string | null
  /** The date is sent without its time; else neither is. */
  mayLackTime: boolean
  isProven: boolean
}

function endTimes(moment: unknown, { field, zone, mayLackTime, isProven }: End): Times {
  const date = textAt(moment, 'date')
  if (date === undefined) return { fields: {}, problems: [] }
  const timeField = field.replace(/_date$/, '_time')
  const time = textAt(moment, 'time')
  const minutes = time === undefined ? null : readTime(time)
  const isUnfilled = minutes === 0 && !isProven
  const fields: Record<string, unknown> = {}
  if (minutes === null || isUnfilled)
    Object.assign(fields, (mayLackTime || time === undefined) && { [field]: date })
  else if (timeField === field) fields[field] = wallText(date, minutes)
  else Object.assign(fields, { [field]: date, [timeField]: wallText(date, minutes).slice(-5) })
  const name = textAt(moment, 'timezone')
  if (zone !== null && name !== undefined && isZone(name) && Object.hasOwn(fields, field)) fields[zone] = name
  if (minutes !== null && !isUnfilled) return { fields, problems: [] }
  if (time === undefined) return { fields, problems: [] }
  const description = isUnfilled
    ? 'The time is 00:00, which this export writes when no time was entered. Enter the time.'
    : `"${time.slice(0, 40)}" is not a time of day. Write it as 14:30:00.`
  return { fields, problems: [{ field: timeField, description }] }
}

/** Whether the stated duration is what lies between both ends. */
function isLong(start: unknown, end: unknown, duration: string | undefined): boolean {
  const length = readDuration(duration ?? '')
  return length !== null && (instantOf(end) - instantOf(start)) / MINUTE_MS === length
}

/** Epoch milliseconds; NaN if it is not known. */
const instantOf = (moment: unknown): number =>
  Date.parse(`${textAt(moment, 'date')}T${textAt(moment, 'time')}${textAt(moment, 'utc_offset')}`)
