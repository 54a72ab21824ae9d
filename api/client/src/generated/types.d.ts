// Generated from the OpenAPI document by test/checks/generate-client.ts. Do not edit.

import type { CallOptions } from '../options.js'
import type { Pages } from '../pages.js'
import type { Submitted, Written } from '../results.js'

/** An id: decimal digits, ordered by time. */
export type Id = string

/** A UTC instant. */
export type Instant = string

/** Local time of the place; a date alone if the time is not known. */
export type LocalDateTime = string

/** Local time of the place, without an offset; a date alone if the time is not known. */
export type WallTime = string

/** A number as text, so that no digit is lost. */
export type Decimal = string

/** Latitude in degrees. Text or a number; rounded to 12 digits after the point, shown as text. */
export type Latitude = string | number | null

/** Longitude in degrees. Text or a number; rounded to 12 digits after the point, shown as text. */
export type Longitude = string | number | null

/** Country, ISO 3166-1 alpha-2 code or name. */
export type Country = string | null

/** Id of a source of GET /v2/sources. */
export type SourceId = string

/** The member record. */
export interface Member {
  /** Id of the member. */
  id: Id
  /** Status. */
  status: string
  /** Given name. */
  first_name: string | null
  /** Family name. */
  last_name: string | null
  /** Email address. */
  email: string | null
  /** Gender, in the member's words. */
  gender: string | null
  /** City of the present home. */
  home_city: string | null
  /** Its latitude. */
  home_city_lat: Decimal | null
  /** Its longitude. */
  home_city_lon: Decimal | null
  /** State or province of the present home. */
  state: string | null
  /** The same as state. */
  admin_code: string | null
  /** Postal code of the present home. */
  zip: string | null
  /** Country of the present home. */
  country: string | null
  /** Time zone of the member. */
  time_zone_id: string | null
  /** Language in which cities and trips are named; null: English. */
  language?: string | null
  /** Whether trips warn of impossible journeys; null: yes. */
  plausibility_warnings?: boolean | null
  /** IATA codes of the home airports. */
  home_airports: string[]
  /** All homes, newest last. */
  homes: MemberHome[]
  /** Web page of the member. */
  url: string | null
  /** Picture of the member. */
  profile_image_url: string | null
  /** When the member joined. */
  created: Instant
  /** When something visible changed. */
  updated: Instant
}

/** A home and since when. */
export interface MemberHome {
  /** First day there; null: from the beginning. */
  from: string | null
  /** City. */
  city: string | null
  /** State or province. */
  admin_code?: string | null
  /** The same as admin_code. */
  state?: string | null
  /** Country. */
  country: string | null
  /** Latitude. */
  lat: Decimal | null
  /** Longitude. */
  lon: Decimal | null
  /** Time zone. */
  time_zone_id: string | null
  /** IATA codes of the home airports. */
  airports: string[]
}

/** Fields of the record that a member may change. */
export interface MemberChange {
  /** Given name. */
  first_name?: string | null
  /** Family name. */
  last_name?: string | null
  /** Gender, in the member's words. */
  gender?: string | null
  /**
   * City of the home. Another city sets its own state, country, coordinates and time zone, and no airports,
   * unless these are sent too. Null: the home is unknown from that day on; trips use the last known one.
   */
  home_city?: string | null
  /** State or province of the home. */
  state?: string | null
  /** The same as state; used where state is not sent. */
  admin_code?: string | null
  /** Postal code of the home. */
  zip?: string | null
  /** Country of the home; a code of two letters is kept in capitals. */
  country?: string | null
  /** Latitude of the home, decimal text. */
  home_city_lat?: string | null
  /** Longitude of the home, decimal text. */
  home_city_lon?: string | null
  /** IATA codes of the home airports; null: none. */
  home_airports?: string[] | null
  /**
   * First day of the home; today if omitted. Omitted fields of the home are those of the home in force on
   * that day. Earlier and later homes stay; the record shows the one in force today.
   */
  from?: string
  /** Time zone, an IANA name; if omitted, it follows the present home into another city. */
  time_zone_id?: string | null
  /**
   * Language in which cities and trips are named, a BCP 47 tag: en, de, fr, es, it, pt or nl with any region.
   * Any other is kept, but names are English. Null: English.
   */
  language?: string | null
  /** Whether trips warn of two places at once, a missing leg and nights without a stay. Null: they do. */
  plausibility_warnings?: boolean | null
}

/** A journey away from home. */
export interface Trip {
  /** Id of the trip. */
  id: Id
  /** Id of the member. */
  member_id: Id
  /** Merged and Deleted trips stay readable for 400 days. */
  status: 'Active' | 'Cancelled' | 'Merged' | 'Deleted'
  /** Given name of the traveller. */
  first_name: string | null
  /** Family name of the traveller. */
  last_name: string | null
  /** Main destination. */
  destination: string | null
  /** State or province of the destination. */
  state: string | null
  /** The same as state. */
  admin_code: string | null
  /** Postal code of the destination. */
  postal_code: string | null
  /** Country of the destination. */
  country: string | null
  /** Latitude of the destination. */
  lat: Decimal | null
  /** Longitude of the destination. */
  lon: Decimal | null
  /** When the trip begins. */
  begin_datetime: LocalDateTime | null
  /** Abbreviation of its time zone then. */
  begin_time_zone: string | null
  /** Its time zone, an IANA name. */
  begin_time_zone_id: string | null
  /** The same as an instant. */
  begin_datetime_utc: Instant | null
  /** When the trip ends. */
  end_datetime: LocalDateTime | null
  /** Abbreviation of its time zone then. */
  end_time_zone: string | null
  /** Its time zone, an IANA name. */
  end_time_zone_id: string | null
  /** The same as an instant. */
  end_datetime_utc: Instant | null
  /** The member's own title for it. */
  headline: string | null
  /** A name made from destinations and dates. */
  display_name: string
  /** Who may see it. */
  privacy: 'Private' | 'Buddies Only' | 'Public'
  /** Whether the member marked it as personal. */
  personal: boolean
  /** Whether the member marked it as business. */
  business: boolean
  /** Whether every segment is confirmed. */
  verified: boolean
  /** Kilometres travelled. */
  distance_km: Decimal | null
  /** Days from its beginning to its end, with one decimal. */
  duration_days: number
  /** Places visited, in order of arrival. */
  destinations: TripDestination[]
  /** Types of its segments. */
  segment_types: string[]
  /** Number of live segments. */
  segment_count: number
  /** Warnings. */
  warnings: TripWarning[]
  /** Trips that overlap it. */
  overlaps_trip_ids: Id[]
  /** Trip it was merged into. */
  merged_into: Id | null
  /** Trip it came from. */
  split_from: Id | null
  /** Address of this trip. */
  url: string
  /** Whether any of it came from a supplier. */
  harvested: boolean
  /** Increases with every change. */
  version: number
  /** When the trip was created. */
  created: Instant
  /** When something visible changed. */
  updated: Instant
  /** The member's notes. */
  notes: string[]
  /** With segments=1: its segments in order of start. */
  segments?: Segment[]
}

/** A place where the traveller stays. */
export interface TripDestination {
  /** City. */
  city_name: string | null
  /** State or province. */
  admin_code: string | null
  /** The same as admin_code. */
  state: string | null
  /** Country, ISO 3166-1 alpha-2. */
  country: string | null
  /** Latitude. */
  lat: Decimal | null
  /** Longitude. */
  lon: Decimal | null
  /** Arrival at the place. */
  begin_datetime: LocalDateTime | null
  /** Whether no source gives the time in begin_datetime, so a hotel's usual time is shown. */
  begin_is_assumed: boolean
  /** Departure from the place. */
  end_datetime: LocalDateTime | null
  /** The same for end_datetime. */
  end_is_assumed: boolean
  /** Nights spent there. */
  nights: number
}

/** The member's own values of a trip; null removes one. */
export interface TripFields {
  /** The member's own title. */
  headline?: string | null
  /** Main destination, instead of the computed one. */
  destination?: string | null
  /** Who may see it. */
  privacy?: 'Private' | 'Buddies Only' | 'Public' | null
  /** Whether the trip is personal. */
  personal?: boolean | null
  /** Whether the trip is business. */
  business?: boolean | null
  /** The member's notes; they replace the present ones. */
  notes?: string[] | null
  /** Local time it begins, instead of the first start. */
  begin_datetime?: WallTime | null
  /** Local time it ends, instead of the latest end. */
  end_datetime?: WallTime | null
}

/** A segment of the itinerary; `type` says which fields it has. */
export type Segment = AirSegment | HotelSegment | CarSegment | RailSegment | CruiseSegment | FerrySegment | TransportSegment | ParkingSegment | RestaurantSegment | ActivitySegment | MeetingSegment | EventSegment | CheckinSegment

/** What every segment of the itinerary has, whatever its type. */
export interface SegmentBase {
  /** Id of the segment. */
  id: Id
  /** Id of the member. */
  member_id: Id
  /** Trip it belongs to; null if it is unfiled. */
  trip_id: Id | null
  /** Merged and Deleted segments stay readable for 400 days. */
  status: 'Active' | 'Pending' | 'Cancelled' | 'Merged' | 'Deleted'
  /** Given name of the traveller. */
  first_name: string | null
  /** Family name of the traveller. */
  last_name: string | null
  /** All travellers of the booking. */
  travelers: SegmentTraveler[] | null
  /** Locator of the supplier. */
  confirmation_no: string | null
  /** Locator of the channel that sold it. */
  booking_confirmation_no: string | null
  /** Name of the channel that sold it. */
  booking_agent: string | null
  /** Travellers on this booking. */
  number_of_pax: number | null
  /** Telephone number of the supplier. Kept as sent. */
  phone: string | null
  /** Telephone number for support. Kept as sent. */
  support_phone: string | null
  /** Web page for support. */
  support_url: string | null
  /** Price without a currency sign; always together with currency. */
  price: Decimal | null
  /** ISO 4217 code, current or historic; always together with price. */
  currency: string | null
  /** Free text. */
  notes: string | null
  /** Kept and returned untouched; at most 4 KB of JSON, with integers within 2^53: larger ones as text. */
  metadata: Record<string, unknown> | null
  /** Minutes from its start to its end; null unless both times are known. */
  duration_minutes: number | null
  /** Kilometres between its two places. */
  distance_km: Decimal | null
  /** The winning source. */
  source: string | null
  /** Its class. */
  source_type: string | null
  /** What every source reported. */
  sources: SourceStatement[]
  /** All its bookings, one entry for each traveller; those of the member come first. */
  bookings: Booking[]
  /**
   * Whether it is reached by a connection: a change from the previous movement of its trip at the same place,
   * with a short wait and nothing in between.
   */
  is_connection: boolean
  /**
   * Minutes between the arrival of the previous movement and its departure; null if it is not reached by a
   * connection.
   */
  connection_minutes: number | null
  /** A change by the supplier that needs an answer from the traveller or agency. */
  action: SegmentAction | null
  /** The possible answers to `action`; empty: there is nothing to answer. */
  available_actions: Array<'accept' | 'change' | 'cancel'>
  /** Segments that may be the same one. */
  possible_duplicate_of: Id[]
  /** Warnings. */
  warnings: SegmentWarning[]
  /** Segment that it replaces. */
  replaces: Id | null
  /** Segment that replaces it. */
  replaced_by: Id | null
  /** Segment it was merged into. */
  merged_into: Id | null
  /** When the segment was created. */
  created: Instant
  /** When something visible changed. */
  updated: Instant
  /** With provenance=1: which source gave each field. */
  provenance?: Record<string, FieldProvenance>
}

/** A change by the supplier that needs an answer from the traveller or agency. */
export interface SegmentAction {
  /** What was changed. */
  kind: 'cancelled' | 'schedule_changed' | 'airport_changed'
  /** When its source made the change; null: live status says so. */
  since: Instant | null
  /** Id of the source that made it. */
  source: string
  /** Its reservation code, such as UN or TK; null: it sent none. */
  reason: string | null
}

/** Where a field comes from. */
export interface FieldProvenance {
  /** Id of the source. */
  source: string
  /** Id of its raw segment. */
  raw_id: Id
}

/** What activities, meetings and events of the itinerary show of their times and places. */
export interface GatheringSegmentFields {
  /** Start. */
  start_datetime: LocalDateTime
  /** End; not before start_datetime. */
  end_datetime: LocalDateTime | null
  /** Latitude in degrees. */
  start_lat: Decimal | null
  /** Longitude in degrees. */
  start_lon: Decimal | null
  /** Latitude in degrees. */
  end_lat: Decimal | null
  /** Longitude in degrees. */
  end_lon: Decimal | null
  /** Start of the ticket's validity. */
  ticket_valid_from: LocalDateTime | null
  /** End of the ticket's validity. */
  ticket_valid_until: LocalDateTime | null
  /** The start as an instant; null if the time is not known. */
  start_datetime_utc: Instant | null
  /** Abbreviation of the time zone at the start. */
  start_time_zone: string | null
  /** The end as an instant; null if the time is not known. */
  end_datetime_utc: Instant | null
  /** Abbreviation of the time zone at the end. */
  end_time_zone: string | null
  /** Null: the schedule never changed. */
  previous: PreviousTimes | null
}

/** On the itinerary: A flight. */
export interface AirSegment extends SegmentBase, Required<AirFields> {
  /** Latitude in degrees. */
  origin_lat: Decimal | null
  /** Longitude in degrees. */
  origin_lon: Decimal | null
  /** Latitude in degrees. */
  destination_lat: Decimal | null
  /** Longitude in degrees. */
  destination_lon: Decimal | null
  /** Departure. */
  departure_datetime: LocalDateTime
  /** Arrival. */
  arrival_datetime: LocalDateTime | null
  /** Estimated departure; the scheduled one does not change. */
  departure_estimated_datetime: LocalDateTime | null
  /** Actual departure; the scheduled one does not change. */
  departure_actual_datetime: LocalDateTime | null
  /** Estimated arrival; the scheduled one does not change. */
  arrival_estimated_datetime: LocalDateTime | null
  /** Actual arrival; the scheduled one does not change. */
  arrival_actual_datetime: LocalDateTime | null
  /** Start of boarding. */
  boarding_datetime: LocalDateTime | null
  /** Type of segment. */
  type: 'Air'
  /** The start as an instant; null if the time is not known. */
  departure_datetime_utc: Instant | null
  /** Abbreviation of the time zone at the start. */
  departure_time_zone: string | null
  /** The end as an instant; null if the time is not known. */
  arrival_datetime_utc: Instant | null
  /** Abbreviation of the time zone at the end. */
  arrival_time_zone: string | null
  /** IATA code of the carrier. */
  normalized_airline: string | null
  /** Name of the carrier. */
  airline_name: string | null
  /**
   * Minutes by which the actual, else the estimated departure is later than scheduled; if neither is known,
   * the same for the arrival. Negative: early. Null: unknown.
   */
  delay_minutes: number | null
  /** Null: the schedule never changed. */
  previous: PreviousMovement | null
}

/** On the itinerary: A stay in a hotel. Say where it is: city_name, lat and lon, or city_code. */
export interface HotelSegment extends SegmentBase, Required<HotelFields> {
  /** Latitude in degrees. */
  lat: Decimal | null
  /** Longitude in degrees. */
  lon: Decimal | null
  /** Type of segment. */
  type: 'Hotel'
  /** The start as an instant; null if the time is not known. */
  checkin_datetime_utc: Instant | null
  /** The end as an instant; null if the time is not known. */
  checkout_datetime_utc: Instant | null
  /** Abbreviation of the time zone at the start. */
  time_zone: string | null
  /** Null: the schedule never changed. */
  previous: HotelSegmentPrevious | null
}

/** Null: the schedule never changed. */
export interface HotelSegmentPrevious {
  /** The earlier checkin_date. */
  checkin_date: LocalDateTime | null
  /** The earlier checkout_date. */
  checkout_date: LocalDateTime | null
  /** When it changed. */
  changed: Instant
}

/**
 * On the itinerary: A car rental. Say where it begins: pickup_location, pickup_city_name, pickup_city_code,
 * or pickup_lat and pickup_lon.
 */
export interface CarSegment extends SegmentBase, Required<CarFields> {
  /** Pick-up. */
  pickup_datetime: LocalDateTime
  /** Return. */
  dropoff_datetime: LocalDateTime | null
  /** Latitude in degrees. */
  pickup_lat: Decimal | null
  /** Longitude in degrees. */
  pickup_lon: Decimal | null
  /** Latitude in degrees. */
  dropoff_lat: Decimal | null
  /** Longitude in degrees. */
  dropoff_lon: Decimal | null
  /** Type of segment. */
  type: 'Car'
  /** The start as an instant; null if the time is not known. */
  pickup_datetime_utc: Instant | null
  /** Abbreviation of the time zone at the start. */
  pickup_time_zone: string | null
  /** The end as an instant; null if the time is not known. */
  dropoff_datetime_utc: Instant | null
  /** Abbreviation of the time zone at the end. */
  dropoff_time_zone: string | null
  /** Code of the rental company. */
  normalized_vendor: string | null
  /** Null: the schedule never changed. */
  previous: CarSegmentPrevious | null
}

/** Null: the schedule never changed. */
export interface CarSegmentPrevious {
  /** The earlier pickup_datetime. */
  pickup_datetime: LocalDateTime | null
  /** The earlier dropoff_datetime. */
  dropoff_datetime: LocalDateTime | null
  /** When it changed. */
  changed: Instant
}

