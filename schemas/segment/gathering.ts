/** Activities, meetings and events: one set of fields. */
import { defineSegment } from './fields/define-segment.js'
import { hidden, optional, prefixed, required } from './fields/field-entry.js'
import type { SegmentDefinition } from './fields/define-segment.js'
import { flag, localDateTime, text, url, zone } from './fields/field.js'
import type { TripTraits } from './fields/trip-traits.js'
import { addressFields, allMaterial, cityCode, locationText, placeName } from './fields/place.js'
import { bookingLinks, ticketBarcode, ticketValidity } from './fields/ticket.js'

const address = { ...addressFields, city_code: cityCode }
const hiddenLocation = hidden(optional(locationText, { group: 'place' }))
const placeZone = zone('Time zone of the place.')

const fields = {
  activity_name: required(text(300, 'Name of the activity, meeting or event.'), {
    role: 'name',
    material: true,
  }),
  activity_type: optional(text(100, 'Type of activity, meeting or event.')),
  start_datetime: required(localDateTime('Start.'), { role: 'start' }),
  end_datetime: optional(localDateTime('End; not before start_datetime.'), { role: 'end', material: true }),
  start_location: { ...hiddenLocation, role: 'from', placeFormat: 'free' },
  start_name: optional(placeName, { placeFormat: 'venue', material: true }),
  ...prefixed('start_', address),
  end_location: { ...hiddenLocation, role: 'to', placeFormat: 'free', material: true },
  end_name: optional(placeName, { placeFormat: 'venue', material: true }),
  ...prefixed('end_', allMaterial(address)),
  venue: optional(text(200, 'Venue.'), { group: 'place', material: true, matching: true }),
  organizer: optional(text(200, 'Organizer.')),
  is_all_day: optional(flag('Whether it lasts whole days.'), { group: 'schedule' }),
  start_time_zone_id: optional(placeZone, { role: 'startZone', mergesWith: 'start_datetime' }),
  end_time_zone_id: optional(placeZone, { role: 'endZone', mergesWith: 'end_datetime', material: true }),
  event_url: optional(url('Web page of the event.')),
  seat_assignment: optional(text(64, 'Seat.'), { group: 'seat' }),
  ticket_number: optional(text(64, 'Ticket number.'), { group: 'locator', of: 'traveller' }),
  ...ticketBarcode,
  ...ticketValidity,
  ...bookingLinks,
} as const

/** What a gathering is for trips: one point in time and place. */
const trip: TripTraits = {
  leg: 'point',
  speeds: null,
  mayEndElsewhere: false,
  by: null,
  isTripItself: false,
  weight: 1,
  spansTrip: true,
  isGathering: true,
  isPresenceOnly: false,
  legName: 'name',
}

function gathering(type: 'Activity' | 'Meeting' | 'Event', description: string): SegmentDefinition {
  return defineSegment({
    type,
    description,
    fromPrefix: 'start_',
    toPrefix: 'end_',
    endOrder: 'notBefore',
    phrase: [type.toLowerCase(), ' "{name}"'],
    leastConflict: 10,
    trip,
    fields,
  })
}

export const activity = gathering('Activity', 'An activity: a tour, a match, a lesson.')
export const meeting = gathering('Meeting', 'A meeting.')
export const event = gathering('Event', 'An event: a conference, a concert, a fair.')
