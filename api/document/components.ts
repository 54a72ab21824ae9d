/** The named schemas of the OpenAPI document: other schemas refer to them. */
import Type from 'typebox'
import type { TSchema } from 'typebox'
import { OauthErrorBody } from '../oauth/oauth-error-body.js'
import { AcceptedDocument } from '../../schemas/documents/document.js'
import { Account, NewAccount } from '../../schemas/itinerary/account.js'
import { BatchStatus } from '../../schemas/itinerary/batch-status.js'
import { TripFields } from '../../schemas/itinerary/edit.js'
import { Decimal, Identifier, Instant, Local } from '../../schemas/base/formats.js'
import { ERROR_STATUS } from '../../schemas/base/errors.js'
import { Airport, City } from '../../schemas/itinerary/location.js'
import { Member, MemberChange } from '../../schemas/itinerary/member.js'
import {
  AcceptedBatch,
  BookingCancellation,
  EntryCancellation,
  SegmentErrorItem,
  RawSegment,
  RefusedBatch,
  SegmentBatch,
} from '../../schemas/segment/batch.js'
import { SEGMENT_ERROR_CODES } from '../../schemas/segment/validation/segment-error.js'
import { localDateTime, nullable } from '../../schemas/segment/fields/field.js'
import { shownEntry } from '../../schemas/segment/shapes/shown-value.js'
import { commonFields, RawSegmentFields, Traveler } from '../../schemas/segment/fields/common.js'
import { addressFields } from '../../schemas/segment/fields/place.js'
import { previousTimes } from '../../schemas/segment/shapes/own-fields.js'
import { perType, SEGMENT_DEFINITIONS } from '../../schemas/segment/catalog.js'
import { SEGMENT_TYPES } from '../../schemas/segment/fields/segment-types.js'
import type { SegmentType } from '../../schemas/segment/fields/segment-types.js'
import {
  ProcessingSegment,
  Segment,
  SEGMENT_RESOURCES,
  GatheringSegmentFields,
  SegmentBase,
  SourceStatement,
  Booking,
} from '../../schemas/itinerary/segment-resource.js'
import {
  SINGLE_SEGMENTS,
  SingleSegment,
  SingleSegmentFields,
} from '../../schemas/segment/shapes/single-segment.js'
import { SegmentWarning, TripWarning } from '../../schemas/segment/warning.js'
import {
  Callback,
  CallbackChange,
  CallbackCreate,
  CallbackPing,
  CallbackReplay,
} from '../../schemas/webhooks/callback.js'
import { Attempt, Delivery, DeliveryDetail } from '../../schemas/webhooks/delivery-log.js'
import { EventFilter } from '../../schemas/webhooks/event-filter.js'
import { Event, EVENTS, Moved, ThinEvent, TruncatedData } from '../../schemas/webhooks/event-resource.js'
import { Source } from '../../schemas/itinerary/source.js'
import { Trip } from '../../schemas/itinerary/trip.js'

const HINT = Type.Optional(
  Type.String({ description: 'What was probably meant, or where the right value is found.' }),
)

const ProblemItem = Type.Object(
  {
    pointer: Type.String({
      description: 'Where in the body, a JSON pointer as a URI fragment.',
      examples: ['#/segments/0/source'],
    }),
    code: Type.Enum([...SEGMENT_ERROR_CODES], { description: 'Code of the error.' }),
    detail: Type.String({ description: 'The error in a sentence, with the way to fix it.' }),
    hint: HINT,
  },
  { description: 'One error of a body, in a problem document.' },
)

export const ErrorBody = Type.Object(
  {
    error: Type.Enum(Object.keys(ERROR_STATUS), { description: 'Code from a closed list.' }),
    error_description: Type.String({ description: 'What is wrong, in a sentence.' }),
    hint: HINT,
    errors: Type.Optional(Type.Array(SegmentErrorItem, { description: 'All errors of the body.' })),
  },
  { description: 'An error.' },
)