/** On the itinerary: A train ride. */
export interface RailSegment extends SegmentBase, Required<RailFields> {
  /** Latitude in degrees. */
  origin_lat: Decimal | null
  /** Longitude in degrees. */
  origin_lon: Decimal | null
  /** Latitude in degrees. */
  destination_lat: Decimal | null
  /** Longitude in degrees. */
  destination_lon: Decimal | null
  /** Departure. */
  departure_datetime: LocalDateTime
  /** Arrival. */
  arrival_datetime: LocalDateTime | null
  /** Estimated departure; the scheduled one does not change. */
  departure_estimated_datetime: LocalDateTime | null
  /** Actual departure; the scheduled one does not change. */
  departure_actual_datetime: LocalDateTime | null
  /** Estimated arrival; the scheduled one does not change. */
  arrival_estimated_datetime: LocalDateTime | null
  /** Actual arrival; the scheduled one does not change. */
  arrival_actual_datetime: LocalDateTime | null
  /** Start of boarding. */
  boarding_datetime: LocalDateTime | null
  /** Start of the ticket's validity. */
  ticket_valid_from: LocalDateTime | null
  /** End of the ticket's validity. */
  ticket_valid_until: LocalDateTime | null
  /** Type of segment. */
  type: 'Rail'
  /** The start as an instant; null if the time is not known. */
  departure_datetime_utc: Instant | null
  /** Abbreviation of the time zone at the start. */
  departure_time_zone: string | null
  /** The end as an instant; null if the time is not known. */
  arrival_datetime_utc: Instant | null
  /** Abbreviation of the time zone at the end. */
  arrival_time_zone: string | null
  /**
   * Minutes by which the actual, else the estimated departure is later than scheduled; if neither is known,
   * the same for the arrival. Negative: early. Null: unknown.
   */
  delay_minutes: number | null
  /** Null: the schedule never changed. */
  previous: PreviousMovement | null
}

/** On the itinerary: A cruise. */
export interface CruiseSegment extends SegmentBase, Required<CruiseFields> {
  /** Embarkation. */
  embark_datetime: LocalDateTime
  /** Disembarkation. */
  disembark_datetime: LocalDateTime | null
  /** Latitude in degrees. */
  embark_lat: Decimal | null
  /** Longitude in degrees. */
  embark_lon: Decimal | null
  /** Latitude in degrees. */
  disembark_lat: Decimal | null
  /** Longitude in degrees. */
  disembark_lon: Decimal | null
  /** Ports on the way, in order. */
  port_calls: PortCall[] | null
  /** Start of boarding. */
  boarding_datetime: LocalDateTime | null
  /** Type of segment. */
  type: 'Cruise'
  /** First line of the address. */
  embark_address1: string | null
  /** Second line of the address. */
  embark_address2: string | null
  /** State or province. */
  embark_admin_code: string | null
  /** Postal code. */
  embark_postal_code: string | null
  /** First line of the address. */
  disembark_address1: string | null
  /** Second line of the address. */
  disembark_address2: string | null
  /** State or province. */
  disembark_admin_code: string | null
  /** Postal code. */
  disembark_postal_code: string | null
  /** The start as an instant; null if the time is not known. */
  embark_datetime_utc: Instant | null
  /** Abbreviation of the time zone at the start. */
  embark_time_zone: string | null
  /** The end as an instant; null if the time is not known. */
  disembark_datetime_utc: Instant | null
  /** Abbreviation of the time zone at the end. */
  disembark_time_zone: string | null
  /** Null: the schedule never changed. */
  previous: CruiseSegmentPrevious | null
}

/** One port on the way. */
export interface PortCall {
  /** City of the port. */
  city_name: string
  /** Country of the port. */
  country: string | null
  /** Arrival. */
  arrival_datetime: LocalDateTime | null
  /** Departure. */
  departure_datetime: LocalDateTime | null
}

/** Null: the schedule never changed. */
export interface CruiseSegmentPrevious {
  /** The earlier embark_datetime. */
  embark_datetime: LocalDateTime | null
  /** The earlier disembark_datetime. */
  disembark_datetime: LocalDateTime | null
  /** When it changed. */
  changed: Instant
}

/** On the itinerary: A ferry crossing. */
export interface FerrySegment extends SegmentBase, Required<FerryFields> {
  /** Departure. */
  start_datetime: LocalDateTime
  /** Arrival; not before start_datetime. */
  end_datetime: LocalDateTime | null
  /** Latitude in degrees. */
  start_lat: Decimal | null
  /** Longitude in degrees. */
  start_lon: Decimal | null
  /** Latitude in degrees. */
  end_lat: Decimal | null
  /** Longitude in degrees. */
  end_lon: Decimal | null
  /** Estimated departure; the scheduled one does not change. */
  start_estimated_datetime: LocalDateTime | null
  /** Actual departure; the scheduled one does not change. */
  start_actual_datetime: LocalDateTime | null
  /** Estimated arrival; the scheduled one does not change. */
  end_estimated_datetime: LocalDateTime | null
  /** Actual arrival; the scheduled one does not change. */
  end_actual_datetime: LocalDateTime | null
  /** Start of boarding. */
  boarding_datetime: LocalDateTime | null
  /** Start of the ticket's validity. */
  ticket_valid_from: LocalDateTime | null
  /** End of the ticket's validity. */
  ticket_valid_until: LocalDateTime | null
  /** Type of segment. */
  type: 'Ferry'
  /** The start as an instant; null if the time is not known. */
  start_datetime_utc: Instant | null
  /** Abbreviation of the time zone at the start. */
  start_time_zone: string | null
  /** The end as an instant; null if the time is not known. */
  end_datetime_utc: Instant | null
  /** Abbreviation of the time zone at the end. */
  end_time_zone: string | null
  /**
   * Minutes by which the actual, else the estimated departure is later than scheduled; if neither is known,
   * the same for the arrival. Negative: early. Null: unknown.
   */
  delay_minutes: number | null
  /** Null: the schedule never changed. */
  previous: PreviousTimes | null
}

/** On the itinerary: A taxi, shuttle or bus; with transport_type Ferry it is read as a Ferry. */
export interface TransportSegment extends SegmentBase, Required<TransportFields> {
  /** Start. */
  start_datetime: LocalDateTime
  /** End; not before start_datetime. */
  end_datetime: LocalDateTime | null
  /** Latitude in degrees. */
  start_lat: Decimal | null
  /** Longitude in degrees. */
  start_lon: Decimal | null
  /** Latitude in degrees. */
  end_lat: Decimal | null
  /** Longitude in degrees. */
  end_lon: Decimal | null
  /** Start of boarding. */
  boarding_datetime: LocalDateTime | null
  /** Start of the ticket's validity. */
  ticket_valid_from: LocalDateTime | null
  /** End of the ticket's validity. */
  ticket_valid_until: LocalDateTime | null
  /** Type of segment. */
  type: 'Transport'
  /** The start as an instant; null if the time is not known. */
  start_datetime_utc: Instant | null
  /** Abbreviation of the time zone at the start. */
  start_time_zone: string | null
  /** The end as an instant; null if the time is not known. */
  end_datetime_utc: Instant | null
  /** Abbreviation of the time zone at the end. */
  end_time_zone: string | null
  /** Null: the schedule never changed. */
  previous: PreviousTimes | null
}

/** On the itinerary: A parking space. */
export interface ParkingSegment extends SegmentBase, Required<ParkingFields> {
  /** Drive-in. */
  start_datetime: LocalDateTime
  /** Drive-out; not before start_datetime. */
  end_datetime: LocalDateTime | null
  /** Latitude in degrees. */
  lat: Decimal | null
  /** Longitude in degrees. */
  lon: Decimal | null
  /** Type of segment. */
  type: 'Parking'
  /** The start as an instant; null if the time is not known. */
  start_datetime_utc: Instant | null
  /** Time zone of the start, an IANA name. */
  start_time_zone_id: string | null
  /** Abbreviation of the time zone at the start. */
  start_time_zone: string | null
  /** The end as an instant; null if the time is not known. */
  end_datetime_utc: Instant | null
  /** Time zone of the end, an IANA name. */
  end_time_zone_id: string | null
  /** Abbreviation of the time zone at the end. */
  end_time_zone: string | null
  /** Abbreviation of the time zone at the start. */
  time_zone: string | null
  /** Null: the schedule never changed. */
  previous: PreviousTimes | null
}

/** On the itinerary: A table at a restaurant. */
export interface RestaurantSegment extends SegmentBase, Required<RestaurantFields> {
  /** Time of the reservation. */
  start_datetime: LocalDateTime
  /** End; not before start_datetime. */
  end_datetime: LocalDateTime | null
  /** Latitude in degrees. */
  lat: Decimal | null
  /** Longitude in degrees. */
  lon: Decimal | null
  /** Type of segment. */
  type: 'Restaurant'
  /** The start as an instant; null if the time is not known. */
  start_datetime_utc: Instant | null
  /** Time zone of the start, an IANA name. */
  start_time_zone_id: string | null
  /** Abbreviation of the time zone at the start. */
  start_time_zone: string | null
  /** The end as an instant; null if the time is not known. */
  end_datetime_utc: Instant | null
  /** Time zone of the end, an IANA name. */
  end_time_zone_id: string | null
  /** Abbreviation of the time zone at the end. */
  end_time_zone: string | null
  /** Abbreviation of the time zone at the start. */
  time_zone: string | null
  /** Null: the schedule never changed. */
  previous: PreviousTimes | null
}

/** On the itinerary: An activity: a tour, a match, a lesson. */
export interface ActivitySegment extends SegmentBase, Required<GatheringFields>, GatheringSegmentFields {
  /** Start. */
  start_datetime: LocalDateTime
  /** End; not before start_datetime. */
  end_datetime: LocalDateTime | null
  /** Latitude in degrees. */
  start_lat: Decimal | null
  /** Longitude in degrees. */
  start_lon: Decimal | null
  /** Latitude in degrees. */
  end_lat: Decimal | null
  /** Longitude in degrees. */
  end_lon: Decimal | null
  /** Start of the ticket's validity. */
  ticket_valid_from: LocalDateTime | null
  /** End of the ticket's validity. */
  ticket_valid_until: LocalDateTime | null
  /** Type of segment. */
  type: 'Activity'
}

/** On the itinerary: A meeting. */
export interface MeetingSegment extends SegmentBase, Required<GatheringFields>, GatheringSegmentFields {
  /** Start. */
  start_datetime: LocalDateTime
  /** End; not before start_datetime. */
  end_datetime: LocalDateTime | null
  /** Latitude in degrees. */
  start_lat: Decimal | null
  /** Longitude in degrees. */
  start_lon: Decimal | null
  /** Latitude in degrees. */
  end_lat: Decimal | null
  /** Longitude in degrees. */
  end_lon: Decimal | null
  /** Start of the ticket's validity. */
  ticket_valid_from: LocalDateTime | null
  /** End of the ticket's validity. */
  ticket_valid_until: LocalDateTime | null
  /** Type of segment. */
  type: 'Meeting'
}

/** On the itinerary: An event: a conference, a concert, a fair. */
export interface EventSegment extends SegmentBase, Required<GatheringFields>, GatheringSegmentFields {
  /** Start. */
  start_datetime: LocalDateTime
  /** End; not before start_datetime. */
  end_datetime: LocalDateTime | null
  /** Latitude in degrees. */
  start_lat: Decimal | null
  /** Longitude in degrees. */
  start_lon: Decimal | null
  /** Latitude in degrees. */
  end_lat: Decimal | null
  /** Longitude in degrees. */
  end_lon: Decimal | null
  /** Start of the ticket's validity. */
  ticket_valid_from: LocalDateTime | null
  /** End of the ticket's validity. */
  ticket_valid_until: LocalDateTime | null
  /** Type of segment. */
  type: 'Event'
}

/** On the itinerary: A location check-in. */
export interface CheckinSegment extends SegmentBase, Required<CheckinFields> {
  /** When. */
  checkin_datetime: LocalDateTime
  /** Latitude in degrees. */
  lat: Decimal | null
  /** Longitude in degrees. */
  lon: Decimal | null
  /** Type of segment. */
  type: 'Checkin'
  /** The start as an instant; null if the time is not known. */
  checkin_datetime_utc: Instant | null
  /** Time zone of the start, an IANA name. */
  checkin_time_zone_id: string | null
  /** Abbreviation of the time zone at the start. */
  checkin_time_zone: string | null
  /** Abbreviation of the time zone at the start. */
  time_zone: string | null
  /** Null: the schedule never changed. */
  previous: CheckinSegmentPrevious | null
}

/** Null: the schedule never changed. */
export interface CheckinSegmentPrevious {
  /** The earlier checkin_datetime. */
  checkin_datetime: LocalDateTime | null
  /** When it changed. */
  changed: Instant
}

/** The schedule before its last change. */
export interface PreviousTimes {
  /** The earlier start_datetime. */
  start_datetime: LocalDateTime | null
  /** The earlier end_datetime. */
  end_datetime: LocalDateTime | null
  /** When it changed. */
  changed: Instant
}

/** The schedule before its last change. */
export interface PreviousMovement {
  /** The earlier departure_datetime. */
  departure_datetime: LocalDateTime | null
  /** The earlier arrival_datetime. */
  arrival_datetime: LocalDateTime | null
  /** When it changed. */
  changed: Instant
}

/** A warning. */
export interface SegmentWarning {
  /** Kind of warning. */
  code: SegmentWarningCode
  /** The warning in a sentence for the traveller, without ids, codes and field names. */
  description: string
  /** Field of the segment that it is about; null: the segment or trip as a whole. */
  field: string | null
  /** What the sources say, the value in use first. */
  values: SegmentWarningValue[]
}

export type SegmentWarningCode = 'schedule_conflict' | 'status_conflict' | 'zone_unknown' | 'unknown_gds_status' | 'no_show' | 'place_missing' | 'place_unknown' | 'place_conflict' | 'vendor_missing' | 'number_missing' | 'end_missing' | 'possible_conflict' | 'overlap' | 'date_order' | 'time_skipped' | 'two_places' | 'leg_missing' | 'stay_missing'

/** What one source says. */
export interface SegmentWarningValue {
  /** Id of the source. */
  source: string
  /** What it says: a local date or date-time, or text. */
  value: string | null
}

/** Something that the member may want to check. */
export interface TripWarning {
  /** Kind of warning. */
  code: SegmentWarningCode
  /** The warning in a sentence for the traveller, without ids, codes and field names. */
  description: string
  /** Field of the segment that it is about; null: the segment or trip as a whole. */
  field: string | null
  /** What the sources say, the value in use first. */
  values: SegmentWarningValue[]
  /** Segments it concerns. */
  segment_ids: Id[]
}

/** What one source reported. */
export interface SourceStatement {
  /** Id of the source. */
  source: string
  /** Id of its raw segment. */
  raw_id: Id
  /** Locator that it reported, as it wrote it. */
  confirmation_no: string | null
  /** Its latest status, taking all its bookings together: Active, Pending or Cancelled. */
  status: string
  /** When it was received. */
  received: Instant
  /** When the supplier made this version. */
  supplier_updated: Instant | null
}

/** One traveller on one booking of the segment. */
export interface Booking {
  /** Id of the source. */
  source: string
  /** Locator, as its source wrote it. */
  confirmation_no: string | null
  /** Traveller; null if no source names one. */
  traveler: string | null
  /** Seat of this traveller. */
  seat_assignment: string | null
  /** Ticket number of this traveller. */
  ticket_number: string | null
  /** Number of the flight, train or crossing under which it was booked, of a flight with the carrier: LH 430. */
  number: string | null
  /** Status. */
  status: string
}

/** A raw segment that is not on the itinerary yet. */
export interface ProcessingSegment {
  /** Id of the raw segment. */
  id: Id
  /** It is being merged. */
  status: 'Processing'
}

/** A loyalty account of the member. */
export interface Account {
  /** Id of the account. */
  id: Id
  /** Id of the member. */
  member_id: Id
  /** State of the account. */
  status: 'Active' | 'Paused' | 'NeedsAttention' | 'Removed'
  /** Id of its source. */
  source: string
  /** Name of the source. */
  name: string
  /** Name of the loyalty programme. */
  program_name: string | null
  /** Class of the source. */
  classification: string | null
  /** The loyalty number. */
  account_id: string
  /** How the number is known to be the member's: not at all, by a booking, or by its source. */
  ownership: 'Unconfirmed' | 'Confirmed' | 'Vouched'
  /** Another member has registered this number too: travel data goes only to the member who can show whose it is. */
  conflict: boolean
  /** Web page of the programme. */
  home_page_url: string | null
  /** Telephone number of the programme. */
  phone: string | null
  /** When travel data was last collected (harvested). */
  last_access: Instant | null
  /** Result of the last harvest. */
  last_harvest_status: 'Success' | 'No Travel Data' | 'Never'
  /** Status in the programme. */
  loyalty_status: string | null
  /** Level in the programme. */
  loyalty_level: string | null
  /** Points in the programme. */
  loyalty_points: string | number | null
  /** When it was registered. */
  created: Instant
  /** When something visible changed. */
  updated: Instant
}

/** A loyalty account to register. */
export interface NewAccount {
  /** Id of a source of GET /v2/sources. */
  source: string
  /** The loyalty number. */
  account_id: string
  /** Name of the loyalty programme. */
  program_name?: string | null
  /** Status in the programme. */
  loyalty_status?: string | null
  /** Level in the programme. */
  loyalty_level?: string | null
}

/** A supplier of travel data. */
export interface Source {
  /** Id, compared exactly: the value of "source" in a raw segment. */
  id: string
  /** Name. */
  name: string
  /** Class. */
  classification: SourceClassification
  /** Segment types it reports. */
  segment_types: string[]
  /** Code of the vendor. */
  vendor_code: string | null
  /** Rank; the lower one wins. */
  priority: number
  /** An Inactive source accepts no new segments. */
  status: 'Active' | 'Inactive'
  /** Web page of the source. */
  url: string | null
  /** When it was created. */
  created: Instant
  /** When it changed. */
  updated: Instant
}

