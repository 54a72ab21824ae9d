/** The stored segment as the API shows it (contract.md 3). */
import { values } from '../data/enumerations.js'
import Type from 'typebox'
import type { TObject, TProperties, TSchema } from 'typebox'
import { Decimal, Identifier, Instant, Text, orNull } from '../base/formats.js'
import { perType, SEGMENT_DEFINITIONS } from '../segment/catalog.js'
import { commonFields, commonProperties } from '../segment/fields/common.js'
import { TYPE_MEANING } from '../segment/fields/segment-types.js'
import type { SegmentType } from '../segment/fields/segment-types.js'
import { ownFields, previousSchedule, shownProperties } from '../segment/shapes/own-fields.js'
import { AVAILABLE_ACTIONS, OpenAction } from '../segment/shapes/open-action.js'
import { SegmentWarning } from '../segment/warning.js'

export const SEGMENT_STATUSES = values('segment-status')

export const SourceStatement = Type.Object(
  {
    source: Text('Id of the source.'),
    raw_id: Identifier('Id of its raw segment.'),
    confirmation_no: orNull(Text('Locator that it reported, as it wrote it.')),
    status: Text('Its latest status, taking all its bookings together: Active, Pending or Cancelled.'),
    received: Instant('When it was received.'),
    supplier_updated: orNull(Instant('When the supplier made this version.')),
  },
  { description: 'What one source reported.' },
)

export const Booking = Type.Object(
  {
    source: Text('Id of the source.'),
    confirmation_no: orNull(Text('Locator, as its source wrote it.')),
    traveler: orNull(Text('Traveller; null if no source names one.')),
    seat_assignment: orNull(Text('Seat of this traveller.')),
    ticket_number: orNull(Text('Ticket number of this traveller.')),
    number: orNull(
      Text(
        'Number of the flight, train or crossing under which it was booked, of a flight with the carrier: LH 430.',
      ),
    ),
    status: Text('Status.'),
  },
  { description: 'One traveller on one booking of the segment.' },
)

const Origin = Type.Object(
  { source: Text('Id of the source.'), raw_id: Identifier('Id of its raw segment.') },
  { description: 'Where a field comes from.' },
)

const FIRST = {
  id: Identifier('Id of the segment.'),
  member_id: Identifier('Id of the member.'),
  trip_id: orNull(Identifier('Trip it belongs to; null if it is unfiled.')),
}
const STATUS = {
  status: Type.Enum(SEGMENT_STATUSES, {
    description: 'Merged and Deleted segments stay readable for 400 days.',
  }),
}
const MEASURES = {
  duration_minutes: orNull(
    Type.Integer({ description: 'Minutes from its start to its end; null unless both times are known.' }),
  ),
  distance_km: orNull(Decimal('Kilometres between its two places.')),
}
const SOURCES = {
  source: orNull(Text('The winning source.')),
  source_type: orNull(Text('Its class.')),
  sources: Type.Array(SourceStatement, { description: 'What every source reported.' }),
  bookings: Type.Array(Booking, {
    description: 'All its bookings, one entry for each traveller; those of the member come first.',
  }),
}
const LAST = {
  is_connection: Type.Boolean({
    description:
      'Whether it is reached by a connection: a change from the previous movement of its trip at the same ' +
      'place, with a short wait and nothing in between.',
  }),
  connection_minutes: orNull(
    Type.Integer({
      description:
        'Minutes between the arrival of the previous movement and its departure; null if it is not ' +
        'reached by a connection.',
    }),
  ),
  action: orNull(OpenAction),
  available_actions: Type.Array(Type.Enum([...AVAILABLE_ACTIONS]), {
    description: 'The possible answers to `action`; empty: there is nothing to answer.',
  }),
  possible_duplicate_of: Type.Array(Identifier('Id of a segment.'), {
    description: 'Segments that may be the same one.',
  }),
  warnings: Type.Array(SegmentWarning, { description: 'Warnings.' }),
  replaces: orNull(Identifier('Segment that it replaces.')),
  replaced_by: orNull(Identifier('Segment that replaces it.')),
  merged_into: orNull(Identifier('Segment it was merged into.')),
  created: Instant('When the segment was created.'),
  updated: Instant('When something visible changed.'),
}
const SHARED = shownProperties(commonFields, commonProperties)
const PROVENANCE = {
  provenance: Type.Optional(
    Type.Record(Type.String(), Origin, {
      description: 'With provenance=1: which source gave each field.',
    }),
  ),
}

/** A document has every key, whether it has a value or not; only its provenance is asked for. */
function everyKey({ properties, description, bases }: Keys): TObject {
  const required = Object.keys(properties).filter((name) => name !== 'provenance')
  return Object.assign(Type.Object(properties) as TObject, { required, description, 'x-extends': bases })
}

interface Keys {
  properties: TProperties
  description: string
  bases: TObject[]
}

/** What every segment has, whatever its type. */
export const SegmentBase = everyKey({
  properties: { ...FIRST, ...STATUS, ...SHARED, ...MEASURES, ...SOURCES, ...LAST, ...PROVENANCE },
  description: 'What every segment of the itinerary has, whatever its type.',
  bases: [],
})

/** What segments of one type show, submitted or derived; the same for activities, meetings and events. */
function shownBy(type: SegmentType): { submitted: TProperties; derived: TProperties; previous: TSchema } {
  return { ...ownFields(type), previous: previousSchedule(type) }
}

const GATHERING = shownBy('Event')

/** What activities, meetings and events show in another form than it was sent in, or derive. */
export const GatheringSegmentFields = everyKey({
  properties: {
    ...Object.fromEntries(
      Object.entries(GATHERING.submitted).filter(
        ([name, schema]) => SEGMENT_DEFINITIONS.Event.ownFields.properties[name] !== schema,
      ),
    ),
    ...GATHERING.derived,
    previous: GATHERING.previous,
  },
  description: 'What activities, meetings and events of the itinerary show of their times and places.',
  bases: [],
})

/** The segment of each type, with its fields in the order of the document. */
export const SEGMENT_RESOURCES: Readonly<Record<SegmentType, TObject>> = perType((definition) => {
  const { type, description, ownFields: own } = definition
  const { isGathering } = definition.trip
  const { submitted, derived, previous } = isGathering ? GATHERING : shownBy(type)
  return everyKey({
    properties: {
      ...FIRST,
      type: Type.Literal(type, { description: TYPE_MEANING }),
      ...STATUS,
      ...submitted,
      ...SHARED,
      ...derived,
      ...MEASURES,
      ...SOURCES,
      previous,
      ...LAST,
      ...PROVENANCE,
    },
    description: `On the itinerary: ${description}`,
    bases: isGathering ? [SegmentBase, own, GatheringSegmentFields] : [SegmentBase, own],
  })
})

export const Segment = Type.Union(Object.values(SEGMENT_RESOURCES), {
  description: 'A segment of the itinerary; `type` says which fields it has.',
  'x-discriminator': 'type',
})

export const ProcessingSegment = Type.Object(
  {
    id: Identifier('Id of the raw segment.'),
    status: Type.Literal('Processing', { description: 'It is being merged.' }),
  },
  { description: 'A raw segment that is not on the itinerary yet.' },
)
