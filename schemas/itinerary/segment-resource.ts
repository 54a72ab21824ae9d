/** The stored segment as the API shows it (contract.md 3), without the fields of its type. */
import Type from 'typebox'
import { Identifier, Instant, Text, orNull } from '../base/formats.js'
import { SEGMENT_TYPES } from '../segment/fields/segment-types.js'
import { SegmentWarning } from '../segment/warning.js'

export const SEGMENT_STATUSES = ['Active', 'Pending', 'Cancelled', 'Merged', 'Deleted'] as const

const SourceStatement = Type.Object(
  {
    source: Text('Id of the source.'),
    raw_id: Identifier('Id of its raw segment.'),
    confirmation_no: orNull(Text('Locator that it reported, as it wrote it.')),
    status: Text('What it last said, all its bookings considered: Active, Pending or Cancelled.'),
    received: Instant('When it was received.'),
    supplier_updated: orNull(Instant('When the supplier made this version.')),
  },
  { description: 'What one source reported.' },
)

const Booking = Type.Object(
  {
    source: Text('Id of the source.'),
    confirmation_no: orNull(Text('Locator, as its source wrote it.')),
    traveler: orNull(Text('Traveller.')),
    seat_assignment: orNull(Text('Seat.')),
    status: Text('Status.'),
  },
  { description: 'One booking of the segment.' },
)

export const Segment = Type.Object(
  {
    id: Identifier('Id of the segment.'),
    member_id: Identifier('Id of the member.'),
    trip_id: orNull(Identifier('Trip it belongs to; null if it is unfiled.')),
    type: Type.Enum(SEGMENT_TYPES, { description: 'Kind of segment.' }),
    status: Type.Enum(SEGMENT_STATUSES, {
      description: 'Merged and Deleted segments stay readable for 400 days.',
    }),
    duration_minutes: Type.Optional(
      orNull(
        Type.Integer({ description: 'Minutes from its start to its end; null unless both times are known.' }),
      ),
    ),
    distance_km: Type.Optional(orNull(Type.String({ description: 'Kilometres between its two places.' }))),
    source: Type.Optional(orNull(Text('The winning source.'))),
    source_type: Type.Optional(orNull(Text('Its class.'))),
    sources: Type.Optional(Type.Array(SourceStatement, { description: 'What every source reported.' })),
    bookings: Type.Optional(Type.Array(Booking, { description: 'All bookings of it.' })),
    previous: Type.Optional(
      orNull(
        Type.Record(Type.String(), Type.Unknown(), {
          description: 'The last schedule, and when it changed.',
        }),
      ),
    ),
    is_connection: Type.Optional(
      Type.Boolean({
        description:
          'Whether it is reached by a connection: a change from the previous movement of its trip at the same ' +
          'place, with a short wait and nothing between. RULES.md 6.7 has the limits.',
      }),
    ),
    connection_minutes: Type.Optional(
      orNull(
        Type.Integer({
          description:
            'Minutes between the arrival of the previous movement and its departure; null if it is not ' +
            'reached by a connection.',
        }),
      ),
    ),
    possible_duplicate_of: Type.Optional(
      Type.Array(Identifier('Id of a segment.'), { description: 'Segments that may be the same.' }),
    ),
    warnings: Type.Optional(Type.Array(SegmentWarning, { description: 'Warnings.' })),
    replaces: orNull(Identifier('Segment that it replaces.')),
    replaced_by: orNull(Identifier('Segment that replaces it.')),
    merged_into: orNull(Identifier('Segment it was merged into.')),
    created: Instant('When the segment was created.'),
    updated: Instant('When something visible changed.'),
    provenance: Type.Optional(
      Type.Record(Type.String(), Type.Unknown(), {
        description: 'With provenance=1: which source gave each field.',
      }),
    ),
  },
  {
    additionalProperties: true,
    description: 'A segment of the itinerary; it also has the fields of its type.',
  },
)

export const ProcessingSegment = Type.Object(
  {
    id: Identifier('Id of the raw segment.'),
    status: Type.Literal('Processing'),
  },
  { description: 'A raw segment that is not on the itinerary yet.' },
)