export type SourceClassification = 'airline' | 'hotel' | 'car' | 'rail' | 'cruise' | 'transportation' | 'activity' | 'restaurant' | 'parking' | 'gds' | 'tmc' | 'ota' | 'email' | 'calendar' | 'manual' | 'status'

/** A city. */
export interface City {
  /** Id of the city. */
  id: string
  /** Name. */
  name: string
  /** Name in plain letters. */
  ascii_name: string
  /** IATA code. */
  city_code: string | null
  /** State or province. */
  admin_code: string | null
  /** The same as admin_code. */
  state: string | null
  /** Name of the state or province. */
  admin_name: string | null
  /** Country, ISO 3166-1 alpha-2. */
  country: string
  /** Latitude. */
  lat: Decimal
  /** Longitude. */
  lon: Decimal
  /** Time zone. */
  time_zone_id: string | null
  /** Inhabitants. */
  population: number
}

/** An airport. */
export interface Airport {
  /** Id: the IATA code. */
  id: string
  /** IATA code. */
  iata_code: string
  /** ICAO code. */
  icao_code: string | null
  /** Name. */
  name: string
  /** City it serves. */
  city_name: string | null
  /** Id of that city. */
  city_id: string | null
  /** IATA code of that city. */
  city_code: string | null
  /** State or province. */
  admin_code: string | null
  /** The same as admin_code. */
  state: string | null
  /** Country, ISO 3166-1 alpha-2. */
  country: string
  /** Latitude. */
  lat: Decimal
  /** Longitude. */
  lon: Decimal
  /** Time zone. */
  time_zone_id: string | null
  /** Kind of airport. */
  type: string
}

/** The status of an accepted batch. */
export interface Batch {
  /** Id of the batch. */
  id: Id
  /** pending: accepted, not on the itinerary yet. */
  status: 'pending' | 'processed' | 'failed'
  /** One entry per raw segment, in order; empty while pending. */
  segments: BatchSegment[]
  /** Why it failed. */
  error?: string | null
  /** Why it failed, in a sentence. */
  error_description?: string | null
}

/** What one raw segment became. */
export interface BatchSegment {
  /** Id of the raw segment. */
  _id: number
  /** Segment that it became. */
  segment_id: Id | null
  /** Trip of that segment. */
  trip_id: Id | null
  /** What it became. */
  action: 'created' | 'merged' | 'updated' | 'unchanged' | 'cancelled' | 'held' | 'refused'
  /** With refused: limit_exceeded. */
  error?: string
  /** With refused: the limit, in a sentence. */
  error_description?: string
}

/** A document that was accepted. */
export interface AcceptedDocument {
  /** Id of the document. */
  id: Id
  /** `received`; of a dry run that is submitted, `read`. */
  status: 'received' | 'read'
  /**
   * Batches of its segments, in order, of at most 500 each; the first is known from the beginning. Empty if
   * nothing was read, and with dry_run until it is submitted.
   */
  batches: Id[]
}

/** A batch of raw segments. */
export interface SegmentBatch {
  /** The raw segments, in any order. */
  segments: RawSegment[]
  /**
   * merge if omitted. replace: for every source and confirmation_no in the batch, earlier legs that are not
   * in it count as cancelled by that source.
   */
  mode?: 'merge' | 'replace'
}

/** One entry per segment, in order. */
export type AcceptedBatch = AcceptedSegment[]

export interface AcceptedSegment {
  /** As submitted. */
  type: string
  /** As submitted; Active if it was omitted. */
  status: string
  /** Id of the raw segment. */
  _id: number
}

/** One entry per segment, in order. */
export type RefusedBatch = RefusedSegment[]

export interface RefusedSegment {
  /** As submitted. */
  type: string | null
  /** As submitted. */
  status: string | null
  /** All errors, of a batch at most 1,000 and a note if there are more; empty for a valid sibling. */
  errors: FieldError[]
}

/** One error of a body. */
export interface FieldError {
  /** Code of the error. */
  error: FieldErrorCode
  /** The error in a sentence, with the way to fix it. */
  error_description: string
  /** Path of the field, as travelers[0].first_name; null: the whole. */
  field: string | null
  /** What was probably meant, or where the right value is found. */
  hint?: string
}

export type FieldErrorCode = 'missing_field' | 'invalid_type' | 'invalid_status' | 'invalid_source' | 'invalid_trip_id' | 'invalid_datetime' | 'invalid_date_range' | 'invalid_airport' | 'invalid_currency' | 'invalid_price' | 'invalid_value' | 'too_long' | 'unknown_field' | 'too_many_errors'

/** One error of a body, in a problem document. */
export interface ProblemItem {
  /** Where in the body, a JSON pointer as a URI fragment. */
  pointer: string
  /** Code of the error. */
  code: FieldErrorCode
  /** The error in a sentence, with the way to fix it. */
  detail: string
  /** What was probably meant, or where the right value is found. */
  hint?: string
}

/** One traveller of the booking. */
export interface Traveler {
  /** Given name. */
  first_name?: string | null
  /** Family name. */
  last_name?: string | null
  /** Full name as one text, when the parts are not known. */
  name?: string | null
  /** Ticket number of this traveller. */
  ticket_number?: string | null
  /** Seat of this traveller. */
  seat_assignment?: string | null
  /** Loyalty number of this traveller. */
  loyalty_no?: string | null
}

/** One traveller of the booking. */
export interface SegmentTraveler {
  /** Given name. */
  first_name: string | null
  /** Family name. */
  last_name: string | null
  /** Full name as one text, when the parts are not known. */
  name: string | null
  /** Ticket number of this traveller. */
  ticket_number: string | null
  /** Seat of this traveller. */
  seat_assignment: string | null
  /** Loyalty number of this traveller. */
  loyalty_no: string | null
}

/** A raw segment: one statement of one source. */
export type RawSegment = RawAir | RawHotel | RawCar | RawRail | RawCruise | RawFerry | RawTransport | RawParking | RawRestaurant | RawActivity | RawMeeting | RawEvent | RawCheckin | BookingCancellation | EntryCancellation

/** Cancels all legs of a booking of one source: a locator, and no field of a leg. */
export interface BookingCancellation extends RawSegmentFields {
  /** Cancelled. */
  status: 'Cancelled' | 'Canceled'
  /** Locator of the booking; every leg that this source has reported of it is cancelled. */
  confirmation_no: string
  /** Any type of the booking. */
  type: SegmentType
  source: SourceId
}

export type SegmentType = 'Air' | 'Hotel' | 'Car' | 'Rail' | 'Cruise' | 'Ferry' | 'Transport' | 'Parking' | 'Restaurant' | 'Activity' | 'Meeting' | 'Event' | 'Checkin'

/** Cancels an entry of one source: its id, and no field of a leg. */
export interface EntryCancellation extends RawSegmentFields {
  /** Cancelled. */
  status: 'Cancelled' | 'Canceled'
  /** Id of the entry at its source. */
  entry_id: string
  /** Any type. */
  type: SegmentType
  source: SourceId
}

/** What a submission of any type may have. */
export interface RawSegmentFields {
  /** Active if omitted; Canceled is read as Cancelled. */
  status?: 'Active' | 'Pending' | 'Cancelled' | 'Canceled' | null
  /** Given name of the traveller. */
  first_name?: string | null
  /** Family name of the traveller. */
  last_name?: string | null
  /** All travellers of the booking. */
  travelers?: Traveler[] | null
  /** Locator of the supplier. */
  confirmation_no?: string | null
  /** Locator of the channel that sold it. */
  booking_confirmation_no?: string | null
  /** Name of the channel that sold it. */
  booking_agent?: string | null
  /** Travellers on this booking. */
  number_of_pax?: number | null
  /** Telephone number of the supplier. Kept as sent. */
  phone?: string | null
  /** Telephone number for support. Kept as sent. */
  support_phone?: string | null
  /** Web page for support. */
  support_url?: string | null
  /**
   * Price without a currency sign; always together with currency. Text or a number; rounded to 4 digits after
   * the point, shown as text.
   */
  price?: string | number | null
  /** ISO 4217 code, current or historic; always together with price. */
  currency?: string | null
  /** Free text. */
  notes?: string | null
  /** Kept and returned untouched; at most 4 KB of JSON, with integers within 2^53: larger ones as text. */
  metadata?: Record<string, unknown> | null
  /** When the supplier made this version, UTC. */
  supplier_updated?: string | null
  /**
   * Id of the entry at its source, such as the UID of an event: what the source sends under it again is a new
   * version.
   */
  entry_id?: string | null
  /** Orders the versions of the entry before supplier_updated; 0 if omitted. */
  entry_version?: number | null
  /** Status code of a global distribution system; it is mapped to a status. */
  gds_status?: string | null
}

/** A flight. */
export interface RawAir extends RawSegmentFields, AirFields {
  /** Type of segment. */
  type: 'Air'
  source: SourceId
}

/** A stay in a hotel. Say where it is: city_name, lat and lon, or city_code. */
export interface RawHotel extends RawSegmentFields, HotelFields {
  /** Type of segment. */
  type: 'Hotel'
  source: SourceId
}

/**
 * A car rental. Say where it begins: pickup_location, pickup_city_name, pickup_city_code, or pickup_lat and
 * pickup_lon.
 */
export interface RawCar extends RawSegmentFields, CarFields {
  /** Type of segment. */
  type: 'Car'
  source: SourceId
}

/** A train ride. */
export interface RawRail extends RawSegmentFields, RailFields {
  /** Type of segment. */
  type: 'Rail'
  source: SourceId
}

/** A cruise. */
export interface RawCruise extends RawSegmentFields, CruiseFields {
  /** Type of segment. */
  type: 'Cruise'
  source: SourceId
}

/** One port on the way. */
export interface RawPortCall {
  /** City of the port. */
  city_name: string
  /** Country of the port. */
  country?: string | null
  /** Arrival. */
  arrival_datetime?: WallTime | null
  /** Departure. */
  departure_datetime?: WallTime | null
}

/**
 * A ferry crossing. The place is required: send start_location, start_name, start_address1,
 * start_city_name, start_city_code, start_code or start_lat with start_lon.
 */
export interface RawFerry extends RawSegmentFields, FerryFields {
  /** Type of segment. */
  type: 'Ferry'
  source: SourceId
}

/**
 * A taxi, shuttle or bus; with transport_type Ferry it is read as a Ferry. The place is required: send
 * start_location, start_name, start_address1, start_city_name, start_city_code, start_code or start_lat
 * with start_lon.
 */
export interface RawTransport extends RawSegmentFields, TransportFields {
  /** Type of segment. */
  type: 'Transport'
  source: SourceId
}

/** A parking space. The place is required: send location, address1, city_name, city_code or lat with lon. */
export interface RawParking extends RawSegmentFields, ParkingFields {
  /** Type of segment. */
  type: 'Parking'
  source: SourceId
  /** The place in free text, or its IATA code. */
  location?: string | null
}

/** A table at a restaurant. The place is required: send location, address1, city_name, city_code or lat with lon. */
export interface RawRestaurant extends RawSegmentFields, RestaurantFields {
  /** Type of segment. */
  type: 'Restaurant'
  source: SourceId
  /** The place in free text, or its IATA code. */
  location?: string | null
}

/** An activity: a tour, a match, a lesson. */
export interface RawActivity extends RawSegmentFields, GatheringFields {
  /** Type of segment. */
  type: 'Activity'
  source: SourceId
  /** The place in free text, or its IATA code. */
  start_location?: string | null
  /** The place in free text, or its IATA code. */
  end_location?: string | null
}

/** A meeting. */
export interface RawMeeting extends RawSegmentFields, GatheringFields {
  /** Type of segment. */
  type: 'Meeting'
  source: SourceId
  /** The place in free text, or its IATA code. */
  start_location?: string | null
  /** The place in free text, or its IATA code. */
  end_location?: string | null
}

/** An event: a conference, a concert, a fair. */
export interface RawEvent extends RawSegmentFields, GatheringFields {
  /** Type of segment. */
  type: 'Event'
  source: SourceId
  /** The place in free text, or its IATA code. */
  start_location?: string | null
  /** The place in free text, or its IATA code. */
  end_location?: string | null
}

/** A location check-in. The place is required: send lat with lon or city_name with country. */
export interface RawCheckin extends RawSegmentFields, CheckinFields {
  /** Type of segment. */
  type: 'Checkin'
  source: SourceId
}

/** Fields of this type. A submission may have them, a segment has them all; null: no source gives it. */
export interface AirFields {
  /** Marketing carrier, IATA code or name; taken from flight_num if that begins with it. */
  airline?: string | null
  /** Flight number, with or without the carrier. */
  flight_num?: string | null
  /** Departure airport. IATA or ICAO code, or name; shown as the IATA code if it is known. */
  origin: string
  /** Arrival airport. IATA or ICAO code, or name; shown as the IATA code if it is known. */
  destination: string
  /** Name of the airport; used if its code is not known. */
  origin_name?: string | null
  /** Name of the airport; used if its code is not known. */
  destination_name?: string | null
  /** Code of the station, port or stop, in any code system. */
  origin_code?: string | null
  /** City. */
  origin_city_name?: string | null
  /** IATA code of the city. */
  origin_city_code?: string | null
  /** State or province. */
  origin_admin_code?: string | null
  origin_country?: Country
  origin_lat?: Latitude
  origin_lon?: Longitude
  /** Code of the station, port or stop, in any code system. */
  destination_code?: string | null
  /** City. */
  destination_city_name?: string | null
  /** IATA code of the city. */
  destination_city_code?: string | null
  /** State or province. */
  destination_admin_code?: string | null
  destination_country?: Country
  destination_lat?: Latitude
  destination_lon?: Longitude
  /** Departure. */
  departure_datetime: WallTime
  /** Arrival. */
  arrival_datetime?: WallTime | null
  /** Time zone of the departure airport. An IANA name; it wins over the zone of the place. */
  departure_time_zone_id?: string | null
  /** Time zone of the arrival airport. An IANA name; it wins over the zone of the place. */
  arrival_time_zone_id?: string | null
  /** Seat. */
  seat_assignment?: string | null
  /** Booking class. */
  class_of_service?: string | null
  /** Cabin. */
  cabin?: string | null
  /** Ticket number. */
  ticket_number?: string | null
  /** Meal. */
  meal?: string | null
  /** Stops on the way, under this flight number. */
  stops?: number | null
  /** IATA code of the aircraft type. */
  equipment_code?: string | null
  /** Departure terminal. */
  departure_terminal?: string | null
  /** Departure gate. */
  departure_gate?: string | null
  /** Arrival terminal. */
  arrival_terminal?: string | null
  /** Arrival gate. */
  arrival_gate?: string | null
  /** Baggage belt at arrival. */
  baggage_belt?: string | null
  /** Estimated departure; the scheduled one does not change. */
  departure_estimated_datetime?: WallTime | null
  /** Actual departure; the scheduled one does not change. */
  departure_actual_datetime?: WallTime | null
  /** Estimated arrival; the scheduled one does not change. */
  arrival_estimated_datetime?: WallTime | null
  /** Actual arrival; the scheduled one does not change. */
  arrival_actual_datetime?: WallTime | null
  /** Operating carrier, if it is another one. */
  operating_airline?: string | null
  /** Its flight number. */
  operating_flight_num?: string | null
  /** Boarding group of the traveller. */
  boarding_group?: string | null
  /** Boarding sequence number of the traveller. */
  boarding_sequence?: string | null
  /** Start of boarding. */
  boarding_datetime?: WallTime | null
  /** Content of the bar code of the ticket, exactly as a scanner reads it; Base64 if it is not text. */
  ticket_barcode?: string | null
  /** Web page to check in. */
  checkin_url?: string | null
  /** Web page to change the booking. */
  change_url?: string | null
  /** Web page to cancel the booking. */
  cancel_url?: string | null
}

/** Fields of this type. A submission may have them, a segment has them all; null: no source gives it. */
export interface HotelFields {
  /** Name of the property. */
  hotel_name: string
  /** First day of the stay. */
  checkin_date: string
  /** Last day of the stay; not before checkin_date. */
  checkout_date: string
  /** Time of check-in; 15:00 for ordering if unknown, 12:00 for a stay of one day. */
  checkin_time?: string | null
  /**
   * Time of check-out; 11:00 for ordering if unknown, 18:00 for a stay of one day, and then not before
   * checkin_time.
   */
  checkout_time?: string | null
  /** First line of the address. */
  address1?: string | null
  /** Second line of the address. */
  address2?: string | null
  /** City. */
  city_name?: string | null
  /** State or province. */
  admin_code?: string | null
  /** Postal code. */
  postal_code?: string | null
  country?: Country
  lat?: Latitude
  lon?: Longitude
  /** IATA code of the city. */
  city_code?: string | null
  /** Rooms. */
  number_of_rooms?: number | null
  /** Guests. */
  number_of_guests?: number | null
  /** Type of room. */
  room_type?: string | null
  /** Description of the room. */
  room_description?: string | null
  /** Description of the rate. */
  rate_description?: string | null
  /** Rate per night. */
  rate?: string | null
  /** Type of rate. */
  rate_type?: string | null
  /** Cancellation terms. */
  cancellation_policy?: string | null
  /** Chain, code or name. */
  hotel_chain?: string | null
  /** Code of the property within its chain. */
  property_code?: string | null
  /** Time zone of the property. An IANA name; it wins over the zone of the place. */
  time_zone_id?: string | null
  /** Web page to check in. */
  checkin_url?: string | null
  /** Web page to change the booking. */
  change_url?: string | null
  /** Web page to cancel the booking. */
  cancel_url?: string | null
}

