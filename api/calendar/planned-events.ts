/**
 * Which calendar events a segment makes (decision 67): a stay is one bar over its nights, a rental its pick-up
 * and its return, everything else one event from its start to its end.
 */
import { TRIP_TRAITS } from '../../schemas/segment/catalog.js'
import { EVENT_FIELDS } from './event-fields.js'
import { dayOfStay, endTime, eventTimes, isLater } from './event-times.js'
import type { EventTime } from './event-times.js'
import type { SegmentDoc } from './segment-doc.js'

export interface PlannedEvent {
  /** Tells the events of one segment apart. */
  part: 'whole' | 'pickup' | 'return'
  start: EventTime
  /** Null: not known, or `minutes` says how long it takes. */
  end: EventTime | null
  minutes: number | null
  /** The end of the segment at whose place it is. */
  at: 'from' | 'to'
  /** Whether the traveller has no time for anything else then. */
  isBusy: boolean
}

/** At a counter. */
const COUNTER_MINUTES = 30

/** The events of a segment; none if it has no start. */
export function plannedEvents(doc: SegmentDoc): PlannedEvent[] {
  const { leg } = TRIP_TRAITS[doc.type]
  if (leg === 'stay') return stayEvent(doc)
  if (leg === 'rental') return rentalEvents(doc)
  const [start, end] = eventTimes(doc)
  if (start === null) return []
  const known = end !== null && isLater(start, end) ? end : null
  return [{ part: 'whole', start, end: known, minutes: null, at: 'from', isBusy: leg !== 'support' }]
}

/** Whole days; the day of departure is not counted. Nobody is busy for sleeping somewhere. */
function stayEvent(doc: SegmentDoc): PlannedEvent[] {
  const { start: from, end: to } = EVENT_FIELDS[doc.type]
  const start = dayOfStay(doc, from)
  const end = to === null ? null : dayOfStay(doc, to)
  if (start === null) return []
  const known = end !== null && isLater(start, end) ? end : null
  return [{ part: 'whole', start, end: known, minutes: null, at: 'from', isBusy: false }]
}

/** Both begin at the times of the booking. A return that is not after the pick-up is not shown. */
function rentalEvents(doc: SegmentDoc): PlannedEvent[] {
  const { start: from, end: to } = EVENT_FIELDS[doc.type]
  const start = endTime(doc, from)
  const end = to === null ? null : endTime(doc, to)
  if (start === null) return []
  const events = [atCounter('pickup', start)]
  if (end !== null && isAfter(start, end)) events.push(atCounter('return', end))
  return events
}

/** On a day without a time it is a note on that day. */
function atCounter(part: 'pickup' | 'return', start: EventTime): PlannedEvent {
  const at = part === 'pickup' ? 'from' : 'to'
  return { part, start, end: null, minutes: start.isDay ? null : COUNTER_MINUTES, at, isBusy: !start.isDay }
}

/** Also of a day and a time. */
function isAfter(start: EventTime, end: EventTime): boolean {
  if (start.at !== null && end.at !== null) return end.at > start.at
  return end.value > start.value
}