export const ProblemBody = Type.Object(
  {
    type: Type.String({ description: 'about:blank.' }),
    title: Type.String({ description: 'Title of the HTTP status.' }),
    status: Type.Integer({ description: 'The HTTP status.' }),
    detail: Type.String({ description: 'What is wrong, in a sentence.' }),
    instance: Type.String({ description: 'The request id as a URN.' }),
    error: Type.Enum(Object.keys(ERROR_STATUS), { description: 'Code from a closed list.' }),
    error_description: Type.String({ description: 'What is wrong, in a sentence.' }),
    hint: HINT,
    errors: Type.Array(ProblemItem, { description: 'All errors of the body.' }),
  },
  { description: 'An error in the form of RFC 9457, for clients that accept application/problem+json.' },
)

function named(
  nameOf: (type: SegmentType) => string,
  schemas: Readonly<Record<SegmentType, TSchema>>,
): Array<readonly [string, TSchema]> {
  return SEGMENT_TYPES.map((type) => [nameOf(type), schemas[type]] as const)
}

export const NAMED_SCHEMAS: ReadonlyArray<readonly [string, TSchema]> = [
  ['Id', Identifier('An id: decimal digits, ordered by time.')],
  ['Instant', Instant('A UTC instant.')],
  ['LocalDateTime', Local('Local time of the place; a date alone if the time is not known.')],
  [
    'WallTime',
    localDateTime('Local time of the place, without an offset; a date alone if the time is not known.'),
  ],
  ['Decimal', Decimal('A number as text, so that no digit is lost.')],
  ['Latitude', nullable(addressFields.lat.schema)],
  ['Longitude', nullable(addressFields.lon.schema)],
  ['Country', nullable(addressFields.country.schema)],
  ['SourceId', commonFields['source']!.schema],
  ['Member', Member],
  ['MemberChange', MemberChange],
  ['Trip', Trip],
  ['TripFields', TripFields],
  ['Segment', Segment],
  ['SegmentBase', SegmentBase],
  ['GatheringSegmentFields', GatheringSegmentFields],
  ...named((type) => `${type}Segment`, SEGMENT_RESOURCES),
  ['PreviousTimes', previousTimes('Transport')],
  ['PreviousMovement', previousTimes('Air')],
  ['SegmentWarning', SegmentWarning],
  ['TripWarning', TripWarning],
  ['SourceStatement', SourceStatement],
  ['Booking', Booking],
  ['ProcessingSegment', ProcessingSegment],
  ['Account', Account],
  ['NewAccount', NewAccount],
  ['Source', Source],
  ['City', City],
  ['Airport', Airport],
  ['BatchMonitor', BatchStatus],
  ['AcceptedDocument', AcceptedDocument],
  ['SegmentBatch', SegmentBatch],
  ['AcceptedBatch', AcceptedBatch],
  ['RefusedBatch', RefusedBatch],
  ['FaultItem', SegmentErrorItem],
  ['ProblemItem', ProblemItem],
  ['Traveler', Traveler],
  ['SegmentTraveler', shownEntry(Traveler)],
  ['RawSegment', RawSegment],
  ['BookingCancellation', BookingCancellation],
  ['EntryCancellation', EntryCancellation],
  ['RawSegmentFields', RawSegmentFields],
  ...named(
    (type) => `Raw${type}`,
    perType(({ schema }) => schema),
  ),
  ...named(
    (type) => (SEGMENT_DEFINITIONS[type].trip.isGathering ? 'GatheringFields' : `${type}Fields`),
    perType(({ ownFields }) => ownFields),
  ),
  ['SingleSegmentFields', SingleSegmentFields],
  ...named((type) => `Single${type}`, SINGLE_SEGMENTS),
  ['SingleSegment', SingleSegment],
  ['Event', Event],
  ...Object.entries(EVENTS),
  ['ThinEvent', ThinEvent],
  ['EventMoved', Moved],
  ['TruncatedEventData', TruncatedData],
  ['Callback', Callback],
  ['EventFilter', EventFilter],
  ['CallbackCreate', CallbackCreate],
  ['CallbackChange', CallbackChange],
  ['CallbackReplay', CallbackReplay],
  ['CallbackPing', CallbackPing],
  ['Delivery', Delivery],
  ['DeliveryDetail', DeliveryDetail],
  ['Attempt', Attempt],
  ['Error', ErrorBody],
  ['Problem', ProblemBody],
  ['OAuthError', OauthErrorBody],
]