/** Fields of this type. A submission may have them, a segment has them all; null: no source gives it. */
export interface CarFields {
  /** Rental company, code or name. */
  car_company: string
  /** Pick-up. */
  pickup_datetime: WallTime
  /** Return. */
  dropoff_datetime?: WallTime | null
  /** The place in free text, or its IATA code. */
  pickup_location?: string | null
  /** The place in free text, or its IATA code. */
  dropoff_location?: string | null
  /** Name of the place. */
  pickup_name?: string | null
  /** Code of the station, port or stop, in any code system. */
  pickup_code?: string | null
  /** First line of the address. */
  pickup_address1?: string | null
  /** Second line of the address. */
  pickup_address2?: string | null
  /** City. */
  pickup_city_name?: string | null
  /** State or province. */
  pickup_admin_code?: string | null
  /** Postal code. */
  pickup_postal_code?: string | null
  pickup_country?: Country
  pickup_lat?: Latitude
  pickup_lon?: Longitude
  /** IATA code of the city. */
  pickup_city_code?: string | null
  /** Telephone number of the rental station. Kept as sent. */
  pickup_phone?: string | null
  /** Opening hours. */
  pickup_hours?: string | null
  /** Name of the place. */
  dropoff_name?: string | null
  /** Code of the station, port or stop, in any code system. */
  dropoff_code?: string | null
  /** First line of the address. */
  dropoff_address1?: string | null
  /** Second line of the address. */
  dropoff_address2?: string | null
  /** City. */
  dropoff_city_name?: string | null
  /** State or province. */
  dropoff_admin_code?: string | null
  /** Postal code. */
  dropoff_postal_code?: string | null
  dropoff_country?: Country
  dropoff_lat?: Latitude
  dropoff_lon?: Longitude
  /** IATA code of the city. */
  dropoff_city_code?: string | null
  /** Telephone number of the rental station. Kept as sent. */
  dropoff_phone?: string | null
  /** Opening hours. */
  dropoff_hours?: string | null
  /** Class of the car. */
  car_type?: string | null
  /** Description of the car. */
  car_description?: string | null
  /** Loyalty number. */
  loyalty_no?: string | null
  /** Time zone of the rental station. An IANA name; it wins over the zone of the place. */
  pickup_time_zone_id?: string | null
  /** Time zone of the rental station. An IANA name; it wins over the zone of the place. */
  dropoff_time_zone_id?: string | null
  /** Web page to check in. */
  checkin_url?: string | null
  /** Web page to change the booking. */
  change_url?: string | null
  /** Web page to cancel the booking. */
  cancel_url?: string | null
}

/** Fields of this type. A submission may have them, a segment has them all; null: no source gives it. */
export interface RailFields {
  /** Operator; taken from train_number if that names a product of one operator. */
  rail_line?: string | null
  /** Train number. */
  train_number?: string | null
  /** Departure station, code or name. */
  origin: string
  /** Arrival station, code or name. */
  destination: string
  /** Name of the station. */
  origin_name?: string | null
  /** Name of the station. */
  destination_name?: string | null
  /** Code of the station, port or stop, in any code system. */
  origin_code?: string | null
  /** City. */
  origin_city_name?: string | null
  /** IATA code of the city. */
  origin_city_code?: string | null
  /** State or province. */
  origin_admin_code?: string | null
  origin_country?: Country
  origin_lat?: Latitude
  origin_lon?: Longitude
  /** Code of the station, port or stop, in any code system. */
  destination_code?: string | null
  /** City. */
  destination_city_name?: string | null
  /** IATA code of the city. */
  destination_city_code?: string | null
  /** State or province. */
  destination_admin_code?: string | null
  destination_country?: Country
  destination_lat?: Latitude
  destination_lon?: Longitude
  /** Departure. */
  departure_datetime: WallTime
  /** Arrival. */
  arrival_datetime?: WallTime | null
  /** Time zone of the departure station. An IANA name; it wins over the zone of the place. */
  departure_time_zone_id?: string | null
  /** Time zone of the arrival station. An IANA name; it wins over the zone of the place. */
  arrival_time_zone_id?: string | null
  /** Coach. */
  coach?: string | null
  /** Seat. */
  seat_assignment?: string | null
  /** Class. */
  class_of_service?: string | null
  /** Ticket number. */
  ticket_number?: string | null
  /** Departure platform. */
  departure_platform?: string | null
  /** Arrival platform. */
  arrival_platform?: string | null
  /** Estimated departure; the scheduled one does not change. */
  departure_estimated_datetime?: WallTime | null
  /** Actual departure; the scheduled one does not change. */
  departure_actual_datetime?: WallTime | null
  /** Estimated arrival; the scheduled one does not change. */
  arrival_estimated_datetime?: WallTime | null
  /** Actual arrival; the scheduled one does not change. */
  arrival_actual_datetime?: WallTime | null
  /** Operator that runs the train, if it is another one. */
  operating_rail_line?: string | null
  /** Boarding group of the traveller. */
  boarding_group?: string | null
  /** Boarding sequence number of the traveller. */
  boarding_sequence?: string | null
  /** Start of boarding. */
  boarding_datetime?: WallTime | null
  /** Content of the bar code of the ticket, exactly as a scanner reads it; Base64 if it is not text. */
  ticket_barcode?: string | null
  /** Start of the ticket's validity. */
  ticket_valid_from?: WallTime | null
  /** End of the ticket's validity. */
  ticket_valid_until?: WallTime | null
  /** Web page to check in. */
  checkin_url?: string | null
  /** Web page to change the booking. */
  change_url?: string | null
  /** Web page to cancel the booking. */
  cancel_url?: string | null
}

/** Fields of this type. A submission may have them, a segment has them all; null: no source gives it. */
export interface CruiseFields {
  /** Cruise line. */
  cruise_line: string
  /** Ship. */
  ship_name: string
  /** Embarkation. */
  embark_datetime: WallTime
  /** Disembarkation. */
  disembark_datetime?: WallTime | null
  /** Name of the port. */
  embark_name?: string | null
  /** Code of the station, port or stop, in any code system. */
  embark_code?: string | null
  /** City. */
  embark_city_name: string
  /** Country, ISO 3166-1 alpha-2 code or name. */
  embark_country: string
  embark_lat?: Latitude
  embark_lon?: Longitude
  /** IATA code of the city. */
  embark_city_code?: string | null
  /** Name of the port. */
  disembark_name?: string | null
  /** Code of the station, port or stop, in any code system. */
  disembark_code?: string | null
  /** City. */
  disembark_city_name?: string | null
  disembark_country?: Country
  disembark_lat?: Latitude
  disembark_lon?: Longitude
  /** IATA code of the city. */
  disembark_city_code?: string | null
  /** Cabin. */
  cabin_no?: string | null
  /** Type of cabin. */
  cabin_type?: string | null
  /** Dining. */
  dining?: string | null
  /** Ports on the way, in order. */
  port_calls?: RawPortCall[] | null
  /** Time zone of the port. An IANA name; it wins over the zone of the place. */
  embark_time_zone_id?: string | null
  /** Time zone of the port. An IANA name; it wins over the zone of the place. */
  disembark_time_zone_id?: string | null
  /** Boarding group of the traveller. */
  boarding_group?: string | null
  /** Boarding sequence number of the traveller. */
  boarding_sequence?: string | null
  /** Start of boarding. */
  boarding_datetime?: WallTime | null
  /** Content of the bar code of the ticket, exactly as a scanner reads it; Base64 if it is not text. */
  ticket_barcode?: string | null
  /** Web page to check in. */
  checkin_url?: string | null
  /** Web page to change the booking. */
  change_url?: string | null
  /** Web page to cancel the booking. */
  cancel_url?: string | null
}

/** Fields of this type. A submission may have them, a segment has them all; null: no source gives it. */
export interface FerryFields {
  /** Ferry company. */
  ferry_line?: string | null
  /** Number of the crossing or line. */
  ferry_number?: string | null
  /** Ship. */
  ship_name?: string | null
  /** Departure. */
  start_datetime: WallTime
  /** Arrival; not before start_datetime. */
  end_datetime?: WallTime | null
  /** The place in free text, or its IATA code. */
  start_location?: string | null
  /** Name of the place. */
  start_name?: string | null
  /** Code of the station, port or stop, in any code system. */
  start_code?: string | null
  /** First line of the address. */
  start_address1?: string | null
  /** Second line of the address. */
  start_address2?: string | null
  /** City. */
  start_city_name?: string | null
  /** State or province. */
  start_admin_code?: string | null
  /** Postal code. */
  start_postal_code?: string | null
  start_country?: Country
  start_lat?: Latitude
  start_lon?: Longitude
  /** IATA code of the city. */
  start_city_code?: string | null
  /** The place in free text, or its IATA code. */
  end_location?: string | null
  /** Name of the place. */
  end_name?: string | null
  /** Code of the station, port or stop, in any code system. */
  end_code?: string | null
  /** First line of the address. */
  end_address1?: string | null
  /** Second line of the address. */
  end_address2?: string | null
  /** City. */
  end_city_name?: string | null
  /** State or province. */
  end_admin_code?: string | null
  /** Postal code. */
  end_postal_code?: string | null
  end_country?: Country
  end_lat?: Latitude
  end_lon?: Longitude
  /** IATA code of the city. */
  end_city_code?: string | null
  /** Estimated departure; the scheduled one does not change. */
  start_estimated_datetime?: WallTime | null
  /** Actual departure; the scheduled one does not change. */
  start_actual_datetime?: WallTime | null
  /** Estimated arrival; the scheduled one does not change. */
  end_estimated_datetime?: WallTime | null
  /** Actual arrival; the scheduled one does not change. */
  end_actual_datetime?: WallTime | null
  /** Deck. */
  deck?: string | null
  /** Seat. */
  seat_assignment?: string | null
  /** Cabin. */
  cabin_no?: string | null
  /** Type of cabin. */
  cabin_type?: string | null
  /** Class. */
  class_of_service?: string | null
  /** Ticket number. */
  ticket_number?: string | null
  /** Vehicle taken on board. */
  vehicle_description?: string | null
  /** Number plate of the vehicle. */
  licence_plate?: string | null
  /** Where and how to board. */
  meeting_instructions?: string | null
  /** Time zone of the port. An IANA name; it wins over the zone of the place. */
  start_time_zone_id?: string | null
  /** Time zone of the port. An IANA name; it wins over the zone of the place. */
  end_time_zone_id?: string | null
  /** Boarding group of the traveller. */
  boarding_group?: string | null
  /** Boarding sequence number of the traveller. */
  boarding_sequence?: string | null
  /** Start of boarding. */
  boarding_datetime?: WallTime | null
  /** Content of the bar code of the ticket, exactly as a scanner reads it; Base64 if it is not text. */
  ticket_barcode?: string | null
  /** Start of the ticket's validity. */
  ticket_valid_from?: WallTime | null
  /** End of the ticket's validity. */
  ticket_valid_until?: WallTime | null
  /** Web page to check in. */
  checkin_url?: string | null
  /** Web page to change the booking. */
  change_url?: string | null
  /** Web page to cancel the booking. */
  cancel_url?: string | null
}

/** Fields of this type. A submission may have them, a segment has them all; null: no source gives it. */
export interface TransportFields {
  /** Company. */
  transport_company?: string | null
  /** Type of ride. */
  transport_type?: 'Taxi' | 'Rideshare' | 'Shuttle' | 'Limo' | 'Bus' | 'Ferry' | null
  /** Start. */
  start_datetime: WallTime
  /** End; not before start_datetime. */
  end_datetime?: WallTime | null
  /** The place in free text, or its IATA code. */
  start_location?: string | null
  /** Name of the place. */
  start_name?: string | null
  /** Code of the station, port or stop, in any code system. */
  start_code?: string | null
  /** First line of the address. */
  start_address1?: string | null
  /** Second line of the address. */
  start_address2?: string | null
  /** City. */
  start_city_name?: string | null
  /** State or province. */
  start_admin_code?: string | null
  /** Postal code. */
  start_postal_code?: string | null
  start_country?: Country
  start_lat?: Latitude
  start_lon?: Longitude
  /** IATA code of the city. */
  start_city_code?: string | null
  /** The place in free text, or its IATA code. */
  end_location?: string | null
  /** Name of the place. */
  end_name?: string | null
  /** Code of the station, port or stop, in any code system. */
  end_code?: string | null
  /** First line of the address. */
  end_address1?: string | null
  /** Second line of the address. */
  end_address2?: string | null
  /** City. */
  end_city_name?: string | null
  /** State or province. */
  end_admin_code?: string | null
  /** Postal code. */
  end_postal_code?: string | null
  end_country?: Country
  end_lat?: Latitude
  end_lon?: Longitude
  /** IATA code of the city. */
  end_city_code?: string | null
  /** Coach or vehicle. */
  coach?: string | null
  /** Seat. */
  seat_assignment?: string | null
  /** Ticket number. */
  ticket_number?: string | null
  /** Description of the vehicle. */
  vehicle_description?: string | null
  /** Where and how to meet. */
  meeting_instructions?: string | null
  /** Time zone of the place. An IANA name; it wins over the zone of the place. */
  start_time_zone_id?: string | null
  /** Time zone of the place. An IANA name; it wins over the zone of the place. */
  end_time_zone_id?: string | null
  /** Boarding group of the traveller. */
  boarding_group?: string | null
  /** Boarding sequence number of the traveller. */
  boarding_sequence?: string | null
  /** Start of boarding. */
  boarding_datetime?: WallTime | null
  /** Content of the bar code of the ticket, exactly as a scanner reads it; Base64 if it is not text. */
  ticket_barcode?: string | null
  /** Start of the ticket's validity. */
  ticket_valid_from?: WallTime | null
  /** End of the ticket's validity. */
  ticket_valid_until?: WallTime | null
  /** Web page to check in. */
  checkin_url?: string | null
  /** Web page to change the booking. */
  change_url?: string | null
  /** Web page to cancel the booking. */
  cancel_url?: string | null
}

/** Fields of this type. A submission may have them, a segment has them all; null: no source gives it. */
export interface ParkingFields {
  /** Name of the car park. */
  parking_name: string
  /** Drive-in. */
  start_datetime: WallTime
  /** Drive-out; not before start_datetime. */
  end_datetime?: WallTime | null
  /** First line of the address. */
  address1?: string | null
  /** Second line of the address. */
  address2?: string | null
  /** City. */
  city_name?: string | null
  /** State or province. */
  admin_code?: string | null
  /** Postal code. */
  postal_code?: string | null
  country?: Country
  lat?: Latitude
  lon?: Longitude
  /** IATA code of the city. */
  city_code?: string | null
  /** Number plate of the car. */
  licence_plate?: string | null
  /** Space. */
  space_no?: string | null
  /** Time zone of the car park. An IANA name; it wins over the zone of the place. */
  time_zone_id?: string | null
  /** Content of the bar code of the ticket, exactly as a scanner reads it; Base64 if it is not text. */
  ticket_barcode?: string | null
  /** Web page to change the booking. */
  change_url?: string | null
  /** Web page to cancel the booking. */
  cancel_url?: string | null
}

/** Fields of this type. A submission may have them, a segment has them all; null: no source gives it. */
export interface RestaurantFields {
  /** Name of the restaurant. */
  restaurant_name: string
  /** Time of the reservation. */
  start_datetime: WallTime
  /** End; not before start_datetime. */
  end_datetime?: WallTime | null
  /** First line of the address. */
  address1?: string | null
  /** Second line of the address. */
  address2?: string | null
  /** City. */
  city_name?: string | null
  /** State or province. */
  admin_code?: string | null
  /** Postal code. */
  postal_code?: string | null
  country?: Country
  lat?: Latitude
  lon?: Longitude
  /** IATA code of the city. */
  city_code?: string | null
  /** Dress code. */
  dress_code?: string | null
  /** Time zone of the restaurant. An IANA name; it wins over the zone of the place. */
  time_zone_id?: string | null
  /** Web page to change the booking. */
  change_url?: string | null
  /** Web page to cancel the booking. */
  cancel_url?: string | null
}

/** Fields of this type. A submission may have them, a segment has them all; null: no source gives it. */
export interface GatheringFields {
  /** Name of the activity, meeting or event. */
  activity_name: string
  /** Type of activity, meeting or event. */
  activity_type?: string | null
  /** Start. */
  start_datetime: WallTime
  /** End; not before start_datetime. */
  end_datetime?: WallTime | null
  /** Name of the place. */
  start_name?: string | null
  /** First line of the address. */
  start_address1?: string | null
  /** Second line of the address. */
  start_address2?: string | null
  /** City. */
  start_city_name?: string | null
  /** State or province. */
  start_admin_code?: string | null
  /** Postal code. */
  start_postal_code?: string | null
  start_country?: Country
  start_lat?: Latitude
  start_lon?: Longitude
  /** IATA code of the city. */
  start_city_code?: string | null
  /** Name of the place. */
  end_name?: string | null
  /** First line of the address. */
  end_address1?: string | null
  /** Second line of the address. */
  end_address2?: string | null
  /** City. */
  end_city_name?: string | null
  /** State or province. */
  end_admin_code?: string | null
  /** Postal code. */
  end_postal_code?: string | null
  end_country?: Country
  end_lat?: Latitude
  end_lon?: Longitude
  /** IATA code of the city. */
  end_city_code?: string | null
  /** Venue. */
  venue?: string | null
  /** Organizer. */
  organizer?: string | null
  /** Whether it lasts whole days. */
  is_all_day?: boolean | null
  /** Time zone of the place. An IANA name; it wins over the zone of the place. */
  start_time_zone_id?: string | null
  /** Time zone of the place. An IANA name; it wins over the zone of the place. */
  end_time_zone_id?: string | null
  /** Web page of the event. */
  event_url?: string | null
  /** Seat. */
  seat_assignment?: string | null
  /** Ticket number. */
  ticket_number?: string | null
  /** Content of the bar code of the ticket, exactly as a scanner reads it; Base64 if it is not text. */
  ticket_barcode?: string | null
  /** Start of the ticket's validity. */
  ticket_valid_from?: WallTime | null
  /** End of the ticket's validity. */
  ticket_valid_until?: WallTime | null
  /** Web page to change the booking. */
  change_url?: string | null
  /** Web page to cancel the booking. */
  cancel_url?: string | null
}

