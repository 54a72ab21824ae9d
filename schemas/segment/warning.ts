/** What the API shows where something about a segment or trip needs attention (contract.md 3). */
import Type from 'typebox'
import type { Static } from 'typebox'
import { Identifier, Text, orNull } from '../base/formats.js'

export const WARNING_CODES = [
  'schedule_conflict',
  'status_conflict',
  'zone_unknown',
  'unknown_gds_status',
  'no_show',
  'place_missing',
  'place_unknown',
  'place_conflict',
  'vendor_missing',
  'number_missing',
  'end_missing',
  'possible_conflict',
  'overlap',
  'date_order',
  'time_skipped',
  'two_places',
  'leg_missing',
  'stay_missing',
] as const

/** RULES 5.17: codes of an itinerary that cannot be travelled as it is known. */
export type PlausibilityCode = 'two_places' | 'leg_missing' | 'stay_missing'

export type WarningCode = (typeof WARNING_CODES)[number]

/** What each warning means, for the reference. */
export const WARNING_MEANINGS: Readonly<Record<WarningCode, string>> = {
  schedule_conflict:
    'Sources that reported later than the one in use give another time, by more than a few minutes.',
  status_conflict: 'One source says that it takes place, another that it is cancelled.',
  zone_unknown: 'The time zone of a place is not known, so the UTC instant is missing.',
  unknown_gds_status:
    'The status code of the global distribution system is not known; the segment counts as Active.',
  no_show: 'The supplier recorded that the traveller did not appear.',
  place_missing: 'No source says where it is, so it cannot be put on a route.',
  place_unknown: 'A place was named that is not in the reference data. The name is kept as sent.',
  place_conflict:
    'An airport code is of another place than the name, city and coordinates next to it, which are shown.',
  vendor_missing: 'No source names the airline or the company.',
  number_missing: 'No source gives the number of the flight.',
  end_missing: 'No source says when it ends.',
  possible_conflict: 'Two movements that one traveller cannot both make: often two bookings of one journey.',
  overlap: 'Trips, or stays far from each other, at the same time.',
  date_order: 'It ends before it starts. The times are kept as sent.',
  time_skipped: 'A local time that daylight saving skips there on that day. It counts as an hour later.',
  two_places: 'Two segments at one time in two places.',
  leg_missing: 'No segment leads from the place of one segment to that of the next.',
  stay_missing: 'Nights between two segments for which no stay is known.',
}

const WarningValue = Type.Object(
  {
    source: Text('Id of the source.'),
    value: orNull(Text('What it says: a local date or date-time, or text.')),
  },
  { description: 'What one source says.' },
)

export type WarningValue = Static<typeof WarningValue>

const properties = {
  code: Type.Enum(WARNING_CODES, { description: 'Kind of warning.' }),
  description: Text('The warning in a sentence for the traveller, without ids, codes and field names.'),
  field: orNull(Text('Field of the segment that it is about; null: the segment or trip as a whole.')),
  values: Type.Array(WarningValue, { description: 'What the sources say, the value in use first.' }),
}

/** A warning in the document of a segment. */
export const SegmentWarning = Type.Object(properties, { description: 'A warning.' })

export type SegmentWarning = Static<typeof SegmentWarning>

/** A warning in the document of a trip. */
export const TripWarning = Type.Object(
  {
    ...properties,
    segment_ids: Type.Array(Identifier('Id of a segment.'), { description: 'Segments it concerns.' }),
  },
  { description: 'A warning that the member may want to check.' },
)

export type TripWarning = Static<typeof TripWarning>
