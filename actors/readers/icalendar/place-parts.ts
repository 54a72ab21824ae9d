/** Stays, rentals, meals, car parks and gatherings of events; a stay or rental may be two of them. */
import type { FoundPart } from '../reader.js'
import type { CalendarEvent } from './calendar-event.js'
import { addTimes, draftOf, localTime, partOf, statedClocks } from './event-fields.js'
import type { Draft } from './event-fields.js'
import { textOf } from './content-lines.js'
import { timeOfDay } from './event-text.js'
import { instantOf, isDay, wallOf } from './event-times.js'
import type { StatedTime } from './event-times.js'

const DAY_MS = 86_400_000

/** @param checkout the event of the departure, if it is another one */
export function stayPart(event: CalendarEvent, name: string, checkout: CalendarEvent | null): FoundPart {
  const draft = draftOf('Hotel', event)
  const { fields, problems } = draft
  const { start } = event.times
  const end = checkout === null ? stayEnd(event) : checkout.times.start
  fields['hotel_name'] = name
  const zones = new Set([
    addDay(draft, 'checkin', start, event),
    addDay(draft, 'checkout', end, checkout ?? event),
  ])
  if (zones.size === 1) fields['time_zone_id'] = [...zones][0]
  else for (const name of ['checkin_time', 'checkout_time']) delete fields[name]
  if (zones.has('UTC'))
    problems.push({
      field: 'checkin_date',
      description:
        'The times of the stay are in UTC, so the dates at the hotel may differ. State local times.',
    })
  if (end === null)
    problems.push({
      field: 'checkout_date',
      description: 'Neither this event nor another one in the file states the check-out date.',
    })
  else if (isDay(end) && checkout === null && event.ownType === null)
    problems.push({
      field: 'checkout_date',
      description: 'This is an all-day event. The day after its last day was read as the check-out date.',
    })
  addAddress(draft, event, 'address1', name)
  fields['confirmation_no'] ??=
    checkout === null ? undefined : draftOf('Hotel', checkout).fields['confirmation_no']
  fields['room_type'] = event.labels.get('room')
  return partOf(draft, event)
}

/** The day of departure is none of the whole days of an event: our own calendar counts nights. */
function stayEnd({ times: { start, end, dayAfter } }: CalendarEvent): StatedTime | null {
  if (start === null || isDay(start)) return dayAfter ?? null
  return end !== null && end.text.slice(0, 10) > start.text.slice(0, 10) ? end : null
}

/** Returns the zone of a day that has one. */
function addDay(
  { fields }: Draft,
  name: 'checkin' | 'checkout',
  stated: StatedTime | null,
  event: CalendarEvent,
): string | null {
  if (stated === null) return null
  const clock = timeOfDay(event.labels.get(name) ?? '') ?? (isDay(stated) ? null : statedClocks(event)[0])
  const time = localTime(stated, clock)
  fields[`${name}_date`] = time.text.slice(0, 10)
  const hour = isDay(time) ? clock : time.text.slice(11)
  if (hour !== null && hour !== '00:00') fields[`${name}_time`] = hour
  return time.zone
}

/** The location without the name before it. */
function addAddress(
  { fields }: Draft,
  { location, labels }: CalendarEvent,
  field: string,
  name: string,
): void {
  const place = labels.get('address') ?? location
  const street =
    place?.toLowerCase().startsWith(`${name.toLowerCase()}, `) === true ? place.slice(name.length + 2) : place
  fields[field] = street === name ? undefined : street?.replace(/\s*\n\s*/g, ', ')
}

/** @param dropoff the event of the return, if it is another one */
export function rentalPart(event: CalendarEvent, name: string, dropoff: CalendarEvent | null): FoundPart {
  const draft = draftOf('Car', event)
  const { fields, problems } = draft
  fields['car_company'] = name
  fields['pickup_location'] = event.location
  fields['car_type'] = event.labels.get('car_type')
  const { start, end } = event.times
  const isWhole =
    dropoff === null && start !== null && end !== null && wallOf(end) - wallOf(start) >= DAY_MS / 4
  addTimes(draft, event, { start, end: isWhole ? end : null })
  if (dropoff !== null) {
    const back = draftOf('Car', dropoff)
    addTimes(back, dropoff, { start: dropoff.times.start, end: null })
    fields['dropoff_datetime'] = back.fields['pickup_datetime']
    fields['dropoff_time_zone_id'] = back.fields['pickup_time_zone_id']
    if (dropoff.location !== event.location) fields['dropoff_location'] = dropoff.location
  } else if (!isWhole)
    problems.push({
      field: 'dropoff_datetime',
      description: 'The return is not stated: no event in the file is the return of this rental car.',
    })
  return partOf(draft, event)
}

/** A table or a parking space. */
export function placePart(event: CalendarEvent, type: 'Restaurant' | 'Parking', rest: string): FoundPart {
  const draft = draftOf(type, event)
  const name = rest.replace(
    type === 'Restaurant' ? /^(?:for )?\d{1,2}(?: people| persons| guests)? (?:at|in) /i : /^Parking /,
    '',
  )
  draft.fields[type === 'Restaurant' ? 'restaurant_name' : 'parking_name'] = name
  addAddress(draft, event, 'location', name)
  addTimes(draft, event)
  if (draft.fields['location'] === undefined && event.geo === null) draft.fields['location'] = event.location
  return partOf(draft, event)
}

export function gatheringPart(event: CalendarEvent, type: 'Activity' | 'Meeting' | 'Event'): FoundPart {
  const draft = draftOf(type, event)
  const { fields } = draft
  const { start } = event.times
  const url = textOf(event.component, 'url')
  fields['activity_name'] = event.summary
  fields['start_location'] = event.location?.replace(/\s*\n\s*/g, ', ')
  if (start !== null && isDay(start)) fields['is_all_day'] = true
  if (url !== null && /^https?:\/\/[^\s]{3,1990}$/i.test(url)) fields['event_url'] = url
  addTimes(draft, event)
  fields['notes'] = event.lines.join('\n')
  return partOf(draft, event)
}

/** A place where the traveller was. */
export function presencePart(event: CalendarEvent): FoundPart {
  const draft = draftOf('Checkin', event)
  draft.fields['place_name'] = event.summary.replace(/^At /, '')
  const [country = '', city = ''] = event.location?.split(', ').reverse() ?? []
  if (/^[A-Z]{2}$/.test(country))
    Object.assign(draft.fields, { country, city_name: city.replace(/^[\d-]+ /, '') })
  addTimes(draft, event, { start: event.times.start, end: null })
  return partOf(draft, event)
}

/** Order of events in time; those without one are last. */
export const startInstant = ({ times: { start } }: CalendarEvent): number =>
  start === null ? Infinity : (instantOf(start) ?? wallOf(start))