/** Fields of this type. A submission may have them, a segment has them all; null: no source gives it. */
export interface CheckinFields {
  /** Name of the place. */
  place_name?: string | null
  /** When. */
  checkin_datetime: WallTime
  /** First line of the address. */
  address1?: string | null
  /** Second line of the address. */
  address2?: string | null
  /** City. */
  city_name?: string | null
  /** State or province. */
  admin_code?: string | null
  /** Postal code. */
  postal_code?: string | null
  country?: Country
  lat?: Latitude
  lon?: Longitude
  /** IATA code of the city. */
  city_code?: string | null
  /** Service used to check in. */
  checkin_provider?: string | null
  /** Time zone of the place. An IANA name; it wins over the zone of the place. */
  time_zone_id?: string | null
}

/** Source, "manual" if omitted, and trip of a segment that is sent alone. */
export interface SingleSegmentFields {
  /** Id of a source of GET /v2/sources. */
  source?: string
  /** Trip to which the segment is pinned. */
  trip_id?: Id
}

/** A raw segment of type Air; source is "manual" if omitted. */
export interface SingleAir extends RawSegmentFields, AirFields, SingleSegmentFields {
  /** Type of segment. */
  type?: 'Air'
}

/** A raw segment of type Hotel; source is "manual" if omitted. */
export interface SingleHotel extends RawSegmentFields, HotelFields, SingleSegmentFields {
  /** Type of segment. */
  type?: 'Hotel'
}

/** A raw segment of type Car; source is "manual" if omitted. */
export interface SingleCar extends RawSegmentFields, CarFields, SingleSegmentFields {
  /** Type of segment. */
  type?: 'Car'
}

/** A raw segment of type Rail; source is "manual" if omitted. */
export interface SingleRail extends RawSegmentFields, RailFields, SingleSegmentFields {
  /** Type of segment. */
  type?: 'Rail'
}

/** A raw segment of type Cruise; source is "manual" if omitted. */
export interface SingleCruise extends RawSegmentFields, CruiseFields, SingleSegmentFields {
  /** Type of segment. */
  type?: 'Cruise'
}

/** A raw segment of type Ferry; source is "manual" if omitted. */
export interface SingleFerry extends RawSegmentFields, FerryFields, SingleSegmentFields {
  /** Type of segment. */
  type?: 'Ferry'
}

/** A raw segment of type Transport; source is "manual" if omitted. */
export interface SingleTransport extends RawSegmentFields, TransportFields, SingleSegmentFields {
  /** Type of segment. */
  type?: 'Transport'
}

/** A raw segment of type Parking; source is "manual" if omitted. */
export interface SingleParking extends RawSegmentFields, ParkingFields, SingleSegmentFields {
  /** Type of segment. */
  type?: 'Parking'
  /** The place in free text, or its IATA code. */
  location?: string | null
}

/** A raw segment of type Restaurant; source is "manual" if omitted. */
export interface SingleRestaurant extends RawSegmentFields, RestaurantFields, SingleSegmentFields {
  /** Type of segment. */
  type?: 'Restaurant'
  /** The place in free text, or its IATA code. */
  location?: string | null
}

/** A raw segment of type Activity; source is "manual" if omitted. */
export interface SingleActivity extends RawSegmentFields, GatheringFields, SingleSegmentFields {
  /** Type of segment. */
  type?: 'Activity'
  /** The place in free text, or its IATA code. */
  start_location?: string | null
  /** The place in free text, or its IATA code. */
  end_location?: string | null
}

/** A raw segment of type Meeting; source is "manual" if omitted. */
export interface SingleMeeting extends RawSegmentFields, GatheringFields, SingleSegmentFields {
  /** Type of segment. */
  type?: 'Meeting'
  /** The place in free text, or its IATA code. */
  start_location?: string | null
  /** The place in free text, or its IATA code. */
  end_location?: string | null
}

/** A raw segment of type Event; source is "manual" if omitted. */
export interface SingleEvent extends RawSegmentFields, GatheringFields, SingleSegmentFields {
  /** Type of segment. */
  type?: 'Event'
  /** The place in free text, or its IATA code. */
  start_location?: string | null
  /** The place in free text, or its IATA code. */
  end_location?: string | null
}

/** A raw segment of type Checkin; source is "manual" if omitted. */
export interface SingleCheckin extends RawSegmentFields, CheckinFields, SingleSegmentFields {
  /** Type of segment. */
  type?: 'Checkin'
}

export type SingleSegment = SingleAir | SingleHotel | SingleCar | SingleRail | SingleCruise | SingleFerry | SingleTransport | SingleParking | SingleRestaurant | SingleActivity | SingleMeeting | SingleEvent | SingleCheckin

/** A change that was pushed or can be read from the log; `type` says what `data.object` is. */
export type Event = TripEvent | SegmentEvent | BatchEvent | AccountEvent | MemberEvent | DeauthorizedEvent | CallbackEvent

/** An event of a trip. */
export interface TripEvent {
  /** Id of the event: the same on every attempt and replay. */
  id: string
  /** When it happened. */
  created: Instant
  /** API version of `data.object`. */
  api_version: string
  /** True: about a test member, or made up by a ping; otherwise absent. */
  test?: boolean
  /** What happened. */
  type: 'trip.created' | 'trip.updated' | 'trip.cancelled' | 'trip.merged' | 'trip.split' | 'trip.deleted'
  /** Id of the member. */
  member_id: Id
  /** Increases by one with every event of the member. */
  sequence: number
  /** Id of the trip. */
  resource_id: string
  /** The change; `truncated` says that the resource is too large to be part of it. */
  data: TripEventData | TruncatedEventData
}

/** The change. */
export interface TripEventData {
  object: Trip
  /** Earlier values of the fields that changed; empty for a new resource. */
  previous_attributes: Record<string, unknown> | null
  /** Names of the fields that changed. */
  changed_fields: string[]
  /** Whether the change matters to the traveller. */
  material: boolean | null
  moved: EventMoved
  /** Of trip.merged and trip.updated: trips that were merged into this one. */
  merged_from?: Id[]
  /** Of trip.split: trips that were made from this one. */
  split_into?: Id[]
  /** Never true here: `object` is the whole resource. */
  truncated?: false
}

/** An event of a segment. */
export interface SegmentEvent {
  /** Id of the event: the same on every attempt and replay. */
  id: string
  /** When it happened. */
  created: Instant
  /** API version of `data.object`. */
  api_version: string
  /** True: about a test member, or made up by a ping; otherwise absent. */
  test?: boolean
  /** What happened. */
  type: 'segment.created' | 'segment.updated' | 'segment.cancelled' | 'segment.delayed' | 'segment.gate_changed' | 'segment.merged' | 'segment.deleted'
  /** Id of the member. */
  member_id: Id
  /** Increases by one with every event of the member. */
  sequence: number
  /** Id of the segment. */
  resource_id: string
  /** The change; `truncated` says that the resource is too large to be part of it. */
  data: SegmentEventData | TruncatedEventData
}

/** The change. */
export interface SegmentEventData {
  object: Segment
  /** Earlier values of the fields that changed; empty for a new resource. */
  previous_attributes: Record<string, unknown> | null
  /** Names of the fields that changed. */
  changed_fields: string[]
  /** Whether the change matters to the traveller. */
  material: boolean | null
  moved: EventMoved
  /** Never true here: `object` is the whole resource. */
  truncated?: false
}

/** An event of a batch. */
export interface BatchEvent {
  /** Id of the event: the same on every attempt and replay. */
  id: string
  /** When it happened. */
  created: Instant
  /** API version of `data.object`. */
  api_version: string
  /** True: about a test member, or made up by a ping; otherwise absent. */
  test?: boolean
  /** What happened. */
  type: 'batch.processed'
  /** Id of the member. */
  member_id: Id
  /** Increases by one with every event of the member. */
  sequence: number
  /** Id of the batch. */
  resource_id: string
  /** The change; `truncated` says that the resource is too large to be part of it. */
  data: BatchEventData | TruncatedEventData
}

/** The change. */
export interface BatchEventData {
  object: Batch
  /** Earlier values of the fields that changed; empty for a new resource. */
  previous_attributes: Record<string, unknown> | null
  /** Names of the fields that changed. */
  changed_fields: string[]
  /** Whether the change matters to the traveller. */
  material: boolean | null
  moved: EventMoved
  /** Never true here: `object` is the whole resource. */
  truncated?: false
}

/** An event of an account. */
export interface AccountEvent {
  /** Id of the event: the same on every attempt and replay. */
  id: string
  /** When it happened. */
  created: Instant
  /** API version of `data.object`. */
  api_version: string
  /** True: about a test member, or made up by a ping; otherwise absent. */
  test?: boolean
  /** What happened. */
  type: 'account.created' | 'account.updated' | 'account.deleted'
  /** Id of the member. */
  member_id: Id
  /** Increases by one with every event of the member. */
  sequence: number
  /** Id of the account. */
  resource_id: string
  /** The change; `truncated` says that the resource is too large to be part of it. */
  data: AccountEventData | TruncatedEventData
}

/** The change. */
export interface AccountEventData {
  object: Account
  /** Earlier values of the fields that changed; empty for a new resource. */
  previous_attributes: Record<string, unknown> | null
  /** Names of the fields that changed. */
  changed_fields: string[]
  /** Whether the change matters to the traveller. */
  material: boolean | null
  moved: EventMoved
  /** Never true here: `object` is the whole resource. */
  truncated?: false
}

/** An event of a member. */
export interface MemberEvent {
  /** Id of the event: the same on every attempt and replay. */
  id: string
  /** When it happened. */
  created: Instant
  /** API version of `data.object`. */
  api_version: string
  /** True: about a test member, or made up by a ping; otherwise absent. */
  test?: boolean
  /** What happened. */
  type: 'member.updated'
  /** Id of the member. */
  member_id: Id
  /** Increases by one with every event of the member. */
  sequence: number
  /** Id of the member. */
  resource_id: string
  /** The change; `truncated` says that the resource is too large to be part of it. */
  data: MemberEventData | TruncatedEventData
}

/** The change. */
export interface MemberEventData {
  object: Member
  /** Earlier values of the fields that changed; empty for a new resource. */
  previous_attributes: Record<string, unknown> | null
  /** Names of the fields that changed. */
  changed_fields: string[]
  /** Whether the change matters to the traveller. */
  material: boolean | null
  moved: EventMoved
  /** Never true here: `object` is the whole resource. */
  truncated?: false
}

/** An event of a member who no longer authorises the application. */
export interface DeauthorizedEvent {
  /** Id of the event: the same on every attempt and replay. */
  id: string
  /** When it happened. */
  created: Instant
  /** API version of `data.object`. */
  api_version: string
  /** True: about a test member, or made up by a ping; otherwise absent. */
  test?: boolean
  /** What happened. */
  type: 'member.deauthorized' | 'member.deleted'
  /** Id of the member. */
  member_id: Id
  /** Null: outside the sequence of a member. */
  sequence: null
  /** Id of the member who no longer authorises the application. */
  resource_id: string
  /** The change. */
  data: DeauthorizedEventData
}

/** The change. */
export interface DeauthorizedEventData {
  /** The resource, by its id. */
  object: DeauthorizedEventDataObject
  /** Earlier values of the fields that changed; empty for a new resource. */
  previous_attributes: Record<string, unknown> | null
  /** Names of the fields that changed. */
  changed_fields: string[]
  /** Whether the change matters to the traveller. */
  material: boolean | null
  moved: EventMoved
  /** Never true here: `object` is the whole resource. */
  truncated?: false
}

/** The resource, by its id. */
export interface DeauthorizedEventDataObject {
  /** Id of the resource. */
  id: string
}

/** An event of a callback. */
export interface CallbackEvent {
  /** Id of the event: the same on every attempt and replay. */
  id: string
  /** When it happened. */
  created: Instant
  /** API version of `data.object`. */
  api_version: string
  /** True: about a test member, or made up by a ping; otherwise absent. */
  test?: boolean
  /** What happened. */
  type: 'callback.ping' | 'callback.disabled' | 'callback.exhausted'
  /** Null: it concerns no member. */
  member_id: null
  /** Null: outside the sequence of a member. */
  sequence: null
  /** Id of the callback. */
  resource_id: string
  /** The change. */
  data: CallbackEventData
}

/** The change. */
export interface CallbackEventData {
  object: Callback
  /** Earlier values of the fields that changed; empty for a new resource. */
  previous_attributes: Record<string, unknown> | null
  /** Names of the fields that changed. */
  changed_fields: string[]
  /** Whether the change matters to the traveller. */
  material: boolean | null
  moved: EventMoved
  /** Never true here: `object` is the whole resource. */
  truncated?: false
}

/** An event without its data, for webhooks with `payload: "thin"`. */
export interface ThinEvent {
  /** Id of the event: the same on every attempt and replay. */
  id: string
  /** When it happened. */
  created: Instant
  /** API version of `data.object`. */
  api_version: string
  /** True: about a test member, or made up by a ping; otherwise absent. */
  test?: boolean
  /** What happened. */
  type: EventType
  /** Id of the member. */
  member_id: Id | null
  /** As in the full event. */
  sequence: number | null
  /** Id of the resource. */
  resource_id: string
  /** Where to read the resource, with a token of the member or application. */
  url: string | null
}

export type EventType = 'trip.created' | 'trip.updated' | 'trip.cancelled' | 'trip.merged' | 'trip.split' | 'trip.deleted' | 'segment.created' | 'segment.updated' | 'segment.cancelled' | 'segment.delayed' | 'segment.gate_changed' | 'segment.merged' | 'segment.deleted' | 'batch.processed' | 'account.created' | 'account.updated' | 'account.deleted' | 'member.updated' | 'member.deauthorized' | 'member.deleted' | 'callback.ping' | 'callback.disabled' | 'callback.exhausted'

/** What the change moved for the traveller; empty: nothing. */
export type EventMoved = Array<'time' | 'place' | 'gate' | 'terminal' | 'seat' | 'cancellation' | 'other'>

/** The data of an event that would be too large: the resource by its id alone. */
export interface TruncatedEventData {
  /** The resource, by its id. */
  object: DeauthorizedEventDataObject
  /** Earlier values of the fields that changed; empty for a new resource. */
  previous_attributes: Record<string, unknown> | null
  /** Names of the fields that changed. */
  changed_fields: string[]
  /** Whether the change matters to the traveller. */
  material: boolean | null
  moved: EventMoved
  /** The data would exceed 256 KiB: read the resource. */
  truncated: true
}

/** A webhook endpoint of the application. */
export interface Callback {
  /** Id of the webhook. */
  id: Id
  /**
   * Where events are sent: https, port 443 or 8443. A service set up for development (DEV) also takes http,
   * any port and addresses of its own machine. user:password@ is sent as HTTP Basic and never shown again.
   */
  url: string
  /** Types of the events it receives; `*`: all. */
  events: SubscribedEvent[]
  /** Your own note about the webhook. */
  description: string | null
  /** Whether events are sent to the webhook. */
  status: 'Active' | 'Disabled'
  /** Whether events are sent in order. */
  ordered: 'none' | 'member'
  /** Most requests at the same time. */
  max_in_flight: number
  /** Attempts started per second, at least 0.001; null: no limit. */
  rate_per_second: number | null
  /** Milliseconds within which the endpoint must answer. */
  timeout_ms: number
  /** What is sent; `thin`: without `data`, but with the `url` of the resource. */
  payload: 'full' | 'thin'
  /** How requests are signed; `v1a`: also with a key pair of the service, whose public half verifies. */
  signature: 'v1' | 'v1a'
  /** Conditions on those events; null: none. */
  filter: EventFilter | null
  /** True: it gets only the events of your test members; false: only all other events. */
  test: boolean
  /** Names of the custom headers. */
  header_names: string[]
  /**
   * Why it is Disabled: `gone`, `requested` by an answer, `failing` for days, `suspended` because the service
   * fails to prepare events for it, mostly by its filter, `by the application`, or `by the developer` in the
   * console.
   */
  disabled_reason: string | null
  /** Verifies what is sent; only in the answers to create and rotate. */
  signing_secret?: string
  /** Until when the previous secret signs too. */
  previous_secret_expires: Instant | null
  /** Whether the endpoint answers, and when it is tried next. */
  health: CallbackHealth
  /** Failed attempts since the last success. */
  failure_count: number
  /** When an event was last delivered. */
  last_delivery: Instant | null
  /** HTTP status of the latest answer. */
  last_status_code: number | null
  /** When it was registered. */
  created: Instant
  /** When it was last changed. */
  updated: Instant
}

export type SubscribedEvent = '*' | 'trip.created' | 'trip.updated' | 'trip.cancelled' | 'trip.merged' | 'trip.split' | 'trip.deleted' | 'segment.created' | 'segment.updated' | 'segment.cancelled' | 'segment.delayed' | 'segment.gate_changed' | 'segment.merged' | 'segment.deleted' | 'batch.processed' | 'account.created' | 'account.updated' | 'account.deleted' | 'member.updated' | 'member.deauthorized' | 'member.deleted' | 'callback.ping' | 'callback.disabled' | 'callback.exhausted'

/** Whether the endpoint answers, and when it is tried next. */
export interface CallbackHealth {
  /** Health of the webhook. */
  state: 'healthy' | 'failing' | 'paused' | 'probing'
  /** The reason, in a sentence. */
  reason: string | null
  /** Since when it is paused. */
  since: Instant | null
  /** When the next attempt is made; null: no delivery waits. */
  next_attempt: Instant | null
}

