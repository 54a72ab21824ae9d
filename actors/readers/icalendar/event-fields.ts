/** The fields that segments of every type take from an event: times, places, locator, version. */
import type { DocumentProblem } from '../../../schemas/documents/reading.js'
import { SEGMENT_DEFINITIONS } from '../../../schemas/segment/catalog.js'
import type { SegmentType } from '../../../schemas/segment/fields/segment-types.js'
import { SEGMENT_KINDS } from '../../../schemas/segment/segment-kinds.js'
import type { RawFields } from '../../../schemas/segment/validation/end-relations.js'
import { present } from '../json-fields.js'
import type { FoundPart } from '../reader.js'
import type { CalendarEvent } from './calendar-event.js'
import { timeOfDay } from './event-text.js'
import { inZoneOf, instantOf, isDay, wallOf, wallText } from './event-times.js'
import type { StatedTime, StatedTimes } from './event-times.js'

const HOUR = 60
const QUARTER_MS = 15 * 60_000

/** A segment in the making. */
export interface Draft {
  type: SegmentType
  fields: RawFields
  problems: DocumentProblem[]
}

/** A counter names an event within its file only. */
const COUNTER = /^\d{1,6}$/

/** What names an event in every calendar that it comes in, and what orders its versions (RFC 5545 3.8.4.7 and 3.8.7.4). */
export function versionFields({ uid, recurrence, version, updated, status }: CalendarEvent): RawFields {
  const isNamed = uid !== null && !COUNTER.test(uid)
  return {
    ...(status !== 'Active' && { status }),
    ...(updated !== null && { supplier_updated: updated }),
    ...(isNamed && { entry_id: recurrence === null ? uid : `${uid}/${recurrence}` }),
    ...(isNamed && version[0] > 0 && { entry_version: version[0] }),
  }
}

/** A cancelled event as a part, whatever else it states; null: it names no event. */
export function cancelledPart(type: SegmentType, event: CalendarEvent, at = ''): FoundPart | null {
  const fields = versionFields(event)
  if (event.status !== 'Cancelled' || fields['entry_id'] === undefined) return null
  return { at: `line ${event.line}${at}`, raw: { type, ...fields }, problems: [] }
}

