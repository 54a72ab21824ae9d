import Type from 'typebox'
import type { Static } from 'typebox'
import { commonFields } from './fields/common.js'
import { flag, localDateTime, optional, prefixed, text, zone } from './fields/field.js'
import { namedPlaceFields } from './fields/place.js'

const end = { ...namedPlaceFields, time_zone_id: zone('Time zone of the place.') }

const fields = {
  ...commonFields,
  activity_name: text(300, 'Name of it.'),
  start_datetime: localDateTime('Start.'),
  ...optional({
    end_datetime: localDateTime('End; not before start_datetime.'),
    activity_type: text(100, 'Kind of it.'),
    ...prefixed('start_', end),
    ...prefixed('end_', end),
    venue: text(200, 'Venue.'),
    organizer: text(200, 'Organizer.'),
    is_all_day: flag('Whether it takes whole days.'),
  }),
}

/** One activity. */
export const ActivitySegment = Type.Object(
  { type: Type.Literal('Activity'), ...fields },
  { description: 'An activity: a tour, a match, a lesson.' },
)
export type ActivitySegment = Static<typeof ActivitySegment>

/** One meeting. */
export const MeetingSegment = Type.Object(
  { type: Type.Literal('Meeting'), ...fields },
  { description: 'A meeting.' },
)
export type MeetingSegment = Static<typeof MeetingSegment>

/** One event. */
export const EventSegment = Type.Object(
  { type: Type.Literal('Event'), ...fields },
  { description: 'An event: a conference, a concert, a fair.' },
)
export type EventSegment = Static<typeof EventSegment>