/** Further conditions on events of the subscribed types. */
export interface EventFilter {
  /** True: updates only if they are material (`data.material`). */
  material?: boolean
  /** Updates only if they move one of these (`data.moved`). */
  moved?: Array<'time' | 'place' | 'gate' | 'terminal' | 'seat' | 'cancellation' | 'other'>
  /** Updates only if they change one of these fields (`data.changed_fields`). */
  changed_fields?: string[]
  /** Segment events only of segments of these types. */
  segment_types?: SegmentType[]
}

/**
 * A webhook to register. Defaults: Active, all events (`*`), no order, no rate limit, no filter, no test,
 * 10 requests at a time, 15000 ms, full payload, signature v1.
 */
export interface CallbackCreate extends CallbackChange {
  /**
   * Where events are sent: https, port 443 or 8443. A service set up for development (DEV) also takes http,
   * any port and addresses of its own machine. user:password@ is sent as HTTP Basic and never shown again.
   */
  url: string
  /** True: it gets only the events of your test members; false: only all other events. */
  test?: boolean
}

export type CallbackCreateEvent = '*' | 'trip.created' | 'trip.updated' | 'trip.cancelled' | 'trip.merged' | 'trip.split' | 'trip.deleted' | 'segment.created' | 'segment.updated' | 'segment.cancelled' | 'segment.delayed' | 'segment.gate_changed' | 'segment.merged' | 'segment.deleted' | 'batch.processed' | 'account.created' | 'account.updated' | 'account.deleted' | 'member.updated' | 'member.deauthorized' | 'member.deleted' | 'callback.ping' | 'callback.disabled' | 'callback.exhausted' | 'trip.*' | 'segment.*' | 'batch.*' | 'account.*' | 'member.*' | 'callback.*'

/** Settings of a webhook to change; what is omitted stays as it is. */
export interface CallbackChange {
  /**
   * Where events are sent: https, port 443 or 8443. A service set up for development (DEV) also takes http,
   * any port and addresses of its own machine. user:password@ is sent as HTTP Basic and never shown again.
   */
  url?: string
  /**
   * Types of the events to receive; `*`: all, also those to come. `trip.*` and the like stand for the types
   * of today, which the answer lists.
   */
  events?: CallbackCreateEvent[]
  /** Your own note about the webhook. */
  description?: string | null
  /** Whether events are sent to the webhook. */
  status?: 'Active' | 'Disabled'
  /** Whether events are sent in order. */
  ordered?: 'none' | 'member'
  /** Most requests at the same time. */
  max_in_flight?: number
  /** Attempts started per second, at least 0.001; null: no limit. */
  rate_per_second?: number | null
  /** Milliseconds within which the endpoint must answer. */
  timeout_ms?: number
  /** What is sent; `thin`: without `data`, but with the `url` of the resource. */
  payload?: 'full' | 'thin'
  /** How requests are signed; `v1a`: also with a key pair of the service, whose public half verifies. */
  signature?: 'v1' | 'v1a'
  /** Conditions on those events; null: none. */
  filter?: EventFilter | null
  /** Sent with every request, at most 10; they replace the present ones and are never shown again. */
  headers?: Record<string, string> | null
}

/** The events to send again. */
export interface CallbackReplay {
  /** Events from this instant or day on. */
  since?: string | null
  /** Events before this instant or day. */
  until?: string | null
  /** Only events of these types; `trip.*`: all of trips. */
  types?: CallbackReplayType[] | null
  /** Which of them; `all` if omitted. */
  only?: 'all' | 'undelivered'
  /** True: they are only counted. */
  dry_run?: boolean
}

export type CallbackReplayType = 'trip.created' | 'trip.updated' | 'trip.cancelled' | 'trip.merged' | 'trip.split' | 'trip.deleted' | 'segment.created' | 'segment.updated' | 'segment.cancelled' | 'segment.delayed' | 'segment.gate_changed' | 'segment.merged' | 'segment.deleted' | 'batch.processed' | 'account.created' | 'account.updated' | 'account.deleted' | 'member.updated' | 'member.deauthorized' | 'member.deleted' | 'callback.ping' | 'callback.disabled' | 'callback.exhausted' | 'trip.*' | 'segment.*' | 'batch.*' | 'account.*' | 'member.*' | 'callback.*'

/** The test event to send. */
export interface CallbackPing {
  /** Type of the test event; `callback.ping` if omitted. */
  type?: EventType
}

/** An event on its way to a webhook. */
export interface Delivery {
  /** Id of the event. */
  event_id: string
  /** Id of the webhook. */
  callback_id: Id
  /** Type of the event. */
  type: string
  /** Id of the resource that changed. */
  resource_id: string | null
  /** Id of the member; null: the event concerns none. */
  member_id: Id | null
  /** State of the delivery. */
  state: DeliveryState
  /** Number of attempts made. */
  attempts: number
  /** What it waits for; null: it has ended. */
  waits_for: 'turn' | 'retry' | 'endpoint' | 'rate' | 'earlier_event' | 'enabling' | null
  /** When the next attempt is made, as far as that is known. */
  next_attempt: Instant | null
  /** When it was last attempted. */
  last_attempt: Instant | null
  /** HTTP status of the answer; null: there was none. */
  last_status_code: number | null
  /**
   * Why there was no answer: `refused` (the address is not allowed), `dns`, `connect`, `tls`, `reset`,
   * `timeout` or `protocol`.
   */
  last_error: string | null
  /** When the event happened. */
  event_created: Instant
}

export type DeliveryState = 'pending' | 'retrying' | 'delivered' | 'exhausted' | 'gone' | 'aborted' | 'failed' | 'skipped_disabled'

/** A delivery with its attempts. */
export interface DeliveryDetail extends Delivery {
  /** Its attempts of the last 30 days. */
  attempt_log: Attempt[]
}

/** An attempt to deliver an event. */
export interface Attempt {
  /** Number of the attempt, from 1. */
  no: number
  /** When it was made. */
  at: Instant
  /** State of the delivery after it. */
  state: string
  /** HTTP status of the answer; null: there was none. */
  status_code: number | null
  /**
   * Why there was no answer: `refused` (the address is not allowed), `dns`, `connect`, `tls`, `reset`,
   * `timeout` or `protocol`.
   */
  error: string | null
  /** IP address that it was sent to. */
  address: string | null
  /** Milliseconds until the answer or the failure. */
  duration_ms: number
  /** When the next one is due. */
  next_attempt: Instant | null
  /** What was sent. */
  request: AttemptRequest
  /** What the endpoint answered. */
  response: AttemptResponse
}

/** What was sent. */
export interface AttemptRequest {
  /** Its headers, without credentials and custom ones. */
  headers: Record<string, string>
  /** The event as it was sent; null while the member does not authorise the application. */
  body: unknown
}

/** What the endpoint answered. */
export interface AttemptResponse {
  /** Its body, at most 16 kB. */
  body: string | null
}

/** An error. */
export interface ErrorBody {
  /** Code from a closed list. */
  error: ErrorCode
  /** What is wrong, in a sentence. */
  error_description: string
  /** What was probably meant, or where the right value is found. */
  hint?: string
  /** All errors of the body. */
  errors?: FieldError[]
}

export type ErrorCode = 'invalid_request' | 'invalid_token' | 'insufficient_scope' | 'access_denied' | 'https_required' | 'not_found' | 'method_not_allowed' | 'not_acceptable' | 'conflict' | 'cursor_expired' | 'precondition_failed' | 'payload_too_large' | 'unsupported_media_type' | 'idempotency_key_reused' | 'rate_limited' | 'server_error' | 'temporarily_unavailable'

/** An error in the form of RFC 9457, for clients that accept application/problem+json. */
export interface Problem {
  /** about:blank. */
  type: string
  /** Title of the HTTP status. */
  title: string
  /** The HTTP status. */
  status: number
  /** What is wrong, in a sentence. */
  detail: string
  /** The request id as a URN. */
  instance: string
  /** Code from a closed list. */
  error: ErrorCode
  /** What is wrong, in a sentence. */
  error_description: string
  /** What was probably meant, or where the right value is found. */
  hint?: string
  /** All errors of the body. */
  errors: ProblemItem[]
}

/** An error as in RFC 6749 5.2. */
export interface OAuthError {
  /** Code from a closed list. */
  error: OAuthErrorCode
  /** What is wrong, as a sentence in plain ASCII. */
  error_description: string
}

export type OAuthErrorCode = 'invalid_request' | 'invalid_client' | 'invalid_grant' | 'invalid_scope' | 'invalid_target' | 'invalid_dpop_proof' | 'unauthorized_client' | 'unsupported_grant_type' | 'unsupported_token_type' | 'method_not_allowed' | 'payload_too_large' | 'rate_limited' | 'server_error' | 'temporarily_unavailable'

export interface ListTripsQuery {
  /**
   * Only entries that end at or after this. A date, a UTC date-time, or `today`, `yesterday`, `tomorrow`
   * (days of UTC).
   */
  start?: string
  /**
   * Only entries that begin before this. A date, a UTC date-time, or `today`, `yesterday`, `tomorrow` (days
   * of UTC).
   */
  end?: string
  /** Only entries updated at or after this instant, UTC. Includes cancelled, merged and deleted resources. */
  since?: string
  /** Only entries updated before this instant, UTC. */
  until?: string
  /** Status of the trip; Active if omitted. Separate several with commas. */
  status?: Array<'Active' | 'Cancelled' | 'Merged' | 'Deleted'>
  /** Privacy of the trip. Separate several with commas. */
  privacy?: Array<'Private' | 'Buddies Only' | 'Public'>
  /** Trips that the member marked as personal, or as business. */
  purpose?: 'Personal' | 'Business'
  /** 1: each trip with its segments, in order of start. */
  segments?: 0 | 1
  /** Entries per page: 20 if omitted, at most 100. A greater number is lowered to 100. */
  limit?: number
  /** Entries to skip at the beginning, at most 10,000; ignored with a cursor, which has no such limit. */
  offset?: number
  /**
   * Where to continue: an opaque string from the Link header (rel="next") of the page before, for the same
   * list with the same other parameters. Entries that are added meanwhile do not shift it.
   */
  cursor?: string
}

/** A trip made by hand. */
export interface CreateTripBody {
  /** The member's own title. */
  headline?: string | null
  /** Main destination, instead of the computed one. */
  destination?: string | null
  /** Who may see it. */
  privacy?: 'Private' | 'Buddies Only' | 'Public' | null
  /** Whether the trip is personal. */
  personal?: boolean | null
  /** Whether the trip is business. */
  business?: boolean | null
  /** The member's notes; they replace the present ones. */
  notes?: string[] | null
  /** Local time it begins, instead of the first start. */
  begin_datetime?: WallTime | null
  /** Local time it ends, instead of the latest end. */
  end_datetime?: WallTime | null
  /** Segments that belong to the trip, whatever the grouping rules say. */
  segment_ids?: Id[]
}

export interface GetCurrentTripQuery {
  /** 1: each trip with its segments, in order of start. */
  segments?: 0 | 1
}

export interface GetTripQuery {
  /** 1: each trip with its segments, in order of start. */
  segments?: 0 | 1
  /** 1: for a Merged resource, returns the one that it was merged into. */
  follow?: 0 | 1
}

/** Trips to merge. */
export interface MergeTripsBody {
  /** Trips to merge into this one. */
  trip_ids: Id[]
}

/** Segments to split off. */
export interface SplitTripBody {
  /** Segments to move to a new trip. */
  segment_ids: Id[]
}

export interface ListSegmentsQuery {
  /** Type of the segment. */
  type?: SegmentType
  /** Id of the winning source. */
  source?: string
  /** Status of the segment; Active if omitted. Separate several with commas. */
  status?: Array<'Active' | 'Pending' | 'Cancelled' | 'Merged' | 'Deleted'>
  /**
   * Only entries that end at or after this. A date, a UTC date-time, or `today`, `yesterday`, `tomorrow`
   * (days of UTC).
   */
  start?: string
  /**
   * Only entries that begin before this. A date, a UTC date-time, or `today`, `yesterday`, `tomorrow` (days
   * of UTC).
   */
  end?: string
  /** Only entries updated at or after this instant, UTC. Includes cancelled, merged and deleted resources. */
  since?: string
  /** Only entries updated before this instant, UTC. */
  until?: string
  /**
   * The confirmation number of the segment, or a locator of any of its bookings; case, spaces, dashes and
   * labels of locators are ignored.
   */
  confirmation_no?: string
  /** 1: only segments without a trip. */
  unfiled?: 0 | 1
  /** 1: with the source of every field. */
  provenance?: 0 | 1
  /** Entries per page: 50 if omitted, at most 100. A greater number is lowered to 100. */
  limit?: number
  /** Entries to skip at the beginning, at most 10,000; ignored with a cursor, which has no such limit. */
  offset?: number
  /**
   * Where to continue: an opaque string from the Link header (rel="next") of the page before, for the same
   * list with the same other parameters. Entries that are added meanwhile do not shift it.
   */
  cursor?: string
}

export interface GetSegmentQuery {
  /** 1: with the source of every field. */
  provenance?: 0 | 1
  /** 1: for a Merged resource, returns the one that it was merged into. */
  follow?: 0 | 1
}

export type SegmentTypeInPath = 'air' | 'hotel' | 'car' | 'rail' | 'cruise' | 'ferry' | 'transport' | 'parking' | 'restaurant' | 'activity' | 'meeting' | 'event' | 'checkin'

export interface SubmitDocumentQuery {
  /** Id of the source of all its segments; omitted: the one that the document names. */
  source?: string
  /** 1: appointments other than travel become Meeting segments. */
  appointments?: 0 | 1
  /** 1: the document is read and shown, and becomes a batch only when you submit it. */
  dry_run?: 0 | 1
}

export interface ListDocumentsQuery {
  /** Entries per page: 20 if omitted, at most 100. A greater number is lowered to 100. */
  limit?: number
  /**
   * Where to continue: an opaque string from the Link header (rel="next") of the page before, for the same
   * list with the same other parameters. Entries that are added meanwhile do not shift it.
   */
  cursor?: string
}

/** A document, without its parts and segments. */
export interface DocumentSummary {
  /** Id of the document. */
  id: Id
  /** Its progress. */
  status: 'received' | 'reading' | 'read' | 'nothing_read' | 'failed'
  /** Name of its file. */
  name: string | null
  /** Its media type, as it was sent. */
  media_type: string | null
  /** Its bytes. */
  size: number
  /** Source of its segments, as requested; null: the one that the document names. */
  source: string | null
  /** When it arrived. */
  received: Instant
  /** It is submitted by POST /v2/documents/{document_id}/submit. */
  dry_run: boolean
  /** The format it was read as. */
  format: 'schema-org' | 'icalendar' | 'pnr' | 'boarding-pass' | 'exports' | 'order' | 'mail' | null
  /** Why nothing was read, in a sentence. */
  error_description: string | null
  /**
   * Batches of its segments, in order, of at most 500 each; the first is known from the beginning. Empty if
   * nothing was read, and with dry_run until it is submitted.
   */
  batches: Id[]
}

/** A document and the result of reading it. */
export interface Document {
  /** Id of the document. */
  id: Id
  /** Its progress. */
  status: 'received' | 'reading' | 'read' | 'nothing_read' | 'failed'
  /** Name of its file. */
  name: string | null
  /** Its media type, as it was sent. */
  media_type: string | null
  /** Its bytes. */
  size: number
  /** Source of its segments, as requested; null: the one that the document names. */
  source: string | null
  /** When it arrived. */
  received: Instant
  /** It is submitted by POST /v2/documents/{document_id}/submit. */
  dry_run: boolean
  /** The format it was read as. */
  format: 'schema-org' | 'icalendar' | 'pnr' | 'boarding-pass' | 'exports' | 'order' | 'mail' | null
  /** Why nothing was read, in a sentence. */
  error_description: string | null
  /**
   * Batches of its segments, in order, of at most 500 each; the first is known from the beginning. Empty if
   * nothing was read, and with dry_run until it is submitted.
   */
  batches: Id[]
  /** All its parts, in order; null: not read yet. */
  parts: DocumentPart[] | null
  /** The segments that were read, until it is submitted; null: submitted, or nothing was read. */
  segments: RawSegment[] | null
}

/** A part of a document, and its result. */
export interface DocumentPart {
  /** Where it is, such as line 3, row 12, or the path of an element. */
  at: string
  /** What became of it. */
  result: 'read' | 'incomplete' | 'refused' | 'ignored'
  /** Position in the batch, from 0; null: none. */
  segment: number | null
  /** What was not read; empty when all of it was. */
  problems: DocumentPartProblem[]
}

/** Something that was not read. */
export interface DocumentPartProblem {
  /** Field of the segment, or name in the document; null: the whole part. */
  field: string | null
  /** What was not read and why, in a sentence that names the fix. */
  description: string
}

/** Segments that replace those that were read. */
export interface ConfirmDocumentBody {
  /** The raw segments, in any order. */
  segments?: RawSegment[]
}

export interface ListAccountsQuery {
  /** Status of the account; all but Removed if omitted. Separate several with commas. */
  status?: Array<'Active' | 'Paused' | 'NeedsAttention' | 'Removed'>
  /** Class of the source, in upper or lower case. */
  classification?: SourceClassification
  /** Entries per page: 100 if omitted, at most 100. A greater number is lowered to 100. */
  limit?: number
  /** Entries to skip at the beginning, at most 10,000; ignored with a cursor, which has no such limit. */
  offset?: number
  /**
   * Where to continue: an opaque string from the Link header (rel="next") of the page before, for the same
   * list with the same other parameters. Entries that are added meanwhile do not shift it.
   */
  cursor?: string
}