export function draftOf(type: SegmentType, event: CalendarEvent): Draft {
  const { labels, component, geo } = event
  const { prefix } = SEGMENT_KINDS[type].from
  const names =
    labels
      .get('traveler')
      ?.split(/,|;| and | und | et /)
      .map((name) => name.trim()) ?? []
  const problems = component.broken.map((line) => ({
    field: null,
    description: `Line ${line} is not an iCalendar property and was left out. A continuation line must begin with a space.`,
  }))
  return {
    type,
    problems,
    fields: {
      type,
      ...versionFields(event),
      confirmation_no: /^[\p{L}\p{N}][\p{L}\p{N}-]{2,30}(?=$|[\s,;(])/u.exec(
        labels.get('confirmation_no') ?? '',
      )?.[0],
      phone: labels.get('phone'),
      [`${prefix}lat`]: geo?.lat,
      [`${prefix}lon`]: geo?.lon,
      travelers:
        names.length === 0 ? undefined : names.filter((name) => name !== '').map((name) => ({ name })),
    },
  }
}

/** As a part of the document: without a required field it is no segment. */
export function partOf({ type, fields, problems }: Draft, event: CalendarEvent, at = ''): FoundPart {
  const found = [...problems]
  const raw = present(fields)
  const { fields: entries } = SEGMENT_DEFINITIONS[type]
  const lacking = Object.keys(entries).filter(
    (name) => entries[name]!.presence === 'required' && !(name in raw),
  )
  const cancelled = lacking.length === 0 ? null : cancelledPart(type, event, at)
  if (cancelled !== null) return cancelled
  found.push(...lacking.filter((name) => !found.some(({ field }) => field === name)).map(notStated))
  return {
    at: `line ${event.line}${at}`,
    raw: lacking.length > 0 ? null : raw,
    problems: found,
  }
}

const notStated = (field: string): DocumentProblem => ({
  field,
  description: `The event does not state ${field}. Add it to the summary, location, description or times.`,
})

/**
 * The times of a movement, rental or gathering, each with its zone if that is known. What the description states as
 * local time goes before a time in UTC or in the zone of somebody's calendar.
 */
export function addTimes({ type, fields, problems }: Draft, event: CalendarEvent, times = event.times): void {
  const { start: startField, end: endField, startZone, endZone } = SEGMENT_KINDS[type]
  const clocks = statedClocks(event)
  const isOneZone = times.end === null || times.start?.tzid === times.end.tzid
  const start = times.start === null ? null : localTime(times.start, clocks[0])
  const ends = [
    [start, startField, startZone],
    [endTime(times, start, clocks[1], startZone === endZone), endField, endZone],
  ] as const
  if (times.end !== null && ends[1][0] === null)
    problems.push({
      field: endField,
      description: 'The end is in a different time zone than the start. State both in the same zone.',
    })
  for (const [time, field, zoneField] of ends) {
    if (time === null || field === null) continue
    fields[field] = time.text
    if (time.zone !== null) fields[zoneField] ??= time.zone
    // Two zones are those of two places; one may also be that of the calendar.
    else if (time.offset !== null && isOneZone && time.offset % HOUR === 0)
      fields[zoneField] ??= `Etc/GMT${time.offset > 0 ? '-' : '+'}${Math.abs(time.offset) / HOUR}`
    if (time.tzid !== null && time.zone === null && time.offset === null)
      problems.push({
        field: zoneField,
        description: `The time zone "${time.tzid.slice(0, 64)}" is unknown and no VTIMEZONE describes it, so ${field} was read as local time. Use an IANA time zone.`,
      })
  }
}

/** At one place, the end is by the clock of the start. */
function endTime(
  { start: stated, end }: StatedTimes,
  start: StatedTime | null,
  clock: string | null,
  isOnePlace: boolean,
) {
  if (end === null || stated === null || start === null) return end
  const local = localTime(end, clock)
  if (!isOnePlace || isDay(start) || local.zone === start.zone)
    return isOnePlace && local.offset !== start.offset ? null : local
  const [from, to] = [instantOf(stated), instantOf(end)]
  if (start.zone !== null || from === null || to === null) return inZoneOf(local, start)
  return { ...start, text: wallText(wallOf(start) + to - from) }
}

/** The wall time that the description gives for an instant, if only one fits. */
export function localTime(stated: StatedTime, clock: string | null): StatedTime {
  const instant = instantOf(stated)
  if (instant === null || isDay(stated) || clock === null || clock === stated.text.slice(11, 16))
    return stated
  const fitting = [-1, 0, 1]
    .map(
      (days) => wallOf({ ...stated, text: `${wallText(instant, 10)}T${clock}` }) + days * 24 * 4 * QUARTER_MS,
    )
    .filter(
      (wall) =>
        (wall - instant) % QUARTER_MS === 0 &&
        wall - instant >= -48 * QUARTER_MS &&
        wall - instant <= 56 * QUARTER_MS,
    )
  return fitting.length === 1 ? { text: wallText(fitting[0]!), zone: null, offset: null, tzid: null } : stated
}

const BOTH = /\b(?:dep|departs?)\b(.{3,60}?)\b(?:arr|arrives?)\b(.{3,60})/i
const CLOCK_AND_ZONE = /^(\d{1,2}:\d{2}(?:\s?[AP]M)?)\s+[A-Z]{2,5}$/i
const RANGE = /^(\d{1,2}:\d{2}(?:\s?[ap]m)?) (?:to|-|–|bis) (\d{1,2}:\d{2}(?:\s?[ap]m)?)$/i

/** Times of day that the description states for start and end. */
export function statedClocks({ lines, labels }: CalendarEvent): readonly [string | null, string | null] {
  const labelled = (
    ...names: Array<'departure' | 'arrival' | 'checkin' | 'checkout' | 'pickup' | 'dropoff'>
  ) => names.map((name) => timeOfDay(labels.get(name) ?? '')).find((time) => time !== null) ?? null
  const clocks = lines.flatMap((line) => CLOCK_AND_ZONE.exec(line)?.[1] ?? [])
  const pair = lines.map((line) => BOTH.exec(line) ?? RANGE.exec(line)).find((found) => found !== null)
  return [
    labelled('departure', 'checkin', 'pickup') ?? timeOfDay(pair?.[1] ?? clocks[0] ?? ''),
    labelled('arrival', 'checkout', 'dropoff') ?? timeOfDay(pair?.[2] ?? clocks[1] ?? ''),
  ]
}

/** Times of other parts of the event, as a leg. */
export const wallTimes = (start: string, end: string, zone: StatedTime): StatedTimes => ({
  start: { ...zone, text: start },
  end: { ...zone, text: end },
})
