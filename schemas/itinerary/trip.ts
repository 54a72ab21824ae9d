/** The trip as the API shows it (contract.md 3). */
import { values } from '../data/enumerations.js'
import Type from 'typebox'
import { Decimal, Identifier, Instant, Local, Text, orNull } from '../base/formats.js'
import { TripWarning } from '../segment/warning.js'
import { Segment } from './segment-resource.js'

export const TRIP_STATUSES = values('trip-status')
export const PRIVACIES = values('privacy')

const Destination = Type.Object(
  {
    city_name: orNull(Text('City.')),
    admin_code: orNull(Text('State or province.')),
    state: orNull(Text('The same as admin_code.')),
    country: orNull(Text('Country, ISO 3166-1 alpha-2.')),
    lat: orNull(Decimal('Latitude.')),
    lon: orNull(Decimal('Longitude.')),
    begin_datetime: orNull(Local('Arrival at the place.')),
    begin_is_assumed: Type.Boolean({
      description: "Whether no source gives the time in begin_datetime, so a hotel's usual time is shown.",
    }),
    end_datetime: orNull(Local('Departure from the place.')),
    end_is_assumed: Type.Boolean({ description: 'The same for end_datetime.' }),
    nights: Type.Integer({ description: 'Nights spent there.', minimum: 0 }),
  },
  { description: 'A place where the traveller stays.' },
)

export const Trip = Type.Object(
  {
    id: Identifier('Id of the trip.'),
    member_id: Identifier('Id of the member.'),
    status: Type.Enum(TRIP_STATUSES, { description: 'Merged and Deleted trips stay readable for 400 days.' }),
    first_name: orNull(Text('Given name of the traveller.')),
    last_name: orNull(Text('Family name of the traveller.')),
    destination: orNull(Text('Main destination.')),
    state: orNull(Text('State or province of the destination.')),
    admin_code: orNull(Text('The same as state.')),
    postal_code: orNull(Text('Postal code of the destination.')),
    country: orNull(Text('Country of the destination.')),
    lat: orNull(Decimal('Latitude of the destination.')),
    lon: orNull(Decimal('Longitude of the destination.')),
    begin_datetime: orNull(Local('When the trip begins.')),
    begin_time_zone: orNull(Text('Abbreviation of its time zone then.')),
    begin_time_zone_id: orNull(Text('Its time zone, an IANA name.')),
    begin_datetime_utc: orNull(Instant('The same as an instant.')),
    end_datetime: orNull(Local('When the trip ends.')),
    end_time_zone: orNull(Text('Abbreviation of its time zone then.')),
    end_time_zone_id: orNull(Text('Its time zone, an IANA name.')),
    end_datetime_utc: orNull(Instant('The same as an instant.')),
    headline: orNull(Text("The member's own title for it.")),
    display_name: Text('A name made from destinations and dates.'),
    privacy: Type.Enum(PRIVACIES, { description: 'Who may see it.' }),
    personal: Type.Boolean({ description: 'Whether the member marked it as personal.' }),
    business: Type.Boolean({ description: 'Whether the member marked it as business.' }),
    verified: Type.Boolean({ description: 'Whether every segment is confirmed.' }),
    distance_km: orNull(Decimal('Kilometres travelled.')),
    duration_days: Type.Number({ description: 'Days from its beginning to its end, with one decimal.' }),
    destinations: Type.Array(Destination, { description: 'Places visited, in order of arrival.' }),
    segment_types: Type.Array(Type.String(), { description: 'Types of its segments.' }),
    segment_count: Type.Integer({ description: 'Number of live segments.', minimum: 0 }),
    warnings: Type.Array(TripWarning, { description: 'Warnings.' }),
    overlaps_trip_ids: Type.Array(Identifier('Id of a trip.'), { description: 'Trips that overlap it.' }),
    merged_into: orNull(Identifier('Trip it was merged into.')),
    split_from: orNull(Identifier('Trip it came from.')),
    url: Text('Address of this trip.'),
    harvested: Type.Boolean({ description: 'Whether any of it came from a supplier.' }),
    version: Type.Integer({ description: 'Increases with every change.', minimum: 1 }),
    created: Instant('When the trip was created.'),
    updated: Instant('When something visible changed.'),
    notes: Type.Array(Type.String(), { description: "The member's notes." }),
    segments: Type.Optional(
      Type.Array(Segment, { description: 'With segments=1: its segments in order of start.' }),
    ),
  },
  { description: 'A journey away from home.' },
)