export interface ListSourcesQuery {
  /** Part of a name or id. */
  q?: string
  /** Class of the source, in upper or lower case. */
  classification?: SourceClassification
  /** Only sources that report this type of segment. */
  segment_type?: SegmentType
  /** Entries per page: 100 if omitted, at most 500. A greater number is lowered to 500. */
  limit?: number
  /** Entries to skip at the beginning, at most 10,000; ignored with a cursor, which has no such limit. */
  offset?: number
  /**
   * Where to continue: an opaque string from the Link header (rel="next") of the page before, for the same
   * list with the same other parameters. Entries that are added meanwhile do not shift it.
   */
  cursor?: string
}

export interface SearchCitiesQuery {
  /** Name, code or part of a name, 2 to 100 characters. */
  q: string
  /** Entries per page: 10 if omitted, at most 50. A greater number is lowered to 50. */
  limit?: number
  /** Entries to skip at the beginning, at most 10,000; ignored with a cursor, which has no such limit. */
  offset?: number
  /**
   * Where to continue: an opaque string from the Link header (rel="next") of the page before, for the same
   * list with the same other parameters. Entries that are added meanwhile do not shift it.
   */
  cursor?: string
}

/** A calendar address to create. */
export interface CreateCalendarFeedBody {
  /** A name to recognise it by. */
  name?: string | null
}

/** A new calendar address. */
export interface NewCalendarFeed {
  /** Id of the address. */
  id: Id
  /** Its name. */
  name: string | null
  /** When it was created. */
  created: Instant
  /** When it was last read, to the hour. */
  last_used: Instant | null
  /** The address with its secret: shown once. */
  url: string
}

/** A calendar address. Its secret is not shown again. */
export interface CalendarFeed {
  /** Id of the address. */
  id: Id
  /** Its name. */
  name: string | null
  /** When it was created. */
  created: Instant
  /** When it was last read, to the hour. */
  last_used: Instant | null
}

export interface GetCalendarQuery {
  /** Secret of a calendar address, instead of an access token. */
  feed?: string
}

/** All feeds of the application on a day. */
export interface FeedDay {
  /** The day, UTC. */
  day: string
  /** Feeds: one for each request. */
  feeds: number
  /** Feeds that are open now. */
  open_feeds: number
  /** Lines that were read and answered, not counting blank ones. */
  lines: number
  /** Lines answered with 202, repeated ones included. */
  accepted: number
  /** The other lines. */
  rejected: number
  /** Accepted lines for loyalty accounts. Whether anybody has the number is never disclosed. */
  account_lines: number
  /** Accepted lines with a document. */
  documents: number
  /** What became of its documents, while they are kept. */
  document_results: FeedDayDocumentResults
  /** Bytes that were read, decompressed. */
  bytes: number
  /** When the first line was answered. */
  first_line: Instant | null
  /** When the last line was answered. */
  last_line: Instant | null
  /**
   * The longest delay of folding while lines were accepted, in milliseconds: of the slowest part of the
   * service, so an upper bound for a line.
   */
  fold_lag_ms: number | null
  /** By code, the most frequent first. */
  rejections: FeedDayRejection[]
}

/** What became of its documents, while they are kept. */
export interface FeedDayDocumentResults {
  /** Not read yet. */
  waiting: number
  /** Read completely. */
  read: number
  /** Read in part. */
  partly_read: number
  /** Read, and nothing was found. */
  nothing_read: number
  /** Could not be read. */
  failed: number
}

/** Rejected lines with the same code. */
export interface FeedDayRejection {
  /** Code of the first error of a line, as in the response to the feed. */
  code: string
  /** Lines that were rejected with it; each counts once. */
  lines: number
}

export interface ListFeedReportsQuery {
  /** Entries per page: 50 if omitted, at most 100. A greater number is lowered to 100. */
  limit?: number
  /**
   * Where to continue: an opaque string from the Link header (rel="next") of the page before, for the same
   * list with the same other parameters. Entries that are added meanwhile do not shift it.
   */
  cursor?: string
}

/** One feed on a day. */
export interface FeedReport {
  /** Id of the feed. */
  id: Id
  /** X-Request-Id of the feed. Null: this entry is the sum of all further feeds of the day on one node. */
  request_id: string | null
  /** When it was started. */
  started: Instant
  /** When it ended. Null: it is open, went on the next day, or the service stopped before it ended. */
  ended: Instant | null
  /** The day, UTC. */
  day: string
  /** Feeds: one for each request. */
  feeds: number
  /** Feeds that are open now. */
  open_feeds: number
  /** Lines that were read and answered, not counting blank ones. */
  lines: number
  /** Lines answered with 202, repeated ones included. */
  accepted: number
  /** The other lines. */
  rejected: number
  /** Accepted lines for loyalty accounts. Whether anybody has the number is never disclosed. */
  account_lines: number
  /** Accepted lines with a document. */
  documents: number
  /** What became of its documents, while they are kept. */
  document_results: FeedDayDocumentResults
  /** Bytes that were read, decompressed. */
  bytes: number
  /** When the first line was answered. */
  first_line: Instant | null
  /** When the last line was answered. */
  last_line: Instant | null
  /**
   * The longest delay of folding while lines were accepted, in milliseconds: of the slowest part of the
   * service, so an upper bound for a line.
   */
  fold_lag_ms: number | null
  /** By code, the most frequent first. */
  rejections: FeedReportRejection[]
}

/** Rejected lines with the same code. */
export interface FeedReportRejection {
  /** Code of the first error of a line, as in the response to the feed. */
  code: string
  /** Lines that were rejected with it; each counts once. */
  lines: number
  /** Numbers of the first of these lines, in the feed. */
  examples: number[]
}

/** An OpenAPI document. */
export interface OpenApiDocument {
  /** Version of OpenAPI. */
  openapi: string
}

/** One line of a feed: JSON without a line feed inside. */
export interface FeedLine {
  /** A member who has authorised the application. Send either this or account. */
  member_id?: string
  /**
   * A loyalty account of a source that the feed role of the application names: the line goes to the member
   * whose number it is, or waits 30 days for one. Name the traveller in the segments.
   */
  account?: FeedLineAccount
  /** The raw segments, in any order. */
  segments?: RawSegment[]
  /** A document to be read in place of segments. */
  document?: FeedLineDocument
  /**
   * merge if omitted. replace: for every source and confirmation_no in the batch, earlier legs that are not
   * in it count as cancelled by that source.
   */
  mode?: 'merge' | 'replace'
  /** Idempotency key of the line, unique within the application for 24 hours. */
  key?: string
}

/**
 * A loyalty account of a source that the feed role of the application names: the line goes to the member
 * whose number it is, or waits 30 days for one. Name the traveller in the segments.
 */
export interface FeedLineAccount {
  /** Id of a source of GET /v2/sources. */
  source: string
  /** The loyalty number. */
  account_id: string
}

/** A document to be read in place of segments. */
export interface FeedLineDocument {
  /** The document, if it is text. Send either this or base64. */
  text?: string
  /** Its bytes in base64. */
  base64?: string
  /** Its media type; omitted: recognised by content. */
  media_type?: string
  /** Name of its file. */
  name?: string
  /** Id of the source of all its segments; omitted: that of the account, else the one that the document names. */
  source?: string
}

export interface FeedSegmentsQuery {
  /** Number of the first line, when a file is continued; answers and reports count from it. */
  first_line?: number
}

/** The line is accepted. */
export interface FeedAnswer1 {
  /** Number of the line, from 1. */
  line: number
  /** Its key, if it has one. */
  key?: string
  /** Accepted: it is stored. */
  status: 202
  /** Id of the batch it went into; lines of one member may share it. */
  batch_id: string
  /** Accepted before under this key; this is the first response. */
  replayed?: true
  segments: AcceptedBatch
}

/** The line with a document is accepted. */
export interface FeedAnswer2 {
  /** Number of the line, from 1. */
  line: number
  /** Its key, if it has one. */
  key?: string
  /** Accepted: it is stored. */
  status: 202
  /** Id of the document: GET /v2/documents/{document_id}. */
  document_id: string
  /** Accepted before under this key; this is the first response. */
  replayed?: true
}

/** A segment of the line has an error; nothing of the line was accepted. */
export interface FeedAnswer3 {
  /** Number of the line, from 1. */
  line: number
  /** Its key, if it has one. */
  key?: string
  /** Refused. */
  status: 400
  segments: RefusedBatch
}

/** The line is not accepted. */
export interface FeedAnswer4 {
  /** Number of the line, from 1. */
  line: number
  /** Its key, if it has one. */
  key?: string
  /** The HTTP status that a single request would get. */
  status: number
  /** Code of the error. */
  error: ErrorCode
  /** The error in a sentence, with the way to fix it. */
  error_description: string
  /** What was probably meant, or where to look. */
  hint?: string
  /** All errors of the line, if its fields are wrong. */
  errors?: FieldError[]
  /** Seconds to wait before it is sent again. */
  retry_after?: number
}

export type FeedAnswer = FeedAnswer1 | FeedAnswer2 | FeedAnswer3 | FeedAnswer4

export interface ListEventsQuery {
  /** Entries per page: 100 if omitted, at most 100. A greater number is lowered to 100. */
  limit?: number
  /**
   * Where to continue: an opaque string from the Link header (rel="next") of the page before, for the same
   * list with the same other parameters. Entries that are added meanwhile do not shift it.
   */
  cursor?: string
  /** Type of the event; `trip.*`: all of trips. Separate several with commas. */
  type?: CallbackReplayType[]
  /** Only events of this member. */
  member_id?: string
  /** Only events of this resource. */
  resource_id?: string
  /** Only entries updated at or after this instant, UTC. Includes cancelled, merged and deleted resources. */
  since?: string
  /** 1: only events that some webhook of the application has not accepted. */
  undelivered?: 0 | 1
  /** 1: updates only if they are material. */
  material?: 0 | 1
  /** Updates only if they move one of these. Separate several with commas. */
  moved?: Array<'time' | 'place' | 'gate' | 'terminal' | 'seat' | 'cancellation' | 'other'>
  /** Updates only if they change one of these fields, separated by commas. */
  changed_field?: string
  /** Segment events only of segments of these types. Separate several with commas. */
  segment_type?: SegmentType[]
}

export interface RedeliverEventBody {
  /** The webhook to send it to; null or omitted: all that subscribe to its type. */
  callback_id?: Id | null
}

/** What was queued. */
export interface Redelivery {
  /** Id of the event. */
  event_id: string
  /** The webhooks it is queued for. */
  callbacks: Id[]
}

export interface RotateCallbackSecretBody {
  /** How long both secrets sign; a day by default, at least 6 seconds. */
  overlap_seconds?: number
}

export interface ListDeliveriesQuery {
  /** Entries per page: 50 if omitted, at most 100. A greater number is lowered to 100. */
  limit?: number
  /**
   * Where to continue: an opaque string from the Link header (rel="next") of the page before, for the same
   * list with the same other parameters. Entries that are added meanwhile do not shift it.
   */
  cursor?: string
  /** State of the delivery. */
  state?: DeliveryState
  /** HTTP status of the last attempt. */
  status_code?: number
  /** Type of the event; `trip.*`: all of trips. Separate several with commas. */
  type?: CallbackReplayType[]
  /** Only events of this resource. */
  resource_id?: string
  /** Only entries updated at or after this instant, UTC. Includes cancelled, merged and deleted resources. */
  since?: string
  /** Only entries updated before this instant, UTC. */
  until?: string
}

/** The result of a replay. */
export interface Replay {
  /** Number of events. */
  count: number
  /** Whether they were only counted. */
  dry_run: boolean
}

/** A token request. */
export interface GetTokensBody {
  /** The grant. */
  grant_type: 'authorization_code' | 'refresh_token' | 'client_credentials'
  /** Client id; omit it with HTTP Basic. */
  client_id?: string
  /** Client secret; omit it with HTTP Basic. */
  client_secret?: string
  /** The authorization code. */
  code?: string
  /** The registered redirect URL; needed with a code. */
  redirect_uri?: string
  /** Needed with a code that was requested with a challenge (RFC 7636). */
  code_verifier?: string
  /** The refresh token. */
  refresh_token?: string
  /**
   * With a refresh token: scopes for the new access token, of those that the member allowed; the refresh
   * token keeps them all. Ignored with other grants.
   */
  scope?: string
  /**
   * What the access token is for (RFC 8707): {base_url}, as without it, or {base_url}/mcp for the tools for
   * assistants. A token request may not name another one than the authorization request.
   */
  resource?: string
}

/** Tokens. */
export interface Tokens {
  /** The access token. */
  access_token: string
  /** Seconds until it expires: one day. */
  expires_in: number
  /** DPoP if the request had a proof. */
  token_type: 'bearer' | 'DPoP'
  /** What the access token allows, separated by spaces; empty: everything. */
  scope: string
  /** Valid for a year and for one use, which returns a new one. */
  refresh_token: string
}

/** A token to revoke. */
export interface RevokeTokenBody {
  /** The token. */
  token: string
  /** Ignored. */
  token_type_hint?: string
  /** Client id; omit it with HTTP Basic. */
  client_id?: string
  /** Client secret; omit it with HTTP Basic. */
  client_secret?: string
}

/** Metadata, with more fields than these. */
export interface AuthorizationServer {
  /** The issuer. */
  issuer: string
  /** Where to send the member. */
  authorization_endpoint: string
  /** Where to get tokens. */
  token_endpoint: string
}

/** Metadata, with more fields than these. */
export interface ProtectedResource {
  /** Its identifier, the `resource` of a token request. */
  resource: string
  /** Who issues tokens for it. */
  authorization_servers: string[]
}

/** A key set. */
export interface KeySet {
  /** The keys that sign now, or did until lately. */
  keys: KeySetKey[]
}

/** A key. */
export interface KeySetKey {
  /** Id of the key. */
  kid: string
  /** Type of the key. */
  kty: string
  /** Algorithm. */
  alg: string
}

/** The key set of webhooks. */
export interface GetWebhookKeysAnswer {
  /** The keys that sign now, are about to, or did until lately. */
  keys: GetWebhookKeysAnswerKey[]
}

/** A public key of webhooks. */
export interface GetWebhookKeysAnswerKey {
  /** Id of the key. */
  kid: string
  /** Type of the key. */
  kty: string
  /** Algorithm. */
  alg: string
  /** Curve. */
  crv: string
  /** The public key: 32 bytes in base64url. */
  x: string
  /** The public key as Standard Webhooks writes it: `whpk_` and base64. */
  whpk: string
}

export interface AuthorizeQuery {
  /** The application's client id. */
  client_id: string
  /** code. */
  response_type: 'code'
  /** The registered redirect URL, compared exactly. */
  redirect_uri: string
  /** Your own value that protects against request forgery; it is returned unchanged. */
  state: string
  /** SHA-256 of the code verifier, base64url (RFC 7636). */
  code_challenge?: string
  /** S256. */
  code_challenge_method?: 'S256'
  /**
   * What to ask for, separated by spaces: trips:read, trips:write, profile:read, profile:write, accounts,
   * calendar. Absent or empty: everything.
   */
  scope?: string
  /**
   * What the access token is for (RFC 8707): {base_url}, as without it, or {base_url}/mcp for the tools for
   * assistants. A token request may not name another one than the authorization request.
   */
  resource?: string
  /** Thumbprint of the DPoP key that the code is bound to (RFC 9449 10). */
  dpop_jkt?: string
}

export interface Calls {
  me: {
    /** Read the member record. The record of the member for whom the access token was issued. */
    get: (options?: CallOptions) => Promise<Member>
    /**
     * Change the member record. Changes names, home, time zone and language. Omitted fields stay as they are. A
     * change of home keeps the earlier homes with their dates; `from` is the first day of the new one, today if
     * omitted.
     */
    update: (body: MemberChange, options?: CallOptions) => Promise<Written<Member>>
  }
  trips: {
    /**
     * List trips. Trips by begin, then id. Without since and until, `start` is `today` and `status` is Active;
     * trips without times come first then, unless `start` or `end` is given. With since or until, the list is
     * ordered by `updated` and includes cancelled, merged and deleted trips, so that a client can stay in sync.
     */
    list: (query?: ListTripsQuery, options?: CallOptions) => Pages<Trip>
    /**
     * Create a trip by hand. Creates a permanent trip with the given segments. Later segments join it by the
     * usual grouping rules. Without an Idempotency-Key, each request makes a trip.
     */
    create: (body?: CreateTripBody, options?: CallOptions) => Promise<Written<Trip>>
    /**
     * List upcoming trips. Trips that end now or later, in increasing order of begin; a running trip comes
     * first.
     */
    upcoming: (query?: ListTripsQuery, options?: CallOptions) => Pages<Trip>
    /** List past trips. Trips that have ended, in decreasing order of end. */
    past: (query?: ListTripsQuery, options?: CallOptions) => Pages<Trip>
    /** List past trips (alias). The same as GET /v2/trips/past, for clients that use the singular form. */
    pastAlias: (query?: ListTripsQuery, options?: CallOptions) => Pages<Trip>
    /**
     * Read the current trip. The trip being travelled now; of several, the one that began last. Otherwise the
     * one nearest in time: the last past one by its end or the next one by its begin, whichever is closer; of
     * two equally close, the next one. Only Active trips with times count. If there is none, 404. With `Accept:
     * application/ld+json`, a schema.org ReservationPackage with a reservation for each of its segments, for
     * email programs, calendars and assistants.
     */
    current: (query?: GetCurrentTripQuery, options?: CallOptions) => Promise<Trip>
    /**
     * Read a trip. One trip by its id, whatever its status. With `Accept: application/ld+json`, a schema.org
     * ReservationPackage with a reservation for each of its segments, for email programs, calendars and
     * assistants.
     */
    get: (tripId: string, query?: GetTripQuery, options?: CallOptions) => Promise<Trip>
    /**
     * Change a trip. Sets the member's own values, which override computed ones until they are set to null.
     * Omitted fields stay as they are, and so do computed values that are sent back as they were read. For a
     * Merged trip, the trip that it was merged into is changed, and If-Match is compared with that one: read it
     * with follow=1.
     */
    update: (tripId: string, body: TripFields, options?: CallOptions) => Promise<Written<Trip>>
    /**
     * Delete a trip. The trip becomes Deleted. Its segments belong to no trip until they are pinned to another
     * one. A Merged trip cannot be deleted: 404.
     */
    delete: (tripId: string, options?: CallOptions) => Promise<Written<Record<string, unknown>>>
    /**
     * Merge trips. Merges the given trips into this one, permanently. For a Merged trip, the trip that it was
     * merged into is changed, and If-Match is compared with that one: read it with follow=1.
     */
    merge: (tripId: string, body: MergeTripsBody, options?: CallOptions) => Promise<Written<Trip>>
    /**
     * Split a trip. Moves the given segments to a new trip and returns it. The two trips stay apart. For a
     * Merged trip, the trip that it was merged into is changed, and If-Match is compared with that one: read it
     * with follow=1.
     */
    split: (tripId: string, body: SplitTripBody, options?: CallOptions) => Promise<Written<Trip>>
  }
  segments: {
    /**
     * Submit raw segments. Accepts up to 500 raw segments of one member. All are validated before the answer:
     * one error in any of them rejects the whole batch, and every error is reported. The answer 202 is sent
     * once the batch is on disk; it is put on the itinerary after that, see the URL in Location. A trip_id must
     * not be sent. schema.org JSON-LD and iCalendar are read as documents (POST /v2/documents) and answered
     * like them.
     */
    submit: (body: SegmentBatch, options?: CallOptions) => Promise<Submitted>
    /**
     * List segments. Segments in order of start, then id; by default the Active ones. With since or until, the
     * list is ordered by `updated` and includes cancelled, merged and deleted segments. GET /v2/segments/air,
     * and so on for each type in lower case, is the same list with that `type`.
     */
    list: (query?: ListSegmentsQuery, options?: CallOptions) => Pages<Segment>
    /**
     * Read a segment. One segment by its id, whatever its status. The id of a raw segment returns the segment
     * that it became, or `status: "Processing"` while it is being processed, or while a cancellation waits for
     * its booking (30 days).
     */
    get: (segment: string, query?: GetSegmentQuery, options?: CallOptions) => Promise<Segment | ProcessingSegment>
    /**
     * Submit one segment. One raw segment of the type in the path. Its source is manual if omitted. With
     * trip_id it is pinned to that trip. The answer waits until it is on the itinerary, at most five seconds.
     */
    create: (segment: SegmentTypeInPath, body: SingleSegment, options?: CallOptions) => Promise<Written<Segment>>
    /**
     * Change a segment. Replaces the latest statement that the application may change: one of the given source
     * if there is one. Without source, the new statement has the source of the replaced one. An application may
     * change what it submitted; the member's own (manual) statements may be changed by any application of the
     * member. A JSON body is the whole statement; in a form, fields that are not sent keep their value, and an
     * empty one is removed.
     */
    update: (segment: string, body: SingleSegment, options?: CallOptions) => Promise<Written<Segment>>
    /**
     * Withdraw a segment. Withdraws all that the application submitted about a segment, from every source; the
     * id of a raw segment names that one alone. What others report stays.
     */
    delete: (segment: string, options?: CallOptions) => Promise<Written<Record<string, unknown>>>
    /** Read a segment of one type. As GET /v2/segments/{segment}, for one type alone. */
    getOfType: (segmentType: SegmentTypeInPath, segmentId: string, query?: GetSegmentQuery, options?: CallOptions) => Promise<Segment | ProcessingSegment>
    /** Change a segment of one type. As PUT /v2/segments/{segment}, for one type alone. */
    updateOfType: (segmentType: SegmentTypeInPath, segmentId: string, body: SingleSegment, options?: CallOptions) => Promise<Written<Segment>>
    /** Withdraw a segment of one type. As DELETE /v2/segments/{segment}, for one type alone. */
    deleteOfType: (segmentType: SegmentTypeInPath, segmentId: string, options?: CallOptions) => Promise<Written<Record<string, unknown>>>
  }
  batches: {
    /**
     * Read the status of a batch. The URL in the Location header of an accepted batch. The batch is pending at
     * first; then processed, with the segment and trip of every raw segment, or failed, with the error for
     * which it was rejected.
     */
    get: (batchId: string, options?: CallOptions) => Promise<Batch>
  }
  documents: {
    /**
     * Send a document. An email or web page with schema.org markup, a pass, a GDS display, a calendar or an
     * export, as the body or as the file of a form. Plain text for people is not read; a PDF or page without
     * markup only if the operator has set up an extractor. It has at most 10 MiB. The answer 202 is sent once
     * it is stored; it is read after that, and its segments become batches like those of POST /v2/segments. The
     * URL in Location accounts for every part of it. In a form the parameters may be fields. Without an
     * Idempotency-Key each request makes a document; the itinerary stays the same.
     */
    submit: (body: string | Uint8Array, query?: SubmitDocumentQuery, options?: CallOptions) => Promise<AcceptedDocument>
    /**
     * List documents. The documents that the application sent, newest first, without parts and segments; with a
     * member token, those of the member.
     */
    list: (query?: ListDocumentsQuery, options?: CallOptions) => Pages<DocumentSummary>
    /**
     * Read a document. Its status, the result of each of its parts, and its batches. Only the application that
     * sent it can read it.
     */
    reading: (documentId: string, options?: CallOptions) => Promise<Document>
    /**
     * Submit a dry run. The segments read from a document that was sent with dry_run become batches; `segments`
     * replaces them. A repeat gets 409, and the document shows its batches.
     */
    confirm: (documentId: string, body?: ConfirmDocumentBody, options?: CallOptions) => Promise<AcceptedDocument>
  }
  accounts: {
    /**
     * List loyalty accounts. The accounts of the member, oldest first. Removed ones are listed only if
     * requested by status.
     */
    list: (query?: ListAccountsQuery, options?: CallOptions) => Pages<Account>
    /**
     * Register a loyalty account. Travel data that suppliers send for this number in the name of the member
     * goes to the itinerary, including that of the last 30 days, once it is known whose the number is: an
     * application registers it that vouches for the source, or the member confirms it by a booking under
     * /account/loyalty. Until then the member receives what your own application sends for it, without
     * locators, ticket numbers and prices. Spaces, hyphens and case of the number are ignored. If several
     * members register one number, the accounts of all show a conflict, and only a proven one receives data. A
     * member may have 50 accounts. Registering the same account again returns the existing one.
     */
    create: (body: NewAccount, options?: CallOptions) => Promise<Written<Account>>
    /** Read a loyalty account. One account by its id. */
    get: (accountId: string, options?: CallOptions) => Promise<Account>
    /**
     * Remove a loyalty account. Ends aggregation for the account. Its segments stay on the itinerary. The
     * account is kept with the status Removed and no longer listed.
     */
    delete: (accountId: string, options?: CallOptions) => Promise<Written<Record<string, unknown>>>
  }
  sources: {
    /**
     * List sources. The suppliers of travel data, in order of id. Field "source" of a raw segment must be such
     * an id. With q, exact matches come first.
     */
    list: (query?: ListSourcesQuery, options?: CallOptions) => Pages<Source>
    /** Read a source. One source by its id, compared exactly. */
    get: (sourceId: string, options?: CallOptions) => Promise<Source>
  }
  locations: {
    /**
     * Search cities. Finds cities by code, name, alternative name or close spelling; case and accents are
     * ignored. The best match comes first. Text after a comma says where the place is: Springfield, IL; Paris,
     * France.
     */
    cities: (query: SearchCitiesQuery, options?: CallOptions) => Pages<City>
    /**
     * Search airports. Finds airports by code, name, alternative name or close spelling; case and accents are
     * ignored. The best match comes first. Text after a comma says where the place is: Springfield, IL; Paris,
     * France.
     */
    airports: (query: SearchCitiesQuery, options?: CallOptions) => Pages<Airport>
  }
  calendarFeeds: {
    /**
     * Create a calendar address. An address that a calendar program can read without a token until it is
     * deleted. It stops working when the member no longer authorises the application that created it. Anyone
     * who has the address can read the itinerary. At most 20 per member. Each request makes an address.
     */
    create: (body?: CreateCalendarFeedBody, options?: CallOptions) => Promise<NewCalendarFeed>
    /** List calendar addresses. The calendar addresses of the member, without their secrets. */
    list: (options?: CallOptions) => Promise<CalendarFeed[]>
    /**
     * Delete a calendar address. The address answers 404 from now on. One that the member made on their own
     * pages stays: only the member removes it.
     */
    delete: (feedId: string, options?: CallOptions) => Promise<Record<string, unknown>>
    /**
     * Read the itinerary as a calendar. iCalendar (RFC 5545) of the segments since 400 days ago, the latest
     * 2,000 if there are more; each end is in the time zone of its place. A stay is whole days that leave the
     * traveller free, a rental its pick-up and its return, anything else one event. Identifiers are stable,
     * cancelled segments are marked as such, and URL is the page of the trip. For a calendar program, create an
     * address with POST /v2/calendar-feeds. Reads have a limit of their own, per address or token; the entity
     * tag changes with the itinerary, and once a day.
     */
    calendar: (query?: GetCalendarQuery, options?: CallOptions) => Promise<string>
  }
  feeds: {
    /**
     * List the days with feeds. What the feeds of the application sent on each day (UTC) of the last 30, newest
     * first: counts, never content. They are saved every second; a server that crashes may lose the counts of
     * its last second, but no line.
     */
    days: (options?: CallOptions) => Promise<FeedDay[]>
    /**
     * List the feeds of a day. Each feed of the application on a day (UTC), newest first, with the numbers of
     * some rejected lines. A feed that goes on past midnight is in both days, with what it sent on each.
     */
    reports: (day: string, query?: ListFeedReportsQuery, options?: CallOptions) => Pages<FeedReport>
  }
  api: {
    /** Read this document. The OpenAPI 3.1 document of the service, including webhooks. */
    document: (options?: CallOptions) => Promise<OpenApiDocument>
    /**
     * Read this document as pages. The documentation: guides and reference, in HTML, without requests to other
     * hosts. Each page is Markdown with `Accept: text/markdown`, and at its address with `.md`; `/llms.txt`
     * lists them for language models, `/llms-full.txt` has all in one.
     */
    read: (options?: CallOptions) => Promise<string>
  }
  events: {
    /**
     * Page through the event log. Events of the last 30 days, in an order in which none is ever skipped. With
     * the credentials of an application: of every member who authorises it, from the authorization on, and
     * `member.deauthorized` when it ends. With a member token: of that member, of the types that its scopes
     * cover. `X-Cursor` is the position after the last event, on the last page the end of the log; send it as
     * `cursor` to continue, also later. X-Total-Count counts at most 10,000. With `material`, `moved`,
     * `changed_field` or `segment_type` the log is searched as a filter of a webhook would: without
     * X-Total-Count, and with pages that may hold few events or none while the Link header leads on.
     */
    list: (query?: ListEventsQuery, options?: CallOptions) => Pages<Event>
    /**
     * Send one event again. Queues the event, under its id, for every active webhook that subscribes to its
     * type, or for the given one. Each request queues the event again; receivers know it by its id.
     */
    redeliver: (eventId: string, body?: RedeliverEventBody, options?: CallOptions) => Promise<Redelivery>
  }
  callbacks: {
    /** List webhooks. All webhooks of the application, oldest first; there are at most 10. */
    list: (options?: CallOptions) => Promise<Callback[]>
    /**
     * Register a webhook URL. From now on, events of members who authorised the application are posted there.
     * The answer has the signing secret, which is not shown again. Each request makes a webhook.
     */
    create: (body: CallbackCreate, options?: CallOptions) => Promise<Callback>
    /** Read a webhook. Settings and health of one webhook. Its secret is never shown again. */
    get: (callbackId: string, options?: CallOptions) => Promise<Callback>
    /**
     * Change a webhook. Changes the given fields. Events that occur while it is Disabled are recorded as
     * skipped and can be replayed; pending deliveries continue once it is Active again. Enabling does not reset
     * the failure count. Requests that are being sent are not changed; a worker that cannot be notified at once
     * may use the old settings for up to 6 seconds.
     */
    update: (callbackId: string, body: CallbackChange, options?: CallOptions) => Promise<Callback>
    /**
     * Delete a webhook. Drops pending deliveries and starts no new ones. A request that is being sent may still
     * arrive; if a worker cannot be notified at once, others may follow for up to 6 seconds. The event log
     * still has the events.
     */
    delete: (callbackId: string, options?: CallOptions) => Promise<Record<string, unknown>>
    /**
     * Rotate the signing secret. Makes a new secret. The old one signs as well for `overlap_seconds`: a day by
     * default, a week at most, and at least 6 seconds even if 0 is given, because a worker that cannot be
     * notified at once may sign with the old one alone for that long. Accept both until
     * `previous_secret_expires`. Until then, another rotation ends the old secret at once, and is 409 unless
     * `overlap_seconds` or `If-Match` is sent. Each request makes a secret; send If-Match, so that a repeat is
     * 412.
     */
    rotate: (callbackId: string, body?: RotateCallbackSecretBody, options?: CallOptions) => Promise<Callback>
    /**
     * List deliveries. Newest activity first. `since` and `until` apply to the last attempt, or to the event if
     * there was none. `aborted`: the receiver asked for no more attempts, or the member no longer authorises
     * the application.
     */
    deliveries: (callbackId: string, query?: ListDeliveriesQuery, options?: CallOptions) => Pages<Delivery>
    /**
     * Read one delivery with every attempt. Request headers and body as sent (without credentials and custom
     * headers), status, error class, address, milliseconds, and at most 16 kB of each response. Bodies are null
     * while the member does not authorise the application.
     */
    delivery: (callbackId: string, eventId: string, options?: CallOptions) => Promise<DeliveryDetail>
    /**
     * Send a test event now. Posts one event at once, whatever the status of the webhook, and returns the
     * attempt; it is not retried. Without `type` a `callback.ping`; with it an event of that type, whatever the
     * webhook subscribes to, made from the examples of this document and marked by `"test": true`. Test events
     * are in the delivery log only: not in `GET /v2/events`, and never sent again. Each request sends an event.
     */
    ping: (callbackId: string, body?: CallbackPing, options?: CallOptions) => Promise<DeliveryDetail>
    /**
     * Replay logged events. Queues the events between `since` and `until` to which the webhook subscribes, each
     * under its id: all of them, or only those that were never delivered. Events from before the authorization
     * are included. With `dry_run` they are only counted. Each request queues the events again; receivers know
     * them by their ids.
     */
    replay: (callbackId: string, body?: CallbackReplay, options?: CallOptions) => Promise<Replay>
    /**
     * Resume deliveries now. Deliveries that wait for their next attempt become due now. If the webhook is
     * paused, one attempt is made, and the others follow once one is accepted.
     */
    resume: (callbackId: string, options?: CallOptions) => Promise<Callback>
    /**
     * Read the public keys of webhooks. The Ed25519 keys that verify `v1a` signatures, as a JSON Web Key Set
     * (RFC 7517). Accept a request that any of them verifies. The set may be cached for five minutes: a new key
     * is in it for ten minutes before it signs, and the old one also signs for 30 days more.
     */
    webhookKeys: (options?: CallOptions) => Promise<GetWebhookKeysAnswer>
  }
  oauth: {
    /**
     * Get tokens. The three grants: authorization_code (a code lives for one minute and works once),
     * refresh_token, and client_credentials for the application itself. The client authenticates in the form or
     * by HTTP Basic. Using a code twice revokes the tokens issued for it. Each request makes tokens; a code and
     * a refresh token can be used once.
     */
    tokens: (body: GetTokensBody, options?: CallOptions) => Promise<Tokens>
    /**
     * Revoke a token. Revokes an access token, or a refresh token and everything issued for it, within a second
     * (RFC 7009). A token that is unknown or belongs to another client is answered 200 too.
     */
    revoke: (body: RevokeTokenBody, options?: CallOptions) => Promise<Record<string, unknown>>
    /**
     * Read the metadata of the authorization server. Metadata of RFC 8414: URLs and supported features. It may
     * be cached for five minutes.
     */
    authorizationServer: (options?: CallOptions) => Promise<AuthorizationServer>
    /**
     * Read the metadata of the API as a protected resource. Metadata of RFC 9728: which authorization server
     * issues tokens for it, with which scopes. WWW-Authenticate of a refused request names it as
     * resource_metadata. It may be cached for five minutes.
     */
    apiResource: (options?: CallOptions) => Promise<ProtectedResource>
    /**
     * Read the metadata of the tools for assistants as a protected resource. Metadata of RFC 9728: which
     * authorization server issues tokens for it, with which scopes. WWW-Authenticate of a refused request names
     * it as resource_metadata. It may be cached for five minutes.
     */
    mcpResource: (options?: CallOptions) => Promise<ProtectedResource>
    /**
     * Read the public keys. The keys that sign access tokens, as a JSON Web Key Set (RFC 7517). It may be
     * cached for five minutes.
     */
    keys: (options?: CallOptions) => Promise<KeySet>
    /**
     * Ask the member for access. Send the member's browser here. The member signs in and decides on pages. Then
     * the browser returns to the redirect URL with state and a code, or with error=access_denied. If the
     * redirect URL cannot be trusted, a page says so and nothing is sent there. A request that is not valid
     * returns at once with its error for an application that the operator has verified; for others a page asks
     * first.
     */
    authorize: (query: AuthorizeQuery) => string
  }
}
