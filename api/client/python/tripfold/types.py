"""Generated from the OpenAPI document by test/checks/generate-client.ts. Do not edit."""

from __future__ import annotations

from typing import Any, Literal, NotRequired, TypeAlias, TypedDict


Id: TypeAlias = str
"""An id: decimal digits, ordered by time."""


Instant: TypeAlias = str
"""A UTC instant."""


LocalDateTime: TypeAlias = str
"""Local time of the place; a date alone if the time is not known."""


WallTime: TypeAlias = str
"""Local time of the place, without an offset; a date alone if the time is not known."""


Decimal: TypeAlias = str
"""A number as text, so that no digit is lost."""


Latitude: TypeAlias = str | float | None
"""Latitude in degrees. Text or a number; rounded to 12 digits after the point, shown as text."""


Longitude: TypeAlias = str | float | None
"""Longitude in degrees. Text or a number; rounded to 12 digits after the point, shown as text."""


Country: TypeAlias = str | None
"""Country, ISO 3166-1 alpha-2 code or name."""


SourceId: TypeAlias = str
"""Id of a source of GET /v2/sources."""


class Member(TypedDict):
    """The member record."""

    id: Id
    """Id of the member."""
    status: str
    """Status."""
    first_name: str | None
    """Given name."""
    last_name: str | None
    """Family name."""
    email: str | None
    """Email address."""
    gender: str | None
    """Gender, in the member's words."""
    home_city: str | None
    """City of the present home."""
    home_city_lat: Decimal | None
    """Its latitude."""
    home_city_lon: Decimal | None
    """Its longitude."""
    state: str | None
    """State or province of the present home."""
    admin_code: str | None
    """The same as state."""
    zip: str | None
    """Postal code of the present home."""
    country: str | None
    """Country of the present home."""
    time_zone_id: str | None
    """Time zone of the member."""
    language: NotRequired[str | None]
    """Language in which cities and trips are named; null: English."""
    plausibility_warnings: NotRequired[bool | None]
    """Whether trips warn of impossible journeys; null: yes."""
    home_airports: list[str]
    """IATA codes of the home airports."""
    homes: list[MemberHome]
    """All homes, newest last."""
    url: str | None
    """Web page of the member."""
    profile_image_url: str | None
    """Picture of the member."""
    created: Instant
    """When the member joined."""
    updated: Instant
    """When something visible changed."""


MemberHome = TypedDict("MemberHome", {
    "from": 'str | None',
    "city": 'str | None',
    "admin_code": 'NotRequired[str | None]',
    "state": 'NotRequired[str | None]',
    "country": 'str | None',
    "lat": 'Decimal | None',
    "lon": 'Decimal | None',
    "time_zone_id": 'str | None',
    "airports": 'list[str]',
})
"""A home and since when."""


MemberChange = TypedDict("MemberChange", {
    "first_name": 'NotRequired[str | None]',
    "last_name": 'NotRequired[str | None]',
    "gender": 'NotRequired[str | None]',
    "home_city": 'NotRequired[str | None]',
    "state": 'NotRequired[str | None]',
    "admin_code": 'NotRequired[str | None]',
    "zip": 'NotRequired[str | None]',
    "country": 'NotRequired[str | None]',
    "home_city_lat": 'NotRequired[str | None]',
    "home_city_lon": 'NotRequired[str | None]',
    "home_airports": 'NotRequired[list[str] | None]',
    "from": 'NotRequired[str]',
    "time_zone_id": 'NotRequired[str | None]',
    "language": 'NotRequired[str | None]',
    "plausibility_warnings": 'NotRequired[bool | None]',
})
"""Fields of the record that a member may change."""


class Trip(TypedDict):
    """A journey away from home."""

    id: Id
    """Id of the trip."""
    member_id: Id
    """Id of the member."""
    status: Literal["Active", "Cancelled", "Merged", "Deleted"]
    """Merged and Deleted trips stay readable for 400 days."""
    first_name: str | None
    """Given name of the traveller."""
    last_name: str | None
    """Family name of the traveller."""
    destination: str | None
    """Main destination."""
    state: str | None
    """State or province of the destination."""
    admin_code: str | None
    """The same as state."""
    postal_code: str | None
    """Postal code of the destination."""
    country: str | None
    """Country of the destination."""
    lat: Decimal | None
    """Latitude of the destination."""
    lon: Decimal | None
    """Longitude of the destination."""
    begin_datetime: LocalDateTime | None
    """When the trip begins."""
    begin_time_zone: str | None
    """Abbreviation of its time zone then."""
    begin_time_zone_id: str | None
    """Its time zone, an IANA name."""
    begin_datetime_utc: Instant | None
    """The same as an instant."""
    end_datetime: LocalDateTime | None
    """When the trip ends."""
    end_time_zone: str | None
    """Abbreviation of its time zone then."""
    end_time_zone_id: str | None
    """Its time zone, an IANA name."""
    end_datetime_utc: Instant | None
    """The same as an instant."""
    headline: str | None
    """The member's own title for it."""
    display_name: str
    """A name made from destinations and dates."""
    privacy: Literal["Private", "Buddies Only", "Public"]
    """Who may see it."""
    personal: bool
    """Whether the member marked it as personal."""
    business: bool
    """Whether the member marked it as business."""
    verified: bool
    """Whether every segment is confirmed."""
    distance_km: Decimal | None
    """Kilometres travelled."""
    duration_days: float
    """Days from its beginning to its end, with one decimal."""
    destinations: list[TripDestination]
    """Places visited, in order of arrival."""
    segment_types: list[str]
    """Types of its segments."""
    segment_count: int
    """Number of live segments."""
    warnings: list[TripWarning]
    """Warnings."""
    overlaps_trip_ids: list[Id]
    """Trips that overlap it."""
    merged_into: Id | None
    """Trip it was merged into."""
    split_from: Id | None
    """Trip it came from."""
    url: str
    """Address of this trip."""
    harvested: bool
    """Whether any of it came from a supplier."""
    version: int
    """Increases with every change."""
    created: Instant
    """When the trip was created."""
    updated: Instant
    """When something visible changed."""
    notes: list[str]
    """The member's notes."""
    segments: NotRequired[list[Segment]]
    """With segments=1: its segments in order of start."""


class TripDestination(TypedDict):
    """A place where the traveller stays."""

    city_name: str | None
    """City."""
    admin_code: str | None
    """State or province."""
    state: str | None
    """The same as admin_code."""
    country: str | None
    """Country, ISO 3166-1 alpha-2."""
    lat: Decimal | None
    """Latitude."""
    lon: Decimal | None
    """Longitude."""
    begin_datetime: LocalDateTime | None
    """Arrival at the place."""
    begin_is_assumed: bool
    """Whether no source gives the time in begin_datetime, so a hotel's usual time is shown."""
    end_datetime: LocalDateTime | None
    """Departure from the place."""
    end_is_assumed: bool
    """The same for end_datetime."""
    nights: int
    """Nights spent there."""


class TripFields(TypedDict):
    """The member's own values of a trip; null removes one."""

    headline: NotRequired[str | None]
    """The member's own title."""
    destination: NotRequired[str | None]
    """Main destination, instead of the computed one."""
    privacy: NotRequired[Literal["Private", "Buddies Only", "Public"] | None]
    """Who may see it."""
    personal: NotRequired[bool | None]
    """Whether the trip is personal."""
    business: NotRequired[bool | None]
    """Whether the trip is business."""
    notes: NotRequired[list[str] | None]
    """The member's notes; they replace the present ones."""
    begin_datetime: NotRequired[WallTime | None]
    """Local time it begins, instead of the first start."""
    end_datetime: NotRequired[WallTime | None]
    """Local time it ends, instead of the latest end."""


class SegmentBase(TypedDict):
    """What every segment of the itinerary has, whatever its type."""

    id: Id
    """Id of the segment."""
    member_id: Id
    """Id of the member."""
    trip_id: Id | None
    """Trip it belongs to; null if it is unfiled."""
    status: Literal["Active", "Pending", "Cancelled", "Merged", "Deleted"]
    """Merged and Deleted segments stay readable for 400 days."""
    first_name: str | None
    """Given name of the traveller."""
    last_name: str | None
    """Family name of the traveller."""
    travelers: list[SegmentTraveler] | None
    """All travellers of the booking."""
    confirmation_no: str | None
    """Locator of the supplier."""
    booking_confirmation_no: str | None
    """Locator of the channel that sold it."""
    booking_agent: str | None
    """Name of the channel that sold it."""
    number_of_pax: int | None
    """Travellers on this booking."""
    phone: str | None
    """Telephone number of the supplier. Kept as sent."""
    support_phone: str | None
    """Telephone number for support. Kept as sent."""
    support_url: str | None
    """Web page for support."""
    price: Decimal | None
    """Price without a currency sign; always together with currency."""
    currency: str | None
    """ISO 4217 code, current or historic; always together with price."""
    notes: str | None
    """Free text."""
    metadata: dict[str, Any] | None
    """Kept and returned untouched; at most 4 KB of JSON, with integers within 2^53: larger ones as text."""
    duration_minutes: int | None
    """Minutes from its start to its end; null unless both times are known."""
    distance_km: Decimal | None
    """Kilometres between its two places."""
    source: str | None
    """The winning source."""
    source_type: str | None
    """Its class."""
    sources: list[SourceStatement]
    """What every source reported."""
    bookings: list[Booking]
    """All its bookings, one entry for each traveller; those of the member come first."""
    is_connection: bool
    """Whether it is reached by a connection: a change from the previous movement of its trip at the same place, with a short wait and nothing in between."""
    connection_minutes: int | None
    """Minutes between the arrival of the previous movement and its departure; null if it is not reached by a connection."""
    action: SegmentAction | None
    """A change by the supplier that needs an answer from the traveller or agency."""
    available_actions: list[Literal["accept", "change", "cancel"]]
    """The possible answers to `action`; empty: there is nothing to answer."""
    possible_duplicate_of: list[Id]
    """Segments that may be the same one."""
    warnings: list[SegmentWarning]
    """Warnings."""
    replaces: Id | None
    """Segment that it replaces."""
    replaced_by: Id | None
    """Segment that replaces it."""
    merged_into: Id | None
    """Segment it was merged into."""
    created: Instant
    """When the segment was created."""
    updated: Instant
    """When something visible changed."""
    provenance: NotRequired[dict[str, FieldProvenance]]
    """With provenance=1: which source gave each field."""


class AirFields(TypedDict):
    """Fields of this type. A submission may have them, a segment has them all; null: no source gives it."""

    airline: NotRequired[str | None]
    """Marketing carrier, IATA code or name; taken from flight_num if that begins with it."""
    flight_num: NotRequired[str | None]
    """Flight number, with or without the carrier."""
    origin: str
    """Departure airport. IATA or ICAO code, or name; shown as the IATA code if it is known."""
    destination: str
    """Arrival airport. IATA or ICAO code, or name; shown as the IATA code if it is known."""
    origin_name: NotRequired[str | None]
    """Name of the airport; used if its code is not known."""
    destination_name: NotRequired[str | None]
    """Name of the airport; used if its code is not known."""
    origin_code: NotRequired[str | None]
    """Code of the station, port or stop, in any code system."""
    origin_city_name: NotRequired[str | None]
    """City."""
    origin_city_code: NotRequired[str | None]
    """IATA code of the city."""
    origin_admin_code: NotRequired[str | None]
    """State or province."""
    origin_country: NotRequired[Country]
    origin_lat: NotRequired[Latitude]
    origin_lon: NotRequired[Longitude]
    destination_code: NotRequired[str | None]
    """Code of the station, port or stop, in any code system."""
    destination_city_name: NotRequired[str | None]
    """City."""
    destination_city_code: NotRequired[str | None]
    """IATA code of the city."""
    destination_admin_code: NotRequired[str | None]
    """State or province."""
    destination_country: NotRequired[Country]
    destination_lat: NotRequired[Latitude]
    destination_lon: NotRequired[Longitude]
    departure_datetime: WallTime
    """Departure."""
    arrival_datetime: NotRequired[WallTime | None]
    """Arrival."""
    departure_time_zone_id: NotRequired[str | None]
    """Time zone of the departure airport. An IANA name; it wins over the zone of the place."""
    arrival_time_zone_id: NotRequired[str | None]
    """Time zone of the arrival airport. An IANA name; it wins over the zone of the place."""
    seat_assignment: NotRequired[str | None]
    """Seat."""
    class_of_service: NotRequired[str | None]
    """Booking class."""
    cabin: NotRequired[str | None]
    """Cabin."""
    ticket_number: NotRequired[str | None]
    """Ticket number."""
    meal: NotRequired[str | None]
    """Meal."""
    stops: NotRequired[int | None]
    """Stops on the way, under this flight number."""
    equipment_code: NotRequired[str | None]
    """IATA code of the aircraft type."""
    departure_terminal: NotRequired[str | None]
    """Departure terminal."""
    departure_gate: NotRequired[str | None]
    """Departure gate."""
    arrival_terminal: NotRequired[str | None]
    """Arrival terminal."""
    arrival_gate: NotRequired[str | None]
    """Arrival gate."""
    baggage_belt: NotRequired[str | None]
    """Baggage belt at arrival."""
    departure_estimated_datetime: NotRequired[WallTime | None]
    """Estimated departure; the scheduled one does not change."""
    departure_actual_datetime: NotRequired[WallTime | None]
    """Actual departure; the scheduled one does not change."""
    arrival_estimated_datetime: NotRequired[WallTime | None]
    """Estimated arrival; the scheduled one does not change."""
    arrival_actual_datetime: NotRequired[WallTime | None]
    """Actual arrival; the scheduled one does not change."""
    operating_airline: NotRequired[str | None]
    """Operating carrier, if it is another one."""
    operating_flight_num: NotRequired[str | None]
    """Its flight number."""
    boarding_group: NotRequired[str | None]
    """Boarding group of the traveller."""
    boarding_sequence: NotRequired[str | None]
    """Boarding sequence number of the traveller."""
    boarding_datetime: NotRequired[WallTime | None]
    """Start of boarding."""
    ticket_barcode: NotRequired[str | None]
    """Content of the bar code of the ticket, exactly as a scanner reads it; Base64 if it is not text."""
    checkin_url: NotRequired[str | None]
    """Web page to check in."""
    change_url: NotRequired[str | None]
    """Web page to change the booking."""
    cancel_url: NotRequired[str | None]
    """Web page to cancel the booking."""


class AirSegment(SegmentBase):
    """On the itinerary: A flight."""

    airline: str | None
    """Marketing carrier, IATA code or name; taken from flight_num if that begins with it."""
    flight_num: str | None
    """Flight number, with or without the carrier."""
    origin: str
    """Departure airport. IATA or ICAO code, or name; shown as the IATA code if it is known."""
    destination: str
    """Arrival airport. IATA or ICAO code, or name; shown as the IATA code if it is known."""
    origin_name: str | None
    """Name of the airport; used if its code is not known."""
    destination_name: str | None
    """Name of the airport; used if its code is not known."""
    origin_code: str | None
    """Code of the station, port or stop, in any code system."""
    origin_city_name: str | None
    """City."""
    origin_city_code: str | None
    """IATA code of the city."""
    origin_admin_code: str | None
    """State or province."""
    origin_country: Country
    origin_lat: Decimal | None
    """Latitude in degrees."""
    origin_lon: Decimal | None
    """Longitude in degrees."""
    destination_code: str | None
    """Code of the station, port or stop, in any code system."""
    destination_city_name: str | None
    """City."""
    destination_city_code: str | None
    """IATA code of the city."""
    destination_admin_code: str | None
    """State or province."""
    destination_country: Country
    destination_lat: Decimal | None
    """Latitude in degrees."""
    destination_lon: Decimal | None
    """Longitude in degrees."""
    departure_datetime: LocalDateTime
    """Departure."""
    arrival_datetime: LocalDateTime | None
    """Arrival."""
    departure_time_zone_id: str | None
    """Time zone of the departure airport. An IANA name; it wins over the zone of the place."""
    arrival_time_zone_id: str | None
    """Time zone of the arrival airport. An IANA name; it wins over the zone of the place."""
    seat_assignment: str | None
    """Seat."""
    class_of_service: str | None
    """Booking class."""
    cabin: str | None
    """Cabin."""
    ticket_number: str | None
    """Ticket number."""
    meal: str | None
    """Meal."""
    stops: int | None
    """Stops on the way, under this flight number."""
    equipment_code: str | None
    """IATA code of the aircraft type."""
    departure_terminal: str | None
    """Departure terminal."""
    departure_gate: str | None
    """Departure gate."""
    arrival_terminal: str | None
    """Arrival terminal."""
    arrival_gate: str | None
    """Arrival gate."""
    baggage_belt: str | None
    """Baggage belt at arrival."""
    departure_estimated_datetime: LocalDateTime | None
    """Estimated departure; the scheduled one does not change."""
    departure_actual_datetime: LocalDateTime | None
    """Actual departure; the scheduled one does not change."""
    arrival_estimated_datetime: LocalDateTime | None
    """Estimated arrival; the scheduled one does not change."""
    arrival_actual_datetime: LocalDateTime | None
    """Actual arrival; the scheduled one does not change."""
    operating_airline: str | None
    """Operating carrier, if it is another one."""
    operating_flight_num: str | None
    """Its flight number."""
    boarding_group: str | None
    """Boarding group of the traveller."""
    boarding_sequence: str | None
    """Boarding sequence number of the traveller."""
    boarding_datetime: LocalDateTime | None
    """Start of boarding."""
    ticket_barcode: str | None
    """Content of the bar code of the ticket, exactly as a scanner reads it; Base64 if it is not text."""
    checkin_url: str | None
    """Web page to check in."""
    change_url: str | None
    """Web page to change the booking."""
    cancel_url: str | None
    """Web page to cancel the booking."""
    type: Literal["Air"]
    """Type of segment."""
    departure_datetime_utc: Instant | None
    """The start as an instant; null if the time is not known."""
    departure_time_zone: str | None
    """Abbreviation of the time zone at the start."""
    arrival_datetime_utc: Instant | None
    """The end as an instant; null if the time is not known."""
    arrival_time_zone: str | None
    """Abbreviation of the time zone at the end."""
    normalized_airline: str | None
    """IATA code of the carrier."""
    airline_name: str | None
    """Name of the carrier."""
    delay_minutes: int | None
    """Minutes by which the actual, else the estimated departure is later than scheduled; if neither is known, the same for the arrival. Negative: early. Null: unknown."""
    previous: PreviousMovement | None
    """Null: the schedule never changed."""


class HotelFields(TypedDict):
    """Fields of this type. A submission may have them, a segment has them all; null: no source gives it."""

    hotel_name: str
    """Name of the property."""
    checkin_date: str
    """First day of the stay."""
    checkout_date: str
    """Last day of the stay; not before checkin_date."""
    checkin_time: NotRequired[str | None]
    """Time of check-in; 15:00 for ordering if unknown, 12:00 for a stay of one day."""
    checkout_time: NotRequired[str | None]
    """Time of check-out; 11:00 for ordering if unknown, 18:00 for a stay of one day, and then not before checkin_time."""
    address1: NotRequired[str | None]
    """First line of the address."""
    address2: NotRequired[str | None]
    """Second line of the address."""
    city_name: NotRequired[str | None]
    """City."""
    admin_code: NotRequired[str | None]
    """State or province."""
    postal_code: NotRequired[str | None]
    """Postal code."""
    country: NotRequired[Country]
    lat: NotRequired[Latitude]
    lon: NotRequired[Longitude]
    city_code: NotRequired[str | None]
    """IATA code of the city."""
    number_of_rooms: NotRequired[int | None]
    """Rooms."""
    number_of_guests: NotRequired[int | None]
    """Guests."""
    room_type: NotRequired[str | None]
    """Type of room."""
    room_description: NotRequired[str | None]
    """Description of the room."""
    rate_description: NotRequired[str | None]
    """Description of the rate."""
    rate: NotRequired[str | None]
    """Rate per night."""
    rate_type: NotRequired[str | None]
    """Type of rate."""
    cancellation_policy: NotRequired[str | None]
    """Cancellation terms."""
    hotel_chain: NotRequired[str | None]
    """Chain, code or name."""
    property_code: NotRequired[str | None]
    """Code of the property within its chain."""
    time_zone_id: NotRequired[str | None]
    """Time zone of the property. An IANA name; it wins over the zone of the place."""
    checkin_url: NotRequired[str | None]
    """Web page to check in."""
    change_url: NotRequired[str | None]
    """Web page to change the booking."""
    cancel_url: NotRequired[str | None]
    """Web page to cancel the booking."""


class HotelSegment(SegmentBase):
    """On the itinerary: A stay in a hotel. Say where it is: city_name, lat and lon, or city_code."""

    hotel_name: str
    """Name of the property."""
    checkin_date: str
    """First day of the stay."""
    checkout_date: str
    """Last day of the stay; not before checkin_date."""
    checkin_time: str | None
    """Time of check-in; 15:00 for ordering if unknown, 12:00 for a stay of one day."""
    checkout_time: str | None
    """Time of check-out; 11:00 for ordering if unknown, 18:00 for a stay of one day, and then not before checkin_time."""
    address1: str | None
    """First line of the address."""
    address2: str | None
    """Second line of the address."""
    city_name: str | None
    """City."""
    admin_code: str | None
    """State or province."""
    postal_code: str | None
    """Postal code."""
    country: Country
    lat: Decimal | None
    """Latitude in degrees."""
    lon: Decimal | None
    """Longitude in degrees."""
    city_code: str | None
    """IATA code of the city."""
    number_of_rooms: int | None
    """Rooms."""
    number_of_guests: int | None
    """Guests."""
    room_type: str | None
    """Type of room."""
    room_description: str | None
    """Description of the room."""
    rate_description: str | None
    """Description of the rate."""
    rate: str | None
    """Rate per night."""
    rate_type: str | None
    """Type of rate."""
    cancellation_policy: str | None
    """Cancellation terms."""
    hotel_chain: str | None
    """Chain, code or name."""
    property_code: str | None
    """Code of the property within its chain."""
    time_zone_id: str | None
    """Time zone of the property. An IANA name; it wins over the zone of the place."""
    checkin_url: str | None
    """Web page to check in."""
    change_url: str | None
    """Web page to change the booking."""
    cancel_url: str | None
    """Web page to cancel the booking."""
    type: Literal["Hotel"]
    """Type of segment."""
    checkin_datetime_utc: Instant | None
    """The start as an instant; null if the time is not known."""
    checkout_datetime_utc: Instant | None
    """The end as an instant; null if the time is not known."""
    time_zone: str | None
    """Abbreviation of the time zone at the start."""
    previous: HotelSegmentPrevious | None
    """Null: the schedule never changed."""


class CarFields(TypedDict):
    """Fields of this type. A submission may have them, a segment has them all; null: no source gives it."""

    car_company: str
    """Rental company, code or name."""
    pickup_datetime: WallTime
    """Pick-up."""
    dropoff_datetime: NotRequired[WallTime | None]
    """Return."""
    pickup_location: NotRequired[str | None]
    """The place in free text, or its IATA code."""
    dropoff_location: NotRequired[str | None]
    """The place in free text, or its IATA code."""
    pickup_name: NotRequired[str | None]
    """Name of the place."""
    pickup_code: NotRequired[str | None]
    """Code of the station, port or stop, in any code system."""
    pickup_address1: NotRequired[str | None]
    """First line of the address."""
    pickup_address2: NotRequired[str | None]
    """Second line of the address."""
    pickup_city_name: NotRequired[str | None]
    """City."""
    pickup_admin_code: NotRequired[str | None]
    """State or province."""
    pickup_postal_code: NotRequired[str | None]
    """Postal code."""
    pickup_country: NotRequired[Country]
    pickup_lat: NotRequired[Latitude]
    pickup_lon: NotRequired[Longitude]
    pickup_city_code: NotRequired[str | None]
    """IATA code of the city."""
    pickup_phone: NotRequired[str | None]
    """Telephone number of the rental station. Kept as sent."""
    pickup_hours: NotRequired[str | None]
    """Opening hours."""
    dropoff_name: NotRequired[str | None]
    """Name of the place."""
    dropoff_code: NotRequired[str | None]
    """Code of the station, port or stop, in any code system."""
    dropoff_address1: NotRequired[str | None]
    """First line of the address."""
    dropoff_address2: NotRequired[str | None]
    """Second line of the address."""
    dropoff_city_name: NotRequired[str | None]
    """City."""
    dropoff_admin_code: NotRequired[str | None]
    """State or province."""
    dropoff_postal_code: NotRequired[str | None]
    """Postal code."""
    dropoff_country: NotRequired[Country]
    dropoff_lat: NotRequired[Latitude]
    dropoff_lon: NotRequired[Longitude]
    dropoff_city_code: NotRequired[str | None]
    """IATA code of the city."""
    dropoff_phone: NotRequired[str | None]
    """Telephone number of the rental station. Kept as sent."""
    dropoff_hours: NotRequired[str | None]
    """Opening hours."""
    car_type: NotRequired[str | None]
    """Class of the car."""
    car_description: NotRequired[str | None]
    """Description of the car."""
    loyalty_no: NotRequired[str | None]
    """Loyalty number."""
    pickup_time_zone_id: NotRequired[str | None]
    """Time zone of the rental station. An IANA name; it wins over the zone of the place."""
    dropoff_time_zone_id: NotRequired[str | None]
    """Time zone of the rental station. An IANA name; it wins over the zone of the place."""
    checkin_url: NotRequired[str | None]
    """Web page to check in."""
    change_url: NotRequired[str | None]
    """Web page to change the booking."""
    cancel_url: NotRequired[str | None]
    """Web page to cancel the booking."""


class CarSegment(SegmentBase):
    """On the itinerary: A car rental. Say where it begins: pickup_location, pickup_city_name, pickup_city_code, or pickup_lat and pickup_lon."""

    car_company: str
    """Rental company, code or name."""
    pickup_datetime: LocalDateTime
    """Pick-up."""
    dropoff_datetime: LocalDateTime | None
    """Return."""
    pickup_location: str | None
    """The place in free text, or its IATA code."""
    dropoff_location: str | None
    """The place in free text, or its IATA code."""
    pickup_name: str | None
    """Name of the place."""
    pickup_code: str | None
    """Code of the station, port or stop, in any code system."""
    pickup_address1: str | None
    """First line of the address."""
    pickup_address2: str | None
    """Second line of the address."""
    pickup_city_name: str | None
    """City."""
    pickup_admin_code: str | None
    """State or province."""
    pickup_postal_code: str | None
    """Postal code."""
    pickup_country: Country
    pickup_lat: Decimal | None
    """Latitude in degrees."""
    pickup_lon: Decimal | None
    """Longitude in degrees."""
    pickup_city_code: str | None
    """IATA code of the city."""
    pickup_phone: str | None
    """Telephone number of the rental station. Kept as sent."""
    pickup_hours: str | None
    """Opening hours."""
    dropoff_name: str | None
    """Name of the place."""
    dropoff_code: str | None
    """Code of the station, port or stop, in any code system."""
    dropoff_address1: str | None
    """First line of the address."""
    dropoff_address2: str | None
    """Second line of the address."""
    dropoff_city_name: str | None
    """City."""
    dropoff_admin_code: str | None
    """State or province."""
    dropoff_postal_code: str | None
    """Postal code."""
    dropoff_country: Country
    dropoff_lat: Decimal | None
    """Latitude in degrees."""
    dropoff_lon: Decimal | None
    """Longitude in degrees."""
    dropoff_city_code: str | None
    """IATA code of the city."""
    dropoff_phone: str | None
    """Telephone number of the rental station. Kept as sent."""
    dropoff_hours: str | None
    """Opening hours."""
    car_type: str | None
    """Class of the car."""
    car_description: str | None
    """Description of the car."""
    loyalty_no: str | None
    """Loyalty number."""
    pickup_time_zone_id: str | None
    """Time zone of the rental station. An IANA name; it wins over the zone of the place."""
    dropoff_time_zone_id: str | None
    """Time zone of the rental station. An IANA name; it wins over the zone of the place."""
    checkin_url: str | None
    """Web page to check in."""
    change_url: str | None
    """Web page to change the booking."""
    cancel_url: str | None
    """Web page to cancel the booking."""
    type: Literal["Car"]
    """Type of segment."""
    pickup_datetime_utc: Instant | None
    """The start as an instant; null if the time is not known."""
    pickup_time_zone: str | None
    """Abbreviation of the time zone at the start."""
    dropoff_datetime_utc: Instant | None
    """The end as an instant; null if the time is not known."""
    dropoff_time_zone: str | None
    """Abbreviation of the time zone at the end."""
    normalized_vendor: str | None
    """Code of the rental company."""
    previous: CarSegmentPrevious | None
    """Null: the schedule never changed."""


class RailFields(TypedDict):
    """Fields of this type. A submission may have them, a segment has them all; null: no source gives it."""

    rail_line: NotRequired[str | None]
    """Operator; taken from train_number if that names a product of one operator."""
    train_number: NotRequired[str | None]
    """Train number."""
    origin: str
    """Departure station, code or name."""
    destination: str
    """Arrival station, code or name."""
    origin_name: NotRequired[str | None]
    """Name of the station."""
    destination_name: NotRequired[str | None]
    """Name of the station."""
    origin_code: NotRequired[str | None]
    """Code of the station, port or stop, in any code system."""
    origin_city_name: NotRequired[str | None]
    """City."""
    origin_city_code: NotRequired[str | None]
    """IATA code of the city."""
    origin_admin_code: NotRequired[str | None]
    """State or province."""
    origin_country: NotRequired[Country]
    origin_lat: NotRequired[Latitude]
    origin_lon: NotRequired[Longitude]
    destination_code: NotRequired[str | None]
    """Code of the station, port or stop, in any code system."""
    destination_city_name: NotRequired[str | None]
    """City."""
    destination_city_code: NotRequired[str | None]
    """IATA code of the city."""
    destination_admin_code: NotRequired[str | None]
    """State or province."""
    destination_country: NotRequired[Country]
    destination_lat: NotRequired[Latitude]
    destination_lon: NotRequired[Longitude]
    departure_datetime: WallTime
    """Departure."""
    arrival_datetime: NotRequired[WallTime | None]
    """Arrival."""
    departure_time_zone_id: NotRequired[str | None]
    """Time zone of the departure station. An IANA name; it wins over the zone of the place."""
    arrival_time_zone_id: NotRequired[str | None]
    """Time zone of the arrival station. An IANA name; it wins over the zone of the place."""
    coach: NotRequired[str | None]
    """Coach."""
    seat_assignment: NotRequired[str | None]
    """Seat."""
    class_of_service: NotRequired[str | None]
    """Class."""
    ticket_number: NotRequired[str | None]
    """Ticket number."""
    departure_platform: NotRequired[str | None]
    """Departure platform."""
    arrival_platform: NotRequired[str | None]
    """Arrival platform."""
    departure_estimated_datetime: NotRequired[WallTime | None]
    """Estimated departure; the scheduled one does not change."""
    departure_actual_datetime: NotRequired[WallTime | None]
    """Actual departure; the scheduled one does not change."""
    arrival_estimated_datetime: NotRequired[WallTime | None]
    """Estimated arrival; the scheduled one does not change."""
    arrival_actual_datetime: NotRequired[WallTime | None]
    """Actual arrival; the scheduled one does not change."""
    operating_rail_line: NotRequired[str | None]
    """Operator that runs the train, if it is another one."""
    boarding_group: NotRequired[str | None]
    """Boarding group of the traveller."""
    boarding_sequence: NotRequired[str | None]
    """Boarding sequence number of the traveller."""
    boarding_datetime: NotRequired[WallTime | None]
    """Start of boarding."""
    ticket_barcode: NotRequired[str | None]
    """Content of the bar code of the ticket, exactly as a scanner reads it; Base64 if it is not text."""
    ticket_valid_from: NotRequired[WallTime | None]
    """Start of the ticket's validity."""
    ticket_valid_until: NotRequired[WallTime | None]
    """End of the ticket's validity."""
    checkin_url: NotRequired[str | None]
    """Web page to check in."""
    change_url: NotRequired[str | None]
    """Web page to change the booking."""
    cancel_url: NotRequired[str | None]
    """Web page to cancel the booking."""


class RailSegment(SegmentBase):
    """On the itinerary: A train ride."""

    rail_line: str | None
    """Operator; taken from train_number if that names a product of one operator."""
    train_number: str | None
    """Train number."""
    origin: str
    """Departure station, code or name."""
    destination: str
    """Arrival station, code or name."""
    origin_name: str | None
    """Name of the station."""
    destination_name: str | None
    """Name of the station."""
    origin_code: str | None
    """Code of the station, port or stop, in any code system."""
    origin_city_name: str | None
    """City."""
    origin_city_code: str | None
    """IATA code of the city."""
    origin_admin_code: str | None
    """State or province."""
    origin_country: Country
    origin_lat: Decimal | None
    """Latitude in degrees."""
    origin_lon: Decimal | None
    """Longitude in degrees."""
    destination_code: str | None
    """Code of the station, port or stop, in any code system."""
    destination_city_name: str | None
    """City."""
    destination_city_code: str | None
    """IATA code of the city."""
    destination_admin_code: str | None
    """State or province."""
    destination_country: Country
    destination_lat: Decimal | None
    """Latitude in degrees."""
    destination_lon: Decimal | None
    """Longitude in degrees."""
    departure_datetime: LocalDateTime
    """Departure."""
    arrival_datetime: LocalDateTime | None
    """Arrival."""
    departure_time_zone_id: str | None
    """Time zone of the departure station. An IANA name; it wins over the zone of the place."""
    arrival_time_zone_id: str | None
    """Time zone of the arrival station. An IANA name; it wins over the zone of the place."""
    coach: str | None
    """Coach."""
    seat_assignment: str | None
    """Seat."""
    class_of_service: str | None
    """Class."""
    ticket_number: str | None
    """Ticket number."""
    departure_platform: str | None
    """Departure platform."""
    arrival_platform: str | None
    """Arrival platform."""
    departure_estimated_datetime: LocalDateTime | None
    """Estimated departure; the scheduled one does not change."""
    departure_actual_datetime: LocalDateTime | None
    """Actual departure; the scheduled one does not change."""
    arrival_estimated_datetime: LocalDateTime | None
    """Estimated arrival; the scheduled one does not change."""
    arrival_actual_datetime: LocalDateTime | None
    """Actual arrival; the scheduled one does not change."""
    operating_rail_line: str | None
    """Operator that runs the train, if it is another one."""
    boarding_group: str | None
    """Boarding group of the traveller."""
    boarding_sequence: str | None
    """Boarding sequence number of the traveller."""
    boarding_datetime: LocalDateTime | None
    """Start of boarding."""
    ticket_barcode: str | None
    """Content of the bar code of the ticket, exactly as a scanner reads it; Base64 if it is not text."""
    ticket_valid_from: LocalDateTime | None
    """Start of the ticket's validity."""
    ticket_valid_until: LocalDateTime | None
    """End of the ticket's validity."""
    checkin_url: str | None
    """Web page to check in."""
    change_url: str | None
    """Web page to change the booking."""
    cancel_url: str | None
    """Web page to cancel the booking."""
    type: Literal["Rail"]
    """Type of segment."""
    departure_datetime_utc: Instant | None
    """The start as an instant; null if the time is not known."""
    departure_time_zone: str | None
    """Abbreviation of the time zone at the start."""
    arrival_datetime_utc: Instant | None
    """The end as an instant; null if the time is not known."""
    arrival_time_zone: str | None
    """Abbreviation of the time zone at the end."""
    delay_minutes: int | None
    """Minutes by which the actual, else the estimated departure is later than scheduled; if neither is known, the same for the arrival. Negative: early. Null: unknown."""
    previous: PreviousMovement | None
    """Null: the schedule never changed."""


class CruiseFields(TypedDict):
    """Fields of this type. A submission may have them, a segment has them all; null: no source gives it."""

    cruise_line: str
    """Cruise line."""
    ship_name: str
    """Ship."""
    embark_datetime: WallTime
    """Embarkation."""
    disembark_datetime: NotRequired[WallTime | None]
    """Disembarkation."""
    embark_name: NotRequired[str | None]
    """Name of the port."""
    embark_code: NotRequired[str | None]
    """Code of the station, port or stop, in any code system."""
    embark_city_name: str
    """City."""
    embark_country: str
    """Country, ISO 3166-1 alpha-2 code or name."""
    embark_lat: NotRequired[Latitude]
    embark_lon: NotRequired[Longitude]
    embark_city_code: NotRequired[str | None]
    """IATA code of the city."""
    disembark_name: NotRequired[str | None]
    """Name of the port."""
    disembark_code: NotRequired[str | None]
    """Code of the station, port or stop, in any code system."""
    disembark_city_name: NotRequired[str | None]
    """City."""
    disembark_country: NotRequired[Country]
    disembark_lat: NotRequired[Latitude]
    disembark_lon: NotRequired[Longitude]
    disembark_city_code: NotRequired[str | None]
    """IATA code of the city."""
    cabin_no: NotRequired[str | None]
    """Cabin."""
    cabin_type: NotRequired[str | None]
    """Type of cabin."""
    dining: NotRequired[str | None]
    """Dining."""
    port_calls: NotRequired[list[RawPortCall] | None]
    """Ports on the way, in order."""
    embark_time_zone_id: NotRequired[str | None]
    """Time zone of the port. An IANA name; it wins over the zone of the place."""
    disembark_time_zone_id: NotRequired[str | None]
    """Time zone of the port. An IANA name; it wins over the zone of the place."""
    boarding_group: NotRequired[str | None]
    """Boarding group of the traveller."""
    boarding_sequence: NotRequired[str | None]
    """Boarding sequence number of the traveller."""
    boarding_datetime: NotRequired[WallTime | None]
    """Start of boarding."""
    ticket_barcode: NotRequired[str | None]
    """Content of the bar code of the ticket, exactly as a scanner reads it; Base64 if it is not text."""
    checkin_url: NotRequired[str | None]
    """Web page to check in."""
    change_url: NotRequired[str | None]
    """Web page to change the booking."""
    cancel_url: NotRequired[str | None]
    """Web page to cancel the booking."""


class CruiseSegment(SegmentBase):
    """On the itinerary: A cruise."""

    cruise_line: str
    """Cruise line."""
    ship_name: str
    """Ship."""
    embark_datetime: LocalDateTime
    """Embarkation."""
    disembark_datetime: LocalDateTime | None
    """Disembarkation."""
    embark_name: str | None
    """Name of the port."""
    embark_code: str | None
    """Code of the station, port or stop, in any code system."""
    embark_city_name: str
    """City."""
    embark_country: str
    """Country, ISO 3166-1 alpha-2 code or name."""
    embark_lat: Decimal | None
    """Latitude in degrees."""
    embark_lon: Decimal | None
    """Longitude in degrees."""
    embark_city_code: str | None
    """IATA code of the city."""
    disembark_name: str | None
    """Name of the port."""
    disembark_code: str | None
    """Code of the station, port or stop, in any code system."""
    disembark_city_name: str | None
    """City."""
    disembark_country: Country
    disembark_lat: Decimal | None
    """Latitude in degrees."""
    disembark_lon: Decimal | None
    """Longitude in degrees."""
    disembark_city_code: str | None
    """IATA code of the city."""
    cabin_no: str | None
    """Cabin."""
    cabin_type: str | None
    """Type of cabin."""
    dining: str | None
    """Dining."""
    port_calls: list[PortCall] | None
    """Ports on the way, in order."""
    embark_time_zone_id: str | None
    """Time zone of the port. An IANA name; it wins over the zone of the place."""
    disembark_time_zone_id: str | None
    """Time zone of the port. An IANA name; it wins over the zone of the place."""
    boarding_group: str | None
    """Boarding group of the traveller."""
    boarding_sequence: str | None
    """Boarding sequence number of the traveller."""
    boarding_datetime: LocalDateTime | None
    """Start of boarding."""
    ticket_barcode: str | None
    """Content of the bar code of the ticket, exactly as a scanner reads it; Base64 if it is not text."""
    checkin_url: str | None
    """Web page to check in."""
    change_url: str | None
    """Web page to change the booking."""
    cancel_url: str | None
    """Web page to cancel the booking."""
    type: Literal["Cruise"]
    """Type of segment."""
    embark_address1: str | None
    """First line of the address."""
    embark_address2: str | None
    """Second line of the address."""
    embark_admin_code: str | None
    """State or province."""
    embark_postal_code: str | None
    """Postal code."""
    disembark_address1: str | None
    """First line of the address."""
    disembark_address2: str | None
    """Second line of the address."""
    disembark_admin_code: str | None
    """State or province."""
    disembark_postal_code: str | None
    """Postal code."""
    embark_datetime_utc: Instant | None
    """The start as an instant; null if the time is not known."""
    embark_time_zone: str | None
    """Abbreviation of the time zone at the start."""
    disembark_datetime_utc: Instant | None
    """The end as an instant; null if the time is not known."""
    disembark_time_zone: str | None
    """Abbreviation of the time zone at the end."""
    previous: CruiseSegmentPrevious | None
    """Null: the schedule never changed."""


class FerryFields(TypedDict):
    """Fields of this type. A submission may have them, a segment has them all; null: no source gives it."""

    ferry_line: NotRequired[str | None]
    """Ferry company."""
    ferry_number: NotRequired[str | None]
    """Number of the crossing or line."""
    ship_name: NotRequired[str | None]
    """Ship."""
    start_datetime: WallTime
    """Departure."""
    end_datetime: NotRequired[WallTime | None]
    """Arrival; not before start_datetime."""
    start_location: NotRequired[str | None]
    """The place in free text, or its IATA code."""
    start_name: NotRequired[str | None]
    """Name of the place."""
    start_code: NotRequired[str | None]
    """Code of the station, port or stop, in any code system."""
    start_address1: NotRequired[str | None]
    """First line of the address."""
    start_address2: NotRequired[str | None]
    """Second line of the address."""
    start_city_name: NotRequired[str | None]
    """City."""
    start_admin_code: NotRequired[str | None]
    """State or province."""
    start_postal_code: NotRequired[str | None]
    """Postal code."""
    start_country: NotRequired[Country]
    start_lat: NotRequired[Latitude]
    start_lon: NotRequired[Longitude]
    start_city_code: NotRequired[str | None]
    """IATA code of the city."""
    end_location: NotRequired[str | None]
    """The place in free text, or its IATA code."""
    end_name: NotRequired[str | None]
    """Name of the place."""
    end_code: NotRequired[str | None]
    """Code of the station, port or stop, in any code system."""
    end_address1: NotRequired[str | None]
    """First line of the address."""
    end_address2: NotRequired[str | None]
    """Second line of the address."""
    end_city_name: NotRequired[str | None]
    """City."""
    end_admin_code: NotRequired[str | None]
    """State or province."""
    end_postal_code: NotRequired[str | None]
    """Postal code."""
    end_country: NotRequired[Country]
    end_lat: NotRequired[Latitude]
    end_lon: NotRequired[Longitude]
    end_city_code: NotRequired[str | None]
    """IATA code of the city."""
    start_estimated_datetime: NotRequired[WallTime | None]
    """Estimated departure; the scheduled one does not change."""
    start_actual_datetime: NotRequired[WallTime | None]
    """Actual departure; the scheduled one does not change."""
    end_estimated_datetime: NotRequired[WallTime | None]
    """Estimated arrival; the scheduled one does not change."""
    end_actual_datetime: NotRequired[WallTime | None]
    """Actual arrival; the scheduled one does not change."""
    deck: NotRequired[str | None]
    """Deck."""
    seat_assignment: NotRequired[str | None]
    """Seat."""
    cabin_no: NotRequired[str | None]
    """Cabin."""
    cabin_type: NotRequired[str | None]
    """Type of cabin."""
    class_of_service: NotRequired[str | None]
    """Class."""
    ticket_number: NotRequired[str | None]
    """Ticket number."""
    vehicle_description: NotRequired[str | None]
    """Vehicle taken on board."""
    licence_plate: NotRequired[str | None]
    """Number plate of the vehicle."""
    meeting_instructions: NotRequired[str | None]
    """Where and how to board."""
    start_time_zone_id: NotRequired[str | None]
    """Time zone of the port. An IANA name; it wins over the zone of the place."""
    end_time_zone_id: NotRequired[str | None]
    """Time zone of the port. An IANA name; it wins over the zone of the place."""
    boarding_group: NotRequired[str | None]
    """Boarding group of the traveller."""
    boarding_sequence: NotRequired[str | None]
    """Boarding sequence number of the traveller."""
    boarding_datetime: NotRequired[WallTime | None]
    """Start of boarding."""
    ticket_barcode: NotRequired[str | None]
    """Content of the bar code of the ticket, exactly as a scanner reads it; Base64 if it is not text."""
    ticket_valid_from: NotRequired[WallTime | None]
    """Start of the ticket's validity."""
    ticket_valid_until: NotRequired[WallTime | None]
    """End of the ticket's validity."""
    checkin_url: NotRequired[str | None]
    """Web page to check in."""
    change_url: NotRequired[str | None]
    """Web page to change the booking."""
    cancel_url: NotRequired[str | None]
    """Web page to cancel the booking."""


class FerrySegment(SegmentBase):
    """On the itinerary: A ferry crossing."""

    ferry_line: str | None
    """Ferry company."""
    ferry_number: str | None
    """Number of the crossing or line."""
    ship_name: str | None
    """Ship."""
    start_datetime: LocalDateTime
    """Departure."""
    end_datetime: LocalDateTime | None
    """Arrival; not before start_datetime."""
    start_location: str | None
    """The place in free text, or its IATA code."""
    start_name: str | None
    """Name of the place."""
    start_code: str | None
    """Code of the station, port or stop, in any code system."""
    start_address1: str | None
    """First line of the address."""
    start_address2: str | None
    """Second line of the address."""
    start_city_name: str | None
    """City."""
    start_admin_code: str | None
    """State or province."""
    start_postal_code: str | None
    """Postal code."""
    start_country: Country
    start_lat: Decimal | None
    """Latitude in degrees."""
    start_lon: Decimal | None
    """Longitude in degrees."""
    start_city_code: str | None
    """IATA code of the city."""
    end_location: str | None
    """The place in free text, or its IATA code."""
    end_name: str | None
    """Name of the place."""
    end_code: str | None
    """Code of the station, port or stop, in any code system."""
    end_address1: str | None
    """First line of the address."""
    end_address2: str | None
    """Second line of the address."""
    end_city_name: str | None
    """City."""
    end_admin_code: str | None
    """State or province."""
    end_postal_code: str | None
    """Postal code."""
    end_country: Country
    end_lat: Decimal | None
    """Latitude in degrees."""
    end_lon: Decimal | None
    """Longitude in degrees."""
    end_city_code: str | None
    """IATA code of the city."""
    start_estimated_datetime: LocalDateTime | None
    """Estimated departure; the scheduled one does not change."""
    start_actual_datetime: LocalDateTime | None
    """Actual departure; the scheduled one does not change."""
    end_estimated_datetime: LocalDateTime | None
    """Estimated arrival; the scheduled one does not change."""
    end_actual_datetime: LocalDateTime | None
    """Actual arrival; the scheduled one does not change."""
    deck: str | None
    """Deck."""
    seat_assignment: str | None
    """Seat."""
    cabin_no: str | None
    """Cabin."""
    cabin_type: str | None
    """Type of cabin."""
    class_of_service: str | None
    """Class."""
    ticket_number: str | None
    """Ticket number."""
    vehicle_description: str | None
    """Vehicle taken on board."""
    licence_plate: str | None
    """Number plate of the vehicle."""
    meeting_instructions: str | None
    """Where and how to board."""
    start_time_zone_id: str | None
    """Time zone of the port. An IANA name; it wins over the zone of the place."""
    end_time_zone_id: str | None
    """Time zone of the port. An IANA name; it wins over the zone of the place."""
    boarding_group: str | None
    """Boarding group of the traveller."""
    boarding_sequence: str | None
    """Boarding sequence number of the traveller."""
    boarding_datetime: LocalDateTime | None
    """Start of boarding."""
    ticket_barcode: str | None
    """Content of the bar code of the ticket, exactly as a scanner reads it; Base64 if it is not text."""
    ticket_valid_from: LocalDateTime | None
    """Start of the ticket's validity."""
    ticket_valid_until: LocalDateTime | None
    """End of the ticket's validity."""
    checkin_url: str | None
    """Web page to check in."""
    change_url: str | None
    """Web page to change the booking."""
    cancel_url: str | None
    """Web page to cancel the booking."""
    type: Literal["Ferry"]
    """Type of segment."""
    start_datetime_utc: Instant | None
    """The start as an instant; null if the time is not known."""
    start_time_zone: str | None
    """Abbreviation of the time zone at the start."""
    end_datetime_utc: Instant | None
    """The end as an instant; null if the time is not known."""
    end_time_zone: str | None
    """Abbreviation of the time zone at the end."""
    delay_minutes: int | None
    """Minutes by which the actual, else the estimated departure is later than scheduled; if neither is known, the same for the arrival. Negative: early. Null: unknown."""
    previous: PreviousTimes | None
    """Null: the schedule never changed."""


class TransportFields(TypedDict):
    """Fields of this type. A submission may have them, a segment has them all; null: no source gives it."""

    transport_company: NotRequired[str | None]
    """Company."""
    transport_type: NotRequired[Literal["Taxi", "Rideshare", "Shuttle", "Limo", "Bus", "Ferry"] | None]
    """Type of ride."""
    start_datetime: WallTime
    """Start."""
    end_datetime: NotRequired[WallTime | None]
    """End; not before start_datetime."""
    start_location: NotRequired[str | None]
    """The place in free text, or its IATA code."""
    start_name: NotRequired[str | None]
    """Name of the place."""
    start_code: NotRequired[str | None]
    """Code of the station, port or stop, in any code system."""
    start_address1: NotRequired[str | None]
    """First line of the address."""
    start_address2: NotRequired[str | None]
    """Second line of the address."""
    start_city_name: NotRequired[str | None]
    """City."""
    start_admin_code: NotRequired[str | None]
    """State or province."""
    start_postal_code: NotRequired[str | None]
    """Postal code."""
    start_country: NotRequired[Country]
    start_lat: NotRequired[Latitude]
    start_lon: NotRequired[Longitude]
    start_city_code: NotRequired[str | None]
    """IATA code of the city."""
    end_location: NotRequired[str | None]
    """The place in free text, or its IATA code."""
    end_name: NotRequired[str | None]
    """Name of the place."""
    end_code: NotRequired[str | None]
    """Code of the station, port or stop, in any code system."""
    end_address1: NotRequired[str | None]
    """First line of the address."""
    end_address2: NotRequired[str | None]
    """Second line of the address."""
    end_city_name: NotRequired[str | None]
    """City."""
    end_admin_code: NotRequired[str | None]
    """State or province."""
    end_postal_code: NotRequired[str | None]
    """Postal code."""
    end_country: NotRequired[Country]
    end_lat: NotRequired[Latitude]
    end_lon: NotRequired[Longitude]
    end_city_code: NotRequired[str | None]
    """IATA code of the city."""
    coach: NotRequired[str | None]
    """Coach or vehicle."""
    seat_assignment: NotRequired[str | None]
    """Seat."""
    ticket_number: NotRequired[str | None]
    """Ticket number."""
    vehicle_description: NotRequired[str | None]
    """Description of the vehicle."""
    meeting_instructions: NotRequired[str | None]
    """Where and how to meet."""
    start_time_zone_id: NotRequired[str | None]
    """Time zone of the place. An IANA name; it wins over the zone of the place."""
    end_time_zone_id: NotRequired[str | None]
    """Time zone of the place. An IANA name; it wins over the zone of the place."""
    boarding_group: NotRequired[str | None]
    """Boarding group of the traveller."""
    boarding_sequence: NotRequired[str | None]
    """Boarding sequence number of the traveller."""
    boarding_datetime: NotRequired[WallTime | None]
    """Start of boarding."""
    ticket_barcode: NotRequired[str | None]
    """Content of the bar code of the ticket, exactly as a scanner reads it; Base64 if it is not text."""
    ticket_valid_from: NotRequired[WallTime | None]
    """Start of the ticket's validity."""
    ticket_valid_until: NotRequired[WallTime | None]
    """End of the ticket's validity."""
    checkin_url: NotRequired[str | None]
    """Web page to check in."""
    change_url: NotRequired[str | None]
    """Web page to change the booking."""
    cancel_url: NotRequired[str | None]
    """Web page to cancel the booking."""


class TransportSegment(SegmentBase):
    """On the itinerary: A taxi, shuttle or bus; with transport_type Ferry it is read as a Ferry."""

    transport_company: str | None
    """Company."""
    transport_type: Literal["Taxi", "Rideshare", "Shuttle", "Limo", "Bus", "Ferry"] | None
    """Type of ride."""
    start_datetime: LocalDateTime
    """Start."""
    end_datetime: LocalDateTime | None
    """End; not before start_datetime."""
    start_location: str | None
    """The place in free text, or its IATA code."""
    start_name: str | None
    """Name of the place."""
    start_code: str | None
    """Code of the station, port or stop, in any code system."""
    start_address1: str | None
    """First line of the address."""
    start_address2: str | None
    """Second line of the address."""
    start_city_name: str | None
    """City."""
    start_admin_code: str | None
    """State or province."""
    start_postal_code: str | None
    """Postal code."""
    start_country: Country
    start_lat: Decimal | None
    """Latitude in degrees."""
    start_lon: Decimal | None
    """Longitude in degrees."""
    start_city_code: str | None
    """IATA code of the city."""
    end_location: str | None
    """The place in free text, or its IATA code."""
    end_name: str | None
    """Name of the place."""
    end_code: str | None
    """Code of the station, port or stop, in any code system."""
    end_address1: str | None
    """First line of the address."""
    end_address2: str | None
    """Second line of the address."""
    end_city_name: str | None
    """City."""
    end_admin_code: str | None
    """State or province."""
    end_postal_code: str | None
    """Postal code."""
    end_country: Country
    end_lat: Decimal | None
    """Latitude in degrees."""
    end_lon: Decimal | None
    """Longitude in degrees."""
    end_city_code: str | None
    """IATA code of the city."""
    coach: str | None
    """Coach or vehicle."""
    seat_assignment: str | None
    """Seat."""
    ticket_number: str | None
    """Ticket number."""
    vehicle_description: str | None
    """Description of the vehicle."""
    meeting_instructions: str | None
    """Where and how to meet."""
    start_time_zone_id: str | None
    """Time zone of the place. An IANA name; it wins over the zone of the place."""
    end_time_zone_id: str | None
    """Time zone of the place. An IANA name; it wins over the zone of the place."""
    boarding_group: str | None
    """Boarding group of the traveller."""
    boarding_sequence: str | None
    """Boarding sequence number of the traveller."""
    boarding_datetime: LocalDateTime | None
    """Start of boarding."""
    ticket_barcode: str | None
    """Content of the bar code of the ticket, exactly as a scanner reads it; Base64 if it is not text."""
    ticket_valid_from: LocalDateTime | None
    """Start of the ticket's validity."""
    ticket_valid_until: LocalDateTime | None
    """End of the ticket's validity."""
    checkin_url: str | None
    """Web page to check in."""
    change_url: str | None
    """Web page to change the booking."""
    cancel_url: str | None
    """Web page to cancel the booking."""
    type: Literal["Transport"]
    """Type of segment."""
    start_datetime_utc: Instant | None
    """The start as an instant; null if the time is not known."""
    start_time_zone: str | None
    """Abbreviation of the time zone at the start."""
    end_datetime_utc: Instant | None
    """The end as an instant; null if the time is not known."""
    end_time_zone: str | None
    """Abbreviation of the time zone at the end."""
    previous: PreviousTimes | None
    """Null: the schedule never changed."""


class ParkingFields(TypedDict):
    """Fields of this type. A submission may have them, a segment has them all; null: no source gives it."""

    parking_name: str
    """Name of the car park."""
    start_datetime: WallTime
    """Drive-in."""
    end_datetime: NotRequired[WallTime | None]
    """Drive-out; not before start_datetime."""
    address1: NotRequired[str | None]
    """First line of the address."""
    address2: NotRequired[str | None]
    """Second line of the address."""
    city_name: NotRequired[str | None]
    """City."""
    admin_code: NotRequired[str | None]
    """State or province."""
    postal_code: NotRequired[str | None]
    """Postal code."""
    country: NotRequired[Country]
    lat: NotRequired[Latitude]
    lon: NotRequired[Longitude]
    city_code: NotRequired[str | None]
    """IATA code of the city."""
    licence_plate: NotRequired[str | None]
    """Number plate of the car."""
    space_no: NotRequired[str | None]
    """Space."""
    time_zone_id: NotRequired[str | None]
    """Time zone of the car park. An IANA name; it wins over the zone of the place."""
    ticket_barcode: NotRequired[str | None]
    """Content of the bar code of the ticket, exactly as a scanner reads it; Base64 if it is not text."""
    change_url: NotRequired[str | None]
    """Web page to change the booking."""
    cancel_url: NotRequired[str | None]
    """Web page to cancel the booking."""


class ParkingSegment(SegmentBase):
    """On the itinerary: A parking space."""

    parking_name: str
    """Name of the car park."""
    start_datetime: LocalDateTime
    """Drive-in."""
    end_datetime: LocalDateTime | None
    """Drive-out; not before start_datetime."""
    address1: str | None
    """First line of the address."""
    address2: str | None
    """Second line of the address."""
    city_name: str | None
    """City."""
    admin_code: str | None
    """State or province."""
    postal_code: str | None
    """Postal code."""
    country: Country
    lat: Decimal | None
    """Latitude in degrees."""
    lon: Decimal | None
    """Longitude in degrees."""
    city_code: str | None
    """IATA code of the city."""
    licence_plate: str | None
    """Number plate of the car."""
    space_no: str | None
    """Space."""
    time_zone_id: str | None
    """Time zone of the car park. An IANA name; it wins over the zone of the place."""
    ticket_barcode: str | None
    """Content of the bar code of the ticket, exactly as a scanner reads it; Base64 if it is not text."""
    change_url: str | None
    """Web page to change the booking."""
    cancel_url: str | None
    """Web page to cancel the booking."""
    type: Literal["Parking"]
    """Type of segment."""
    start_datetime_utc: Instant | None
    """The start as an instant; null if the time is not known."""
    start_time_zone_id: str | None
    """Time zone of the start, an IANA name."""
    start_time_zone: str | None
    """Abbreviation of the time zone at the start."""
    end_datetime_utc: Instant | None
    """The end as an instant; null if the time is not known."""
    end_time_zone_id: str | None
    """Time zone of the end, an IANA name."""
    end_time_zone: str | None
    """Abbreviation of the time zone at the end."""
    time_zone: str | None
    """Abbreviation of the time zone at the start."""
    previous: PreviousTimes | None
    """Null: the schedule never changed."""


class RestaurantFields(TypedDict):
    """Fields of this type. A submission may have them, a segment has them all; null: no source gives it."""

    restaurant_name: str
    """Name of the restaurant."""
    start_datetime: WallTime
    """Time of the reservation."""
    end_datetime: NotRequired[WallTime | None]
    """End; not before start_datetime."""
    address1: NotRequired[str | None]
    """First line of the address."""
    address2: NotRequired[str | None]
    """Second line of the address."""
    city_name: NotRequired[str | None]
    """City."""
    admin_code: NotRequired[str | None]
    """State or province."""
    postal_code: NotRequired[str | None]
    """Postal code."""
    country: NotRequired[Country]
    lat: NotRequired[Latitude]
    lon: NotRequired[Longitude]
    city_code: NotRequired[str | None]
    """IATA code of the city."""
    dress_code: NotRequired[str | None]
    """Dress code."""
    time_zone_id: NotRequired[str | None]
    """Time zone of the restaurant. An IANA name; it wins over the zone of the place."""
    change_url: NotRequired[str | None]
    """Web page to change the booking."""
    cancel_url: NotRequired[str | None]
    """Web page to cancel the booking."""


class RestaurantSegment(SegmentBase):
    """On the itinerary: A table at a restaurant."""

    restaurant_name: str
    """Name of the restaurant."""
    start_datetime: LocalDateTime
    """Time of the reservation."""
    end_datetime: LocalDateTime | None
    """End; not before start_datetime."""
    address1: str | None
    """First line of the address."""
    address2: str | None
    """Second line of the address."""
    city_name: str | None
    """City."""
    admin_code: str | None
    """State or province."""
    postal_code: str | None
    """Postal code."""
    country: Country
    lat: Decimal | None
    """Latitude in degrees."""
    lon: Decimal | None
    """Longitude in degrees."""
    city_code: str | None
    """IATA code of the city."""
    dress_code: str | None
    """Dress code."""
    time_zone_id: str | None
    """Time zone of the restaurant. An IANA name; it wins over the zone of the place."""
    change_url: str | None
    """Web page to change the booking."""
    cancel_url: str | None
    """Web page to cancel the booking."""
    type: Literal["Restaurant"]
    """Type of segment."""
    start_datetime_utc: Instant | None
    """The start as an instant; null if the time is not known."""
    start_time_zone_id: str | None
    """Time zone of the start, an IANA name."""
    start_time_zone: str | None
    """Abbreviation of the time zone at the start."""
    end_datetime_utc: Instant | None
    """The end as an instant; null if the time is not known."""
    end_time_zone_id: str | None
    """Time zone of the end, an IANA name."""
    end_time_zone: str | None
    """Abbreviation of the time zone at the end."""
    time_zone: str | None
    """Abbreviation of the time zone at the start."""
    previous: PreviousTimes | None
    """Null: the schedule never changed."""


class GatheringFields(TypedDict):
    """Fields of this type. A submission may have them, a segment has them all; null: no source gives it."""

    activity_name: str
    """Name of the activity, meeting or event."""
    activity_type: NotRequired[str | None]
    """Type of activity, meeting or event."""
    start_datetime: WallTime
    """Start."""
    end_datetime: NotRequired[WallTime | None]
    """End; not before start_datetime."""
    start_name: NotRequired[str | None]
    """Name of the place."""
    start_address1: NotRequired[str | None]
    """First line of the address."""
    start_address2: NotRequired[str | None]
    """Second line of the address."""
    start_city_name: NotRequired[str | None]
    """City."""
    start_admin_code: NotRequired[str | None]
    """State or province."""
    start_postal_code: NotRequired[str | None]
    """Postal code."""
    start_country: NotRequired[Country]
    start_lat: NotRequired[Latitude]
    start_lon: NotRequired[Longitude]
    start_city_code: NotRequired[str | None]
    """IATA code of the city."""
    end_name: NotRequired[str | None]
    """Name of the place."""
    end_address1: NotRequired[str | None]
    """First line of the address."""
    end_address2: NotRequired[str | None]
    """Second line of the address."""
    end_city_name: NotRequired[str | None]
    """City."""
    end_admin_code: NotRequired[str | None]
    """State or province."""
    end_postal_code: NotRequired[str | None]
    """Postal code."""
    end_country: NotRequired[Country]
    end_lat: NotRequired[Latitude]
    end_lon: NotRequired[Longitude]
    end_city_code: NotRequired[str | None]
    """IATA code of the city."""
    venue: NotRequired[str | None]
    """Venue."""
    organizer: NotRequired[str | None]
    """Organizer."""
    is_all_day: NotRequired[bool | None]
    """Whether it lasts whole days."""
    start_time_zone_id: NotRequired[str | None]
    """Time zone of the place. An IANA name; it wins over the zone of the place."""
    end_time_zone_id: NotRequired[str | None]
    """Time zone of the place. An IANA name; it wins over the zone of the place."""
    event_url: NotRequired[str | None]
    """Web page of the event."""
    seat_assignment: NotRequired[str | None]
    """Seat."""
    ticket_number: NotRequired[str | None]
    """Ticket number."""
    ticket_barcode: NotRequired[str | None]
    """Content of the bar code of the ticket, exactly as a scanner reads it; Base64 if it is not text."""
    ticket_valid_from: NotRequired[WallTime | None]
    """Start of the ticket's validity."""
    ticket_valid_until: NotRequired[WallTime | None]
    """End of the ticket's validity."""
    change_url: NotRequired[str | None]
    """Web page to change the booking."""
    cancel_url: NotRequired[str | None]
    """Web page to cancel the booking."""


class GatheringSegmentFields(TypedDict):
    """What activities, meetings and events of the itinerary show of their times and places."""

    start_datetime: LocalDateTime
    """Start."""
    end_datetime: LocalDateTime | None
    """End; not before start_datetime."""
    start_lat: Decimal | None
    """Latitude in degrees."""
    start_lon: Decimal | None
    """Longitude in degrees."""
    end_lat: Decimal | None
    """Latitude in degrees."""
    end_lon: Decimal | None
    """Longitude in degrees."""
    ticket_valid_from: LocalDateTime | None
    """Start of the ticket's validity."""
    ticket_valid_until: LocalDateTime | None
    """End of the ticket's validity."""
    start_datetime_utc: Instant | None
    """The start as an instant; null if the time is not known."""
    start_time_zone: str | None
    """Abbreviation of the time zone at the start."""
    end_datetime_utc: Instant | None
    """The end as an instant; null if the time is not known."""
    end_time_zone: str | None
    """Abbreviation of the time zone at the end."""
    previous: PreviousTimes | None
    """Null: the schedule never changed."""


class ActivitySegment(SegmentBase, GatheringSegmentFields):
    """On the itinerary: An activity: a tour, a match, a lesson."""

    activity_name: str
    """Name of the activity, meeting or event."""
    activity_type: str | None
    """Type of activity, meeting or event."""
    start_name: str | None
    """Name of the place."""
    start_address1: str | None
    """First line of the address."""
    start_address2: str | None
    """Second line of the address."""
    start_city_name: str | None
    """City."""
    start_admin_code: str | None
    """State or province."""
    start_postal_code: str | None
    """Postal code."""
    start_country: Country
    start_city_code: str | None
    """IATA code of the city."""
    end_name: str | None
    """Name of the place."""
    end_address1: str | None
    """First line of the address."""
    end_address2: str | None
    """Second line of the address."""
    end_city_name: str | None
    """City."""
    end_admin_code: str | None
    """State or province."""
    end_postal_code: str | None
    """Postal code."""
    end_country: Country
    end_city_code: str | None
    """IATA code of the city."""
    venue: str | None
    """Venue."""
    organizer: str | None
    """Organizer."""
    is_all_day: bool | None
    """Whether it lasts whole days."""
    start_time_zone_id: str | None
    """Time zone of the place. An IANA name; it wins over the zone of the place."""
    end_time_zone_id: str | None
    """Time zone of the place. An IANA name; it wins over the zone of the place."""
    event_url: str | None
    """Web page of the event."""
    seat_assignment: str | None
    """Seat."""
    ticket_number: str | None
    """Ticket number."""
    ticket_barcode: str | None
    """Content of the bar code of the ticket, exactly as a scanner reads it; Base64 if it is not text."""
    change_url: str | None
    """Web page to change the booking."""
    cancel_url: str | None
    """Web page to cancel the booking."""
    type: Literal["Activity"]
    """Type of segment."""


class MeetingSegment(SegmentBase, GatheringSegmentFields):
    """On the itinerary: A meeting."""

    activity_name: str
    """Name of the activity, meeting or event."""
    activity_type: str | None
    """Type of activity, meeting or event."""
    start_name: str | None
    """Name of the place."""
    start_address1: str | None
    """First line of the address."""
    start_address2: str | None
    """Second line of the address."""
    start_city_name: str | None
    """City."""
    start_admin_code: str | None
    """State or province."""
    start_postal_code: str | None
    """Postal code."""
    start_country: Country
    start_city_code: str | None
    """IATA code of the city."""
    end_name: str | None
    """Name of the place."""
    end_address1: str | None
    """First line of the address."""
    end_address2: str | None
    """Second line of the address."""
    end_city_name: str | None
    """City."""
    end_admin_code: str | None
    """State or province."""
    end_postal_code: str | None
    """Postal code."""
    end_country: Country
    end_city_code: str | None
    """IATA code of the city."""
    venue: str | None
    """Venue."""
    organizer: str | None
    """Organizer."""
    is_all_day: bool | None
    """Whether it lasts whole days."""
    start_time_zone_id: str | None
    """Time zone of the place. An IANA name; it wins over the zone of the place."""
    end_time_zone_id: str | None
    """Time zone of the place. An IANA name; it wins over the zone of the place."""
    event_url: str | None
    """Web page of the event."""
    seat_assignment: str | None
    """Seat."""
    ticket_number: str | None
    """Ticket number."""
    ticket_barcode: str | None
    """Content of the bar code of the ticket, exactly as a scanner reads it; Base64 if it is not text."""
    change_url: str | None
    """Web page to change the booking."""
    cancel_url: str | None
    """Web page to cancel the booking."""
    type: Literal["Meeting"]
    """Type of segment."""


class EventSegment(SegmentBase, GatheringSegmentFields):
    """On the itinerary: An event: a conference, a concert, a fair."""

    activity_name: str
    """Name of the activity, meeting or event."""
    activity_type: str | None
    """Type of activity, meeting or event."""
    start_name: str | None
    """Name of the place."""
    start_address1: str | None
    """First line of the address."""
    start_address2: str | None
    """Second line of the address."""
    start_city_name: str | None
    """City."""
    start_admin_code: str | None
    """State or province."""
    start_postal_code: str | None
    """Postal code."""
    start_country: Country
    start_city_code: str | None
    """IATA code of the city."""
    end_name: str | None
    """Name of the place."""
    end_address1: str | None
    """First line of the address."""
    end_address2: str | None
    """Second line of the address."""
    end_city_name: str | None
    """City."""
    end_admin_code: str | None
    """State or province."""
    end_postal_code: str | None
    """Postal code."""
    end_country: Country
    end_city_code: str | None
    """IATA code of the city."""
    venue: str | None
    """Venue."""
    organizer: str | None
    """Organizer."""
    is_all_day: bool | None
    """Whether it lasts whole days."""
    start_time_zone_id: str | None
    """Time zone of the place. An IANA name; it wins over the zone of the place."""
    end_time_zone_id: str | None
    """Time zone of the place. An IANA name; it wins over the zone of the place."""
    event_url: str | None
    """Web page of the event."""
    seat_assignment: str | None
    """Seat."""
    ticket_number: str | None
    """Ticket number."""
    ticket_barcode: str | None
    """Content of the bar code of the ticket, exactly as a scanner reads it; Base64 if it is not text."""
    change_url: str | None
    """Web page to change the booking."""
    cancel_url: str | None
    """Web page to cancel the booking."""
    type: Literal["Event"]
    """Type of segment."""


class CheckinFields(TypedDict):
    """Fields of this type. A submission may have them, a segment has them all; null: no source gives it."""

    place_name: NotRequired[str | None]
    """Name of the place."""
    checkin_datetime: WallTime
    """When."""
    address1: NotRequired[str | None]
    """First line of the address."""
    address2: NotRequired[str | None]
    """Second line of the address."""
    city_name: NotRequired[str | None]
    """City."""
    admin_code: NotRequired[str | None]
    """State or province."""
    postal_code: NotRequired[str | None]
    """Postal code."""
    country: NotRequired[Country]
    lat: NotRequired[Latitude]
    lon: NotRequired[Longitude]
    city_code: NotRequired[str | None]
    """IATA code of the city."""
    checkin_provider: NotRequired[str | None]
    """Service used to check in."""
    time_zone_id: NotRequired[str | None]
    """Time zone of the place. An IANA name; it wins over the zone of the place."""


class CheckinSegment(SegmentBase):
    """On the itinerary: A location check-in."""

    place_name: str | None
    """Name of the place."""
    checkin_datetime: LocalDateTime
    """When."""
    address1: str | None
    """First line of the address."""
    address2: str | None
    """Second line of the address."""
    city_name: str | None
    """City."""
    admin_code: str | None
    """State or province."""
    postal_code: str | None
    """Postal code."""
    country: Country
    lat: Decimal | None
    """Latitude in degrees."""
    lon: Decimal | None
    """Longitude in degrees."""
    city_code: str | None
    """IATA code of the city."""
    checkin_provider: str | None
    """Service used to check in."""
    time_zone_id: str | None
    """Time zone of the place. An IANA name; it wins over the zone of the place."""
    type: Literal["Checkin"]
    """Type of segment."""
    checkin_datetime_utc: Instant | None
    """The start as an instant; null if the time is not known."""
    checkin_time_zone_id: str | None
    """Time zone of the start, an IANA name."""
    checkin_time_zone: str | None
    """Abbreviation of the time zone at the start."""
    time_zone: str | None
    """Abbreviation of the time zone at the start."""
    previous: CheckinSegmentPrevious | None
    """Null: the schedule never changed."""


Segment: TypeAlias = AirSegment | HotelSegment | CarSegment | RailSegment | CruiseSegment | FerrySegment | TransportSegment | ParkingSegment | RestaurantSegment | ActivitySegment | MeetingSegment | EventSegment | CheckinSegment
"""A segment of the itinerary; `type` says which fields it has."""


class SegmentAction(TypedDict):
    """A change by the supplier that needs an answer from the traveller or agency."""

    kind: Literal["cancelled", "schedule_changed", "airport_changed"]
    """What was changed."""
    since: Instant | None
    """When its source made the change; null: live status says so."""
    source: str
    """Id of the source that made it."""
    reason: str | None
    """Its reservation code, such as UN or TK; null: it sent none."""


class FieldProvenance(TypedDict):
    """Where a field comes from."""

    source: str
    """Id of the source."""
    raw_id: Id
    """Id of its raw segment."""


class HotelSegmentPrevious(TypedDict):
    """Null: the schedule never changed."""

    checkin_date: LocalDateTime | None
    """The earlier checkin_date."""
    checkout_date: LocalDateTime | None
    """The earlier checkout_date."""
    changed: Instant
    """When it changed."""


class CarSegmentPrevious(TypedDict):
    """Null: the schedule never changed."""

    pickup_datetime: LocalDateTime | None
    """The earlier pickup_datetime."""
    dropoff_datetime: LocalDateTime | None
    """The earlier dropoff_datetime."""
    changed: Instant
    """When it changed."""


class PortCall(TypedDict):
    """One port on the way."""

    city_name: str
    """City of the port."""
    country: str | None
    """Country of the port."""
    arrival_datetime: LocalDateTime | None
    """Arrival."""
    departure_datetime: LocalDateTime | None
    """Departure."""


class CruiseSegmentPrevious(TypedDict):
    """Null: the schedule never changed."""

    embark_datetime: LocalDateTime | None
    """The earlier embark_datetime."""
    disembark_datetime: LocalDateTime | None
    """The earlier disembark_datetime."""
    changed: Instant
    """When it changed."""


class CheckinSegmentPrevious(TypedDict):
    """Null: the schedule never changed."""

    checkin_datetime: LocalDateTime | None
    """The earlier checkin_datetime."""
    changed: Instant
    """When it changed."""


class PreviousTimes(TypedDict):
    """The schedule before its last change."""

    start_datetime: LocalDateTime | None
    """The earlier start_datetime."""
    end_datetime: LocalDateTime | None
    """The earlier end_datetime."""
    changed: Instant
    """When it changed."""


class PreviousMovement(TypedDict):
    """The schedule before its last change."""

    departure_datetime: LocalDateTime | None
    """The earlier departure_datetime."""
    arrival_datetime: LocalDateTime | None
    """The earlier arrival_datetime."""
    changed: Instant
    """When it changed."""


class SegmentWarning(TypedDict):
    """A warning."""

    code: SegmentWarningCode
    """Kind of warning."""
    description: str
    """The warning in a sentence for the traveller, without ids, codes and field names."""
    field: str | None
    """Field of the segment that it is about; null: the segment or trip as a whole."""
    values: list[SegmentWarningValue]
    """What the sources say, the value in use first."""


SegmentWarningCode: TypeAlias = Literal["schedule_conflict", "status_conflict", "zone_unknown", "unknown_gds_status", "no_show", "place_missing", "place_unknown", "place_conflict", "vendor_missing", "number_missing", "end_missing", "possible_conflict", "overlap", "date_order", "time_skipped", "two_places", "leg_missing", "stay_missing"]


class SegmentWarningValue(TypedDict):
    """What one source says."""

    source: str
    """Id of the source."""
    value: str | None
    """What it says: a local date or date-time, or text."""


class TripWarning(TypedDict):
    """Something that the member may want to check."""

    code: SegmentWarningCode
    """Kind of warning."""
    description: str
    """The warning in a sentence for the traveller, without ids, codes and field names."""
    field: str | None
    """Field of the segment that it is about; null: the segment or trip as a whole."""
    values: list[SegmentWarningValue]
    """What the sources say, the value in use first."""
    segment_ids: list[Id]
    """Segments it concerns."""


class SourceStatement(TypedDict):
    """What one source reported."""

    source: str
    """Id of the source."""
    raw_id: Id
    """Id of its raw segment."""
    confirmation_no: str | None
    """Locator that it reported, as it wrote it."""
    status: str
    """Its latest status, taking all its bookings together: Active, Pending or Cancelled."""
    received: Instant
    """When it was received."""
    supplier_updated: Instant | None
    """When the supplier made this version."""


class Booking(TypedDict):
    """One traveller on one booking of the segment."""

    source: str
    """Id of the source."""
    confirmation_no: str | None
    """Locator, as its source wrote it."""
    traveler: str | None
    """Traveller; null if no source names one."""
    seat_assignment: str | None
    """Seat of this traveller."""
    ticket_number: str | None
    """Ticket number of this traveller."""
    number: str | None
    """Number of the flight, train or crossing under which it was booked, of a flight with the carrier: LH 430."""
    status: str
    """Status."""


class ProcessingSegment(TypedDict):
    """A raw segment that is not on the itinerary yet."""

    id: Id
    """Id of the raw segment."""
    status: Literal["Processing"]
    """It is being merged."""


class Account(TypedDict):
    """A loyalty account of the member."""

    id: Id
    """Id of the account."""
    member_id: Id
    """Id of the member."""
    status: Literal["Active", "Paused", "NeedsAttention", "Removed"]
    """State of the account."""
    source: str
    """Id of its source."""
    name: str
    """Name of the source."""
    program_name: str | None
    """Name of the loyalty programme."""
    classification: str | None
    """Class of the source."""
    account_id: str
    """The loyalty number."""
    ownership: Literal["Unconfirmed", "Confirmed", "Vouched"]
    """How the number is known to be the member's: not at all, by a booking, or by its source."""
    conflict: bool
    """Another member has registered this number too: travel data goes only to the member who can show whose it is."""
    home_page_url: str | None
    """Web page of the programme."""
    phone: str | None
    """Telephone number of the programme."""
    last_access: Instant | None
    """When travel data was last collected (harvested)."""
    last_harvest_status: Literal["Success", "No Travel Data", "Never"]
    """Result of the last harvest."""
    loyalty_status: str | None
    """Status in the programme."""
    loyalty_level: str | None
    """Level in the programme."""
    loyalty_points: str | float | None
    """Points in the programme."""
    created: Instant
    """When it was registered."""
    updated: Instant
    """When something visible changed."""


class NewAccount(TypedDict):
    """A loyalty account to register."""

    source: str
    """Id of a source of GET /v2/sources."""
    account_id: str
    """The loyalty number."""
    program_name: NotRequired[str | None]
    """Name of the loyalty programme."""
    loyalty_status: NotRequired[str | None]
    """Status in the programme."""
    loyalty_level: NotRequired[str | None]
    """Level in the programme."""


class Source(TypedDict):
    """A supplier of travel data."""

    id: str
    """Id, compared exactly: the value of "source" in a raw segment."""
    name: str
    """Name."""
    classification: SourceClassification
    """Class."""
    segment_types: list[str]
    """Segment types it reports."""
    vendor_code: str | None
    """Code of the vendor."""
    priority: int
    """Rank; the lower one wins."""
    status: Literal["Active", "Inactive"]
    """An Inactive source accepts no new segments."""
    url: str | None
    """Web page of the source."""
    created: Instant
    """When it was created."""
    updated: Instant
    """When it changed."""


SourceClassification: TypeAlias = Literal["airline", "hotel", "car", "rail", "cruise", "transportation", "activity", "restaurant", "parking", "gds", "tmc", "ota", "email", "calendar", "manual", "status"]


class City(TypedDict):
    """A city."""

    id: str
    """Id of the city."""
    name: str
    """Name."""
    ascii_name: str
    """Name in plain letters."""
    city_code: str | None
    """IATA code."""
    admin_code: str | None
    """State or province."""
    state: str | None
    """The same as admin_code."""
    admin_name: str | None
    """Name of the state or province."""
    country: str
    """Country, ISO 3166-1 alpha-2."""
    lat: Decimal
    """Latitude."""
    lon: Decimal
    """Longitude."""
    time_zone_id: str | None
    """Time zone."""
    population: int
    """Inhabitants."""


class Airport(TypedDict):
    """An airport."""

    id: str
    """Id: the IATA code."""
    iata_code: str
    """IATA code."""
    icao_code: str | None
    """ICAO code."""
    name: str
    """Name."""
    city_name: str | None
    """City it serves."""
    city_id: str | None
    """Id of that city."""
    city_code: str | None
    """IATA code of that city."""
    admin_code: str | None
    """State or province."""
    state: str | None
    """The same as admin_code."""
    country: str
    """Country, ISO 3166-1 alpha-2."""
    lat: Decimal
    """Latitude."""
    lon: Decimal
    """Longitude."""
    time_zone_id: str | None
    """Time zone."""
    type: str
    """Kind of airport."""


class Batch(TypedDict):
    """The status of an accepted batch."""

    id: Id
    """Id of the batch."""
    status: Literal["pending", "processed", "failed"]
    """pending: accepted, not on the itinerary yet."""
    segments: list[BatchSegment]
    """One entry per raw segment, in order; empty while pending."""
    error: NotRequired[str | None]
    """Why it failed."""
    error_description: NotRequired[str | None]
    """Why it failed, in a sentence."""


class BatchSegment(TypedDict):
    """What one raw segment became."""

    _id: int
    """Id of the raw segment."""
    segment_id: Id | None
    """Segment that it became."""
    trip_id: Id | None
    """Trip of that segment."""
    action: Literal["created", "merged", "updated", "unchanged", "cancelled", "held", "refused"]
    """What it became."""
    error: NotRequired[str]
    """With refused: limit_exceeded."""
    error_description: NotRequired[str]
    """With refused: the limit, in a sentence."""


class AcceptedDocument(TypedDict):
    """A document that was accepted."""

    id: Id
    """Id of the document."""
    status: Literal["received", "read"]
    """`received`; of a dry run that is submitted, `read`."""
    batches: list[Id]
    """Batches of its segments, in order, of at most 500 each; the first is known from the beginning. Empty if nothing was read, and with dry_run until it is submitted."""


class SegmentBatch(TypedDict):
    """A batch of raw segments."""

    segments: list[RawSegment]
    """The raw segments, in any order."""
    mode: NotRequired[Literal["merge", "replace"]]
    """merge if omitted. replace: for every source and confirmation_no in the batch, earlier legs that are not in it count as cancelled by that source."""


class AcceptedSegment(TypedDict):
    type: str
    """As submitted."""
    status: str
    """As submitted; Active if it was omitted."""
    _id: int
    """Id of the raw segment."""


AcceptedBatch: TypeAlias = list[AcceptedSegment]
"""One entry per segment, in order."""


class RefusedSegment(TypedDict):
    type: str | None
    """As submitted."""
    status: str | None
    """As submitted."""
    errors: list[FieldError]
    """All errors, of a batch at most 1,000 and a note if there are more; empty for a valid sibling."""


RefusedBatch: TypeAlias = list[RefusedSegment]
"""One entry per segment, in order."""


class FieldError(TypedDict):
    """One error of a body."""

    error: FieldErrorCode
    """Code of the error."""
    error_description: str
    """The error in a sentence, with the way to fix it."""
    field: str | None
    """Path of the field, as travelers[0].first_name; null: the whole."""
    hint: NotRequired[str]
    """What was probably meant, or where the right value is found."""


FieldErrorCode: TypeAlias = Literal["missing_field", "invalid_type", "invalid_status", "invalid_source", "invalid_trip_id", "invalid_datetime", "invalid_date_range", "invalid_airport", "invalid_currency", "invalid_price", "invalid_value", "too_long", "unknown_field", "too_many_errors"]


class ProblemItem(TypedDict):
    """One error of a body, in a problem document."""

    pointer: str
    """Where in the body, a JSON pointer as a URI fragment."""
    code: FieldErrorCode
    """Code of the error."""
    detail: str
    """The error in a sentence, with the way to fix it."""
    hint: NotRequired[str]
    """What was probably meant, or where the right value is found."""


class Traveler(TypedDict):
    """One traveller of the booking."""

    first_name: NotRequired[str | None]
    """Given name."""
    last_name: NotRequired[str | None]
    """Family name."""
    name: NotRequired[str | None]
    """Full name as one text, when the parts are not known."""
    ticket_number: NotRequired[str | None]
    """Ticket number of this traveller."""
    seat_assignment: NotRequired[str | None]
    """Seat of this traveller."""
    loyalty_no: NotRequired[str | None]
    """Loyalty number of this traveller."""


class SegmentTraveler(TypedDict):
    """One traveller of the booking."""

    first_name: str | None
    """Given name."""
    last_name: str | None
    """Family name."""
    name: str | None
    """Full name as one text, when the parts are not known."""
    ticket_number: str | None
    """Ticket number of this traveller."""
    seat_assignment: str | None
    """Seat of this traveller."""
    loyalty_no: str | None
    """Loyalty number of this traveller."""


class RawSegmentFields(TypedDict):
    """What a submission of any type may have."""

    status: NotRequired[Literal["Active", "Pending", "Cancelled", "Canceled"] | None]
    """Active if omitted; Canceled is read as Cancelled."""
    first_name: NotRequired[str | None]
    """Given name of the traveller."""
    last_name: NotRequired[str | None]
    """Family name of the traveller."""
    travelers: NotRequired[list[Traveler] | None]
    """All travellers of the booking."""
    confirmation_no: NotRequired[str | None]
    """Locator of the supplier."""
    booking_confirmation_no: NotRequired[str | None]
    """Locator of the channel that sold it."""
    booking_agent: NotRequired[str | None]
    """Name of the channel that sold it."""
    number_of_pax: NotRequired[int | None]
    """Travellers on this booking."""
    phone: NotRequired[str | None]
    """Telephone number of the supplier. Kept as sent."""
    support_phone: NotRequired[str | None]
    """Telephone number for support. Kept as sent."""
    support_url: NotRequired[str | None]
    """Web page for support."""
    price: NotRequired[str | float | None]
    """Price without a currency sign; always together with currency. Text or a number; rounded to 4 digits after the point, shown as text."""
    currency: NotRequired[str | None]
    """ISO 4217 code, current or historic; always together with price."""
    notes: NotRequired[str | None]
    """Free text."""
    metadata: NotRequired[dict[str, Any] | None]
    """Kept and returned untouched; at most 4 KB of JSON, with integers within 2^53: larger ones as text."""
    supplier_updated: NotRequired[str | None]
    """When the supplier made this version, UTC."""
    entry_id: NotRequired[str | None]
    """Id of the entry at its source, such as the UID of an event: what the source sends under it again is a new version."""
    entry_version: NotRequired[int | None]
    """Orders the versions of the entry before supplier_updated; 0 if omitted."""
    gds_status: NotRequired[str | None]
    """Status code of a global distribution system; it is mapped to a status."""


class RawAir(RawSegmentFields, AirFields):
    """A flight."""

    type: Literal["Air"]
    """Type of segment."""
    source: SourceId


class RawHotel(RawSegmentFields, HotelFields):
    """A stay in a hotel. Say where it is: city_name, lat and lon, or city_code."""

    type: Literal["Hotel"]
    """Type of segment."""
    source: SourceId


class RawCar(RawSegmentFields, CarFields):
    """A car rental. Say where it begins: pickup_location, pickup_city_name, pickup_city_code, or pickup_lat and pickup_lon."""

    type: Literal["Car"]
    """Type of segment."""
    source: SourceId


class RawRail(RawSegmentFields, RailFields):
    """A train ride."""

    type: Literal["Rail"]
    """Type of segment."""
    source: SourceId


class RawCruise(RawSegmentFields, CruiseFields):
    """A cruise."""

    type: Literal["Cruise"]
    """Type of segment."""
    source: SourceId


class RawFerry(RawSegmentFields, FerryFields):
    """A ferry crossing. The place is required: send start_location, start_name, start_address1, start_city_name, start_city_code, start_code or start_lat with start_lon."""

    type: Literal["Ferry"]
    """Type of segment."""
    source: SourceId


class RawTransport(RawSegmentFields, TransportFields):
    """A taxi, shuttle or bus; with transport_type Ferry it is read as a Ferry. The place is required: send start_location, start_name, start_address1, start_city_name, start_city_code, start_code or start_lat with start_lon."""

    type: Literal["Transport"]
    """Type of segment."""
    source: SourceId


class RawParking(RawSegmentFields, ParkingFields):
    """A parking space. The place is required: send location, address1, city_name, city_code or lat with lon."""

    type: Literal["Parking"]
    """Type of segment."""
    source: SourceId
    location: NotRequired[str | None]
    """The place in free text, or its IATA code."""


class RawRestaurant(RawSegmentFields, RestaurantFields):
    """A table at a restaurant. The place is required: send location, address1, city_name, city_code or lat with lon."""

    type: Literal["Restaurant"]
    """Type of segment."""
    source: SourceId
    location: NotRequired[str | None]
    """The place in free text, or its IATA code."""


class RawActivity(RawSegmentFields, GatheringFields):
    """An activity: a tour, a match, a lesson."""

    type: Literal["Activity"]
    """Type of segment."""
    source: SourceId
    start_location: NotRequired[str | None]
    """The place in free text, or its IATA code."""
    end_location: NotRequired[str | None]
    """The place in free text, or its IATA code."""


class RawMeeting(RawSegmentFields, GatheringFields):
    """A meeting."""

    type: Literal["Meeting"]
    """Type of segment."""
    source: SourceId
    start_location: NotRequired[str | None]
    """The place in free text, or its IATA code."""
    end_location: NotRequired[str | None]
    """The place in free text, or its IATA code."""


class RawEvent(RawSegmentFields, GatheringFields):
    """An event: a conference, a concert, a fair."""

    type: Literal["Event"]
    """Type of segment."""
    source: SourceId
    start_location: NotRequired[str | None]
    """The place in free text, or its IATA code."""
    end_location: NotRequired[str | None]
    """The place in free text, or its IATA code."""


class RawCheckin(RawSegmentFields, CheckinFields):
    """A location check-in. The place is required: send lat with lon or city_name with country."""

    type: Literal["Checkin"]
    """Type of segment."""
    source: SourceId


class BookingCancellation(TypedDict):
    """Cancels all legs of a booking of one source: a locator, and no field of a leg."""

    status: Literal["Cancelled", "Canceled"]
    """Cancelled."""
    first_name: NotRequired[str | None]
    """Given name of the traveller."""
    last_name: NotRequired[str | None]
    """Family name of the traveller."""
    travelers: NotRequired[list[Traveler] | None]
    """All travellers of the booking."""
    confirmation_no: str
    """Locator of the booking; every leg that this source has reported of it is cancelled."""
    booking_confirmation_no: NotRequired[str | None]
    """Locator of the channel that sold it."""
    booking_agent: NotRequired[str | None]
    """Name of the channel that sold it."""
    number_of_pax: NotRequired[int | None]
    """Travellers on this booking."""
    phone: NotRequired[str | None]
    """Telephone number of the supplier. Kept as sent."""
    support_phone: NotRequired[str | None]
    """Telephone number for support. Kept as sent."""
    support_url: NotRequired[str | None]
    """Web page for support."""
    price: NotRequired[str | float | None]
    """Price without a currency sign; always together with currency. Text or a number; rounded to 4 digits after the point, shown as text."""
    currency: NotRequired[str | None]
    """ISO 4217 code, current or historic; always together with price."""
    notes: NotRequired[str | None]
    """Free text."""
    metadata: NotRequired[dict[str, Any] | None]
    """Kept and returned untouched; at most 4 KB of JSON, with integers within 2^53: larger ones as text."""
    supplier_updated: NotRequired[str | None]
    """When the supplier made this version, UTC."""
    entry_id: NotRequired[str | None]
    """Id of the entry at its source, such as the UID of an event: what the source sends under it again is a new version."""
    entry_version: NotRequired[int | None]
    """Orders the versions of the entry before supplier_updated; 0 if omitted."""
    gds_status: NotRequired[str | None]
    """Status code of a global distribution system; it is mapped to a status."""
    type: SegmentType
    """Any type of the booking."""
    source: SourceId


class EntryCancellation(TypedDict):
    """Cancels an entry of one source: its id, and no field of a leg."""

    status: Literal["Cancelled", "Canceled"]
    """Cancelled."""
    first_name: NotRequired[str | None]
    """Given name of the traveller."""
    last_name: NotRequired[str | None]
    """Family name of the traveller."""
    travelers: NotRequired[list[Traveler] | None]
    """All travellers of the booking."""
    confirmation_no: NotRequired[str | None]
    """Locator of the supplier."""
    booking_confirmation_no: NotRequired[str | None]
    """Locator of the channel that sold it."""
    booking_agent: NotRequired[str | None]
    """Name of the channel that sold it."""
    number_of_pax: NotRequired[int | None]
    """Travellers on this booking."""
    phone: NotRequired[str | None]
    """Telephone number of the supplier. Kept as sent."""
    support_phone: NotRequired[str | None]
    """Telephone number for support. Kept as sent."""
    support_url: NotRequired[str | None]
    """Web page for support."""
    price: NotRequired[str | float | None]
    """Price without a currency sign; always together with currency. Text or a number; rounded to 4 digits after the point, shown as text."""
    currency: NotRequired[str | None]
    """ISO 4217 code, current or historic; always together with price."""
    notes: NotRequired[str | None]
    """Free text."""
    metadata: NotRequired[dict[str, Any] | None]
    """Kept and returned untouched; at most 4 KB of JSON, with integers within 2^53: larger ones as text."""
    supplier_updated: NotRequired[str | None]
    """When the supplier made this version, UTC."""
    entry_id: str
    """Id of the entry at its source."""
    entry_version: NotRequired[int | None]
    """Orders the versions of the entry before supplier_updated; 0 if omitted."""
    gds_status: NotRequired[str | None]
    """Status code of a global distribution system; it is mapped to a status."""
    type: SegmentType
    """Any type."""
    source: SourceId


RawSegment: TypeAlias = RawAir | RawHotel | RawCar | RawRail | RawCruise | RawFerry | RawTransport | RawParking | RawRestaurant | RawActivity | RawMeeting | RawEvent | RawCheckin | BookingCancellation | EntryCancellation
"""A raw segment: one statement of one source."""


SegmentType: TypeAlias = Literal["Air", "Hotel", "Car", "Rail", "Cruise", "Ferry", "Transport", "Parking", "Restaurant", "Activity", "Meeting", "Event", "Checkin"]


class RawPortCall(TypedDict):
    """One port on the way."""

    city_name: str
    """City of the port."""
    country: NotRequired[str | None]
    """Country of the port."""
    arrival_datetime: NotRequired[WallTime | None]
    """Arrival."""
    departure_datetime: NotRequired[WallTime | None]
    """Departure."""


class SingleSegmentFields(TypedDict):
    """Source, "manual" if omitted, and trip of a segment that is sent alone."""

    source: NotRequired[str]
    """Id of a source of GET /v2/sources."""
    trip_id: NotRequired[Id]
    """Trip to which the segment is pinned."""


class SingleAir(RawSegmentFields, AirFields, SingleSegmentFields):
    """A raw segment of type Air; source is "manual" if omitted."""

    type: NotRequired[Literal["Air"]]
    """Type of segment."""


class SingleHotel(RawSegmentFields, HotelFields, SingleSegmentFields):
    """A raw segment of type Hotel; source is "manual" if omitted."""

    type: NotRequired[Literal["Hotel"]]
    """Type of segment."""


class SingleCar(RawSegmentFields, CarFields, SingleSegmentFields):
    """A raw segment of type Car; source is "manual" if omitted."""

    type: NotRequired[Literal["Car"]]
    """Type of segment."""


class SingleRail(RawSegmentFields, RailFields, SingleSegmentFields):
    """A raw segment of type Rail; source is "manual" if omitted."""

    type: NotRequired[Literal["Rail"]]
    """Type of segment."""


class SingleCruise(RawSegmentFields, CruiseFields, SingleSegmentFields):
    """A raw segment of type Cruise; source is "manual" if omitted."""

    type: NotRequired[Literal["Cruise"]]
    """Type of segment."""


class SingleFerry(RawSegmentFields, FerryFields, SingleSegmentFields):
    """A raw segment of type Ferry; source is "manual" if omitted."""

    type: NotRequired[Literal["Ferry"]]
    """Type of segment."""


class SingleTransport(RawSegmentFields, TransportFields, SingleSegmentFields):
    """A raw segment of type Transport; source is "manual" if omitted."""

    type: NotRequired[Literal["Transport"]]
    """Type of segment."""


class SingleParking(RawSegmentFields, ParkingFields, SingleSegmentFields):
    """A raw segment of type Parking; source is "manual" if omitted."""

    type: NotRequired[Literal["Parking"]]
    """Type of segment."""
    location: NotRequired[str | None]
    """The place in free text, or its IATA code."""


class SingleRestaurant(RawSegmentFields, RestaurantFields, SingleSegmentFields):
    """A raw segment of type Restaurant; source is "manual" if omitted."""

    type: NotRequired[Literal["Restaurant"]]
    """Type of segment."""
    location: NotRequired[str | None]
    """The place in free text, or its IATA code."""


class SingleActivity(RawSegmentFields, GatheringFields, SingleSegmentFields):
    """A raw segment of type Activity; source is "manual" if omitted."""

    type: NotRequired[Literal["Activity"]]
    """Type of segment."""
    start_location: NotRequired[str | None]
    """The place in free text, or its IATA code."""
    end_location: NotRequired[str | None]
    """The place in free text, or its IATA code."""


class SingleMeeting(RawSegmentFields, GatheringFields, SingleSegmentFields):
    """A raw segment of type Meeting; source is "manual" if omitted."""

    type: NotRequired[Literal["Meeting"]]
    """Type of segment."""
    start_location: NotRequired[str | None]
    """The place in free text, or its IATA code."""
    end_location: NotRequired[str | None]
    """The place in free text, or its IATA code."""


class SingleEvent(RawSegmentFields, GatheringFields, SingleSegmentFields):
    """A raw segment of type Event; source is "manual" if omitted."""

    type: NotRequired[Literal["Event"]]
    """Type of segment."""
    start_location: NotRequired[str | None]
    """The place in free text, or its IATA code."""
    end_location: NotRequired[str | None]
    """The place in free text, or its IATA code."""


class SingleCheckin(RawSegmentFields, CheckinFields, SingleSegmentFields):
    """A raw segment of type Checkin; source is "manual" if omitted."""

    type: NotRequired[Literal["Checkin"]]
    """Type of segment."""


SingleSegment: TypeAlias = SingleAir | SingleHotel | SingleCar | SingleRail | SingleCruise | SingleFerry | SingleTransport | SingleParking | SingleRestaurant | SingleActivity | SingleMeeting | SingleEvent | SingleCheckin


class TripEvent(TypedDict):
    """An event of a trip."""

    id: str
    """Id of the event: the same on every attempt and replay."""
    created: Instant
    """When it happened."""
    api_version: str
    """API version of `data.object`."""
    test: NotRequired[bool]
    """True: about a test member, or made up by a ping; otherwise absent."""
    type: Literal["trip.created", "trip.updated", "trip.cancelled", "trip.merged", "trip.split", "trip.deleted"]
    """What happened."""
    member_id: Id
    """Id of the member."""
    sequence: int
    """Increases by one with every event of the member."""
    resource_id: str
    """Id of the trip."""
    data: TripEventData | TruncatedEventData
    """The change; `truncated` says that the resource is too large to be part of it."""


class SegmentEvent(TypedDict):
    """An event of a segment."""

    id: str
    """Id of the event: the same on every attempt and replay."""
    created: Instant
    """When it happened."""
    api_version: str
    """API version of `data.object`."""
    test: NotRequired[bool]
    """True: about a test member, or made up by a ping; otherwise absent."""
    type: Literal["segment.created", "segment.updated", "segment.cancelled", "segment.delayed", "segment.gate_changed", "segment.merged", "segment.deleted"]
    """What happened."""
    member_id: Id
    """Id of the member."""
    sequence: int
    """Increases by one with every event of the member."""
    resource_id: str
    """Id of the segment."""
    data: SegmentEventData | TruncatedEventData
    """The change; `truncated` says that the resource is too large to be part of it."""


class BatchEvent(TypedDict):
    """An event of a batch."""

    id: str
    """Id of the event: the same on every attempt and replay."""
    created: Instant
    """When it happened."""
    api_version: str
    """API version of `data.object`."""
    test: NotRequired[bool]
    """True: about a test member, or made up by a ping; otherwise absent."""
    type: Literal["batch.processed"]
    """What happened."""
    member_id: Id
    """Id of the member."""
    sequence: int
    """Increases by one with every event of the member."""
    resource_id: str
    """Id of the batch."""
    data: BatchEventData | TruncatedEventData
    """The change; `truncated` says that the resource is too large to be part of it."""


class AccountEvent(TypedDict):
    """An event of an account."""

    id: str
    """Id of the event: the same on every attempt and replay."""
    created: Instant
    """When it happened."""
    api_version: str
    """API version of `data.object`."""
    test: NotRequired[bool]
    """True: about a test member, or made up by a ping; otherwise absent."""
    type: Literal["account.created", "account.updated", "account.deleted"]
    """What happened."""
    member_id: Id
    """Id of the member."""
    sequence: int
    """Increases by one with every event of the member."""
    resource_id: str
    """Id of the account."""
    data: AccountEventData | TruncatedEventData
    """The change; `truncated` says that the resource is too large to be part of it."""


class MemberEvent(TypedDict):
    """An event of a member."""

    id: str
    """Id of the event: the same on every attempt and replay."""
    created: Instant
    """When it happened."""
    api_version: str
    """API version of `data.object`."""
    test: NotRequired[bool]
    """True: about a test member, or made up by a ping; otherwise absent."""
    type: Literal["member.updated"]
    """What happened."""
    member_id: Id
    """Id of the member."""
    sequence: int
    """Increases by one with every event of the member."""
    resource_id: str
    """Id of the member."""
    data: MemberEventData | TruncatedEventData
    """The change; `truncated` says that the resource is too large to be part of it."""


class DeauthorizedEvent(TypedDict):
    """An event of a member who no longer authorises the application."""

    id: str
    """Id of the event: the same on every attempt and replay."""
    created: Instant
    """When it happened."""
    api_version: str
    """API version of `data.object`."""
    test: NotRequired[bool]
    """True: about a test member, or made up by a ping; otherwise absent."""
    type: Literal["member.deauthorized", "member.deleted"]
    """What happened."""
    member_id: Id
    """Id of the member."""
    sequence: None
    """Null: outside the sequence of a member."""
    resource_id: str
    """Id of the member who no longer authorises the application."""
    data: DeauthorizedEventData
    """The change."""


class CallbackEvent(TypedDict):
    """An event of a callback."""

    id: str
    """Id of the event: the same on every attempt and replay."""
    created: Instant
    """When it happened."""
    api_version: str
    """API version of `data.object`."""
    test: NotRequired[bool]
    """True: about a test member, or made up by a ping; otherwise absent."""
    type: Literal["callback.ping", "callback.disabled", "callback.exhausted"]
    """What happened."""
    member_id: None
    """Null: it concerns no member."""
    sequence: None
    """Null: outside the sequence of a member."""
    resource_id: str
    """Id of the callback."""
    data: CallbackEventData
    """The change."""


Event: TypeAlias = TripEvent | SegmentEvent | BatchEvent | AccountEvent | MemberEvent | DeauthorizedEvent | CallbackEvent
"""A change that was pushed or can be read from the log; `type` says what `data.object` is."""


class TripEventData(TypedDict):
    """The change."""

    object: Trip
    previous_attributes: dict[str, Any] | None
    """Earlier values of the fields that changed; empty for a new resource."""
    changed_fields: list[str]
    """Names of the fields that changed."""
    material: bool | None
    """Whether the change matters to the traveller."""
    moved: EventMoved
    merged_from: NotRequired[list[Id]]
    """Of trip.merged and trip.updated: trips that were merged into this one."""
    split_into: NotRequired[list[Id]]
    """Of trip.split: trips that were made from this one."""
    truncated: NotRequired[Literal[False]]
    """Never true here: `object` is the whole resource."""


class SegmentEventData(TypedDict):
    """The change."""

    object: Segment
    previous_attributes: dict[str, Any] | None
    """Earlier values of the fields that changed; empty for a new resource."""
    changed_fields: list[str]
    """Names of the fields that changed."""
    material: bool | None
    """Whether the change matters to the traveller."""
    moved: EventMoved
    truncated: NotRequired[Literal[False]]
    """Never true here: `object` is the whole resource."""


class BatchEventData(TypedDict):
    """The change."""

    object: Batch
    previous_attributes: dict[str, Any] | None
    """Earlier values of the fields that changed; empty for a new resource."""
    changed_fields: list[str]
    """Names of the fields that changed."""
    material: bool | None
    """Whether the change matters to the traveller."""
    moved: EventMoved
    truncated: NotRequired[Literal[False]]
    """Never true here: `object` is the whole resource."""


class AccountEventData(TypedDict):
    """The change."""

    object: Account
    previous_attributes: dict[str, Any] | None
    """Earlier values of the fields that changed; empty for a new resource."""
    changed_fields: list[str]
    """Names of the fields that changed."""
    material: bool | None
    """Whether the change matters to the traveller."""
    moved: EventMoved
    truncated: NotRequired[Literal[False]]
    """Never true here: `object` is the whole resource."""


class MemberEventData(TypedDict):
    """The change."""

    object: Member
    previous_attributes: dict[str, Any] | None
    """Earlier values of the fields that changed; empty for a new resource."""
    changed_fields: list[str]
    """Names of the fields that changed."""
    material: bool | None
    """Whether the change matters to the traveller."""
    moved: EventMoved
    truncated: NotRequired[Literal[False]]
    """Never true here: `object` is the whole resource."""


class DeauthorizedEventData(TypedDict):
    """The change."""

    object: DeauthorizedEventDataObject
    """The resource, by its id."""
    previous_attributes: dict[str, Any] | None
    """Earlier values of the fields that changed; empty for a new resource."""
    changed_fields: list[str]
    """Names of the fields that changed."""
    material: bool | None
    """Whether the change matters to the traveller."""
    moved: EventMoved
    truncated: NotRequired[Literal[False]]
    """Never true here: `object` is the whole resource."""


class DeauthorizedEventDataObject(TypedDict):
    """The resource, by its id."""

    id: str
    """Id of the resource."""


class CallbackEventData(TypedDict):
    """The change."""

    object: Callback
    previous_attributes: dict[str, Any] | None
    """Earlier values of the fields that changed; empty for a new resource."""
    changed_fields: list[str]
    """Names of the fields that changed."""
    material: bool | None
    """Whether the change matters to the traveller."""
    moved: EventMoved
    truncated: NotRequired[Literal[False]]
    """Never true here: `object` is the whole resource."""


class ThinEvent(TypedDict):
    """An event without its data, for webhooks with `payload: "thin"`."""

    id: str
    """Id of the event: the same on every attempt and replay."""
    created: Instant
    """When it happened."""
    api_version: str
    """API version of `data.object`."""
    test: NotRequired[bool]
    """True: about a test member, or made up by a ping; otherwise absent."""
    type: EventType
    """What happened."""
    member_id: Id | None
    """Id of the member."""
    sequence: int | None
    """As in the full event."""
    resource_id: str
    """Id of the resource."""
    url: str | None
    """Where to read the resource, with a token of the member or application."""


EventType: TypeAlias = Literal["trip.created", "trip.updated", "trip.cancelled", "trip.merged", "trip.split", "trip.deleted", "segment.created", "segment.updated", "segment.cancelled", "segment.delayed", "segment.gate_changed", "segment.merged", "segment.deleted", "batch.processed", "account.created", "account.updated", "account.deleted", "member.updated", "member.deauthorized", "member.deleted", "callback.ping", "callback.disabled", "callback.exhausted"]


EventMoved: TypeAlias = list[Literal["time", "place", "gate", "terminal", "seat", "cancellation", "other"]]
"""What the change moved for the traveller; empty: nothing."""


class TruncatedEventData(TypedDict):
    """The data of an event that would be too large: the resource by its id alone."""

    object: DeauthorizedEventDataObject
    """The resource, by its id."""
    previous_attributes: dict[str, Any] | None
    """Earlier values of the fields that changed; empty for a new resource."""
    changed_fields: list[str]
    """Names of the fields that changed."""
    material: bool | None
    """Whether the change matters to the traveller."""
    moved: EventMoved
    truncated: Literal[True]
    """The data would exceed 256 KiB: read the resource."""


class Callback(TypedDict):
    """A webhook endpoint of the application."""

    id: Id
    """Id of the webhook."""
    url: str
    """Where events are sent: https, port 443 or 8443. A service set up for development (DEV) also takes http, any port and addresses of its own machine. user:password@ is sent as HTTP Basic and never shown again."""
    events: list[SubscribedEvent]
    """Types of the events it receives; `*`: all."""
    description: str | None
    """Your own note about the webhook."""
    status: Literal["Active", "Disabled"]
    """Whether events are sent to the webhook."""
    ordered: Literal["none", "member"]
    """Whether events are sent in order."""
    max_in_flight: int
    """Most requests at the same time."""
    rate_per_second: float | None
    """Attempts started per second, at least 0.001; null: no limit."""
    timeout_ms: int
    """Milliseconds within which the endpoint must answer."""
    payload: Literal["full", "thin"]
    """What is sent; `thin`: without `data`, but with the `url` of the resource."""
    signature: Literal["v1", "v1a"]
    """How requests are signed; `v1a`: also with a key pair of the service, whose public half verifies."""
    filter: EventFilter | None
    """Conditions on those events; null: none."""
    test: bool
    """True: it gets only the events of your test members; false: only all other events."""
    header_names: list[str]
    """Names of the custom headers."""
    disabled_reason: str | None
    """Why it is Disabled: `gone`, `requested` by an answer, `failing` for days, `suspended` because the service fails to prepare events for it, mostly by its filter, `by the application`, or `by the developer` in the console."""
    signing_secret: NotRequired[str]
    """Verifies what is sent; only in the answers to create and rotate."""
    previous_secret_expires: Instant | None
    """Until when the previous secret signs too."""
    health: CallbackHealth
    """Whether the endpoint answers, and when it is tried next."""
    failure_count: int
    """Failed attempts since the last success."""
    last_delivery: Instant | None
    """When an event was last delivered."""
    last_status_code: int | None
    """HTTP status of the latest answer."""
    created: Instant
    """When it was registered."""
    updated: Instant
    """When it was last changed."""


SubscribedEvent: TypeAlias = Literal["*", "trip.created", "trip.updated", "trip.cancelled", "trip.merged", "trip.split", "trip.deleted", "segment.created", "segment.updated", "segment.cancelled", "segment.delayed", "segment.gate_changed", "segment.merged", "segment.deleted", "batch.processed", "account.created", "account.updated", "account.deleted", "member.updated", "member.deauthorized", "member.deleted", "callback.ping", "callback.disabled", "callback.exhausted"]


class CallbackHealth(TypedDict):
    """Whether the endpoint answers, and when it is tried next."""

    state: Literal["healthy", "failing", "paused", "probing"]
    """Health of the webhook."""
    reason: str | None
    """The reason, in a sentence."""
    since: Instant | None
    """Since when it is paused."""
    next_attempt: Instant | None
    """When the next attempt is made; null: no delivery waits."""


class EventFilter(TypedDict):
    """Further conditions on events of the subscribed types."""

    material: NotRequired[bool]
    """True: updates only if they are material (`data.material`)."""
    moved: NotRequired[list[Literal["time", "place", "gate", "terminal", "seat", "cancellation", "other"]]]
    """Updates only if they move one of these (`data.moved`)."""
    changed_fields: NotRequired[list[str]]
    """Updates only if they change one of these fields (`data.changed_fields`)."""
    segment_types: NotRequired[list[SegmentType]]
    """Segment events only of segments of these types."""


class CallbackChange(TypedDict):
    """Settings of a webhook to change; what is omitted stays as it is."""

    url: NotRequired[str]
    """Where events are sent: https, port 443 or 8443. A service set up for development (DEV) also takes http, any port and addresses of its own machine. user:password@ is sent as HTTP Basic and never shown again."""
    events: NotRequired[list[CallbackCreateEvent]]
    """Types of the events to receive; `*`: all, also those to come. `trip.*` and the like stand for the types of today, which the answer lists."""
    description: NotRequired[str | None]
    """Your own note about the webhook."""
    status: NotRequired[Literal["Active", "Disabled"]]
    """Whether events are sent to the webhook."""
    ordered: NotRequired[Literal["none", "member"]]
    """Whether events are sent in order."""
    max_in_flight: NotRequired[int]
    """Most requests at the same time."""
    rate_per_second: NotRequired[float | None]
    """Attempts started per second, at least 0.001; null: no limit."""
    timeout_ms: NotRequired[int]
    """Milliseconds within which the endpoint must answer."""
    payload: NotRequired[Literal["full", "thin"]]
    """What is sent; `thin`: without `data`, but with the `url` of the resource."""
    signature: NotRequired[Literal["v1", "v1a"]]
    """How requests are signed; `v1a`: also with a key pair of the service, whose public half verifies."""
    filter: NotRequired[EventFilter | None]
    """Conditions on those events; null: none."""
    headers: NotRequired[dict[str, str] | None]
    """Sent with every request, at most 10; they replace the present ones and are never shown again."""


class CallbackCreate(TypedDict):
    """A webhook to register. Defaults: Active, all events (`*`), no order, no rate limit, no filter, no test, 10 requests at a time, 15000 ms, full payload, signature v1."""

    url: str
    """Where events are sent: https, port 443 or 8443. A service set up for development (DEV) also takes http, any port and addresses of its own machine. user:password@ is sent as HTTP Basic and never shown again."""
    events: NotRequired[list[CallbackCreateEvent]]
    """Types of the events to receive; `*`: all, also those to come. `trip.*` and the like stand for the types of today, which the answer lists."""
    description: NotRequired[str | None]
    """Your own note about the webhook."""
    status: NotRequired[Literal["Active", "Disabled"]]
    """Whether events are sent to the webhook."""
    ordered: NotRequired[Literal["none", "member"]]
    """Whether events are sent in order."""
    max_in_flight: NotRequired[int]
    """Most requests at the same time."""
    rate_per_second: NotRequired[float | None]
    """Attempts started per second, at least 0.001; null: no limit."""
    timeout_ms: NotRequired[int]
    """Milliseconds within which the endpoint must answer."""
    payload: NotRequired[Literal["full", "thin"]]
    """What is sent; `thin`: without `data`, but with the `url` of the resource."""
    signature: NotRequired[Literal["v1", "v1a"]]
    """How requests are signed; `v1a`: also with a key pair of the service, whose public half verifies."""
    filter: NotRequired[EventFilter | None]
    """Conditions on those events; null: none."""
    headers: NotRequired[dict[str, str] | None]
    """Sent with every request, at most 10; they replace the present ones and are never shown again."""
    test: NotRequired[bool]
    """True: it gets only the events of your test members; false: only all other events."""


CallbackCreateEvent: TypeAlias = Literal["*", "trip.created", "trip.updated", "trip.cancelled", "trip.merged", "trip.split", "trip.deleted", "segment.created", "segment.updated", "segment.cancelled", "segment.delayed", "segment.gate_changed", "segment.merged", "segment.deleted", "batch.processed", "account.created", "account.updated", "account.deleted", "member.updated", "member.deauthorized", "member.deleted", "callback.ping", "callback.disabled", "callback.exhausted", "trip.*", "segment.*", "batch.*", "account.*", "member.*", "callback.*"]


class CallbackReplay(TypedDict):
    """The events to send again."""

    since: NotRequired[str | None]
    """Events from this instant or day on."""
    until: NotRequired[str | None]
    """Events before this instant or day."""
    types: NotRequired[list[CallbackReplayType] | None]
    """Only events of these types; `trip.*`: all of trips."""
    only: NotRequired[Literal["all", "undelivered"]]
    """Which of them; `all` if omitted."""
    dry_run: NotRequired[bool]
    """True: they are only counted."""


CallbackReplayType: TypeAlias = Literal["trip.created", "trip.updated", "trip.cancelled", "trip.merged", "trip.split", "trip.deleted", "segment.created", "segment.updated", "segment.cancelled", "segment.delayed", "segment.gate_changed", "segment.merged", "segment.deleted", "batch.processed", "account.created", "account.updated", "account.deleted", "member.updated", "member.deauthorized", "member.deleted", "callback.ping", "callback.disabled", "callback.exhausted", "trip.*", "segment.*", "batch.*", "account.*", "member.*", "callback.*"]


class CallbackPing(TypedDict):
    """The test event to send."""

    type: NotRequired[EventType]
    """Type of the test event; `callback.ping` if omitted."""


class Delivery(TypedDict):
    """An event on its way to a webhook."""

    event_id: str
    """Id of the event."""
    callback_id: Id
    """Id of the webhook."""
    type: str
    """Type of the event."""
    resource_id: str | None
    """Id of the resource that changed."""
    member_id: Id | None
    """Id of the member; null: the event concerns none."""
    state: DeliveryState
    """State of the delivery."""
    attempts: int
    """Number of attempts made."""
    waits_for: Literal["turn", "retry", "endpoint", "rate", "earlier_event", "enabling"] | None
    """What it waits for; null: it has ended."""
    next_attempt: Instant | None
    """When the next attempt is made, as far as that is known."""
    last_attempt: Instant | None
    """When it was last attempted."""
    last_status_code: int | None
    """HTTP status of the answer; null: there was none."""
    last_error: str | None
    """Why there was no answer: `refused` (the address is not allowed), `dns`, `connect`, `tls`, `reset`, `timeout` or `protocol`."""
    event_created: Instant
    """When the event happened."""


DeliveryState: TypeAlias = Literal["pending", "retrying", "delivered", "exhausted", "gone", "aborted", "failed", "skipped_disabled"]


class DeliveryDetail(Delivery):
    """A delivery with its attempts."""

    attempt_log: list[Attempt]
    """Its attempts of the last 30 days."""


class Attempt(TypedDict):
    """An attempt to deliver an event."""

    no: int
    """Number of the attempt, from 1."""
    at: Instant
    """When it was made."""
    state: str
    """State of the delivery after it."""
    status_code: int | None
    """HTTP status of the answer; null: there was none."""
    error: str | None
    """Why there was no answer: `refused` (the address is not allowed), `dns`, `connect`, `tls`, `reset`, `timeout` or `protocol`."""
    address: str | None
    """IP address that it was sent to."""
    duration_ms: int
    """Milliseconds until the answer or the failure."""
    next_attempt: Instant | None
    """When the next one is due."""
    request: AttemptRequest
    """What was sent."""
    response: AttemptResponse
    """What the endpoint answered."""


class AttemptRequest(TypedDict):
    """What was sent."""

    headers: dict[str, str]
    """Its headers, without credentials and custom ones."""
    body: Any
    """The event as it was sent; null while the member does not authorise the application."""


class AttemptResponse(TypedDict):
    """What the endpoint answered."""

    body: str | None
    """Its body, at most 16 kB."""


class ErrorBody(TypedDict):
    """An error."""

    error: ErrorCode
    """Code from a closed list."""
    error_description: str
    """What is wrong, in a sentence."""
    hint: NotRequired[str]
    """What was probably meant, or where the right value is found."""
    errors: NotRequired[list[FieldError]]
    """All errors of the body."""


ErrorCode: TypeAlias = Literal["invalid_request", "invalid_token", "insufficient_scope", "access_denied", "https_required", "not_found", "method_not_allowed", "not_acceptable", "conflict", "cursor_expired", "precondition_failed", "payload_too_large", "unsupported_media_type", "idempotency_key_reused", "rate_limited", "server_error", "temporarily_unavailable"]


class Problem(TypedDict):
    """An error in the form of RFC 9457, for clients that accept application/problem+json."""

    type: str
    """about:blank."""
    title: str
    """Title of the HTTP status."""
    status: int
    """The HTTP status."""
    detail: str
    """What is wrong, in a sentence."""
    instance: str
    """The request id as a URN."""
    error: ErrorCode
    """Code from a closed list."""
    error_description: str
    """What is wrong, in a sentence."""
    hint: NotRequired[str]
    """What was probably meant, or where the right value is found."""
    errors: list[ProblemItem]
    """All errors of the body."""


class OAuthError(TypedDict):
    """An error as in RFC 6749 5.2."""

    error: OAuthErrorCode
    """Code from a closed list."""
    error_description: str
    """What is wrong, as a sentence in plain ASCII."""


OAuthErrorCode: TypeAlias = Literal["invalid_request", "invalid_client", "invalid_grant", "invalid_scope", "invalid_target", "invalid_dpop_proof", "unauthorized_client", "unsupported_grant_type", "unsupported_token_type", "method_not_allowed", "payload_too_large", "rate_limited", "server_error", "temporarily_unavailable"]


class ListTripsQuery(TypedDict):
    start: NotRequired[str]
    """Only entries that end at or after this. A date, a UTC date-time, or `today`, `yesterday`, `tomorrow` (days of UTC)."""
    end: NotRequired[str]
    """Only entries that begin before this. A date, a UTC date-time, or `today`, `yesterday`, `tomorrow` (days of UTC)."""
    since: NotRequired[str]
    """Only entries updated at or after this instant, UTC. Includes cancelled, merged and deleted resources."""
    until: NotRequired[str]
    """Only entries updated before this instant, UTC."""
    status: NotRequired[list[Literal["Active", "Cancelled", "Merged", "Deleted"]]]
    """Status of the trip; Active if omitted. Separate several with commas."""
    privacy: NotRequired[list[Literal["Private", "Buddies Only", "Public"]]]
    """Privacy of the trip. Separate several with commas."""
    purpose: NotRequired[Literal["Personal", "Business"]]
    """Trips that the member marked as personal, or as business."""
    segments: NotRequired[Literal[0, 1]]
    """1: each trip with its segments, in order of start."""
    limit: NotRequired[int]
    """Entries per page: 20 if omitted, at most 100. A greater number is lowered to 100."""
    offset: NotRequired[int]
    """Entries to skip at the beginning, at most 10,000; ignored with a cursor, which has no such limit."""
    cursor: NotRequired[str]
    """Where to continue: an opaque string from the Link header (rel="next") of the page before, for the same list with the same other parameters. Entries that are added meanwhile do not shift it."""


class CreateTripBody(TypedDict):
    """A trip made by hand."""

    headline: NotRequired[str | None]
    """The member's own title."""
    destination: NotRequired[str | None]
    """Main destination, instead of the computed one."""
    privacy: NotRequired[Literal["Private", "Buddies Only", "Public"] | None]
    """Who may see it."""
    personal: NotRequired[bool | None]
    """Whether the trip is personal."""
    business: NotRequired[bool | None]
    """Whether the trip is business."""
    notes: NotRequired[list[str] | None]
    """The member's notes; they replace the present ones."""
    begin_datetime: NotRequired[WallTime | None]
    """Local time it begins, instead of the first start."""
    end_datetime: NotRequired[WallTime | None]
    """Local time it ends, instead of the latest end."""
    segment_ids: NotRequired[list[Id]]
    """Segments that belong to the trip, whatever the grouping rules say."""


class GetCurrentTripQuery(TypedDict):
    segments: NotRequired[Literal[0, 1]]
    """1: each trip with its segments, in order of start."""


class GetTripQuery(TypedDict):
    segments: NotRequired[Literal[0, 1]]
    """1: each trip with its segments, in order of start."""
    follow: NotRequired[Literal[0, 1]]
    """1: for a Merged resource, returns the one that it was merged into."""


class MergeTripsBody(TypedDict):
    """Trips to merge."""

    trip_ids: list[Id]
    """Trips to merge into this one."""


class SplitTripBody(TypedDict):
    """Segments to split off."""

    segment_ids: list[Id]
    """Segments to move to a new trip."""


class ListSegmentsQuery(TypedDict):
    type: NotRequired[SegmentType]
    """Type of the segment."""
    source: NotRequired[str]
    """Id of the winning source."""
    status: NotRequired[list[Literal["Active", "Pending", "Cancelled", "Merged", "Deleted"]]]
    """Status of the segment; Active if omitted. Separate several with commas."""
    start: NotRequired[str]
    """Only entries that end at or after this. A date, a UTC date-time, or `today`, `yesterday`, `tomorrow` (days of UTC)."""
    end: NotRequired[str]
    """Only entries that begin before this. A date, a UTC date-time, or `today`, `yesterday`, `tomorrow` (days of UTC)."""
    since: NotRequired[str]
    """Only entries updated at or after this instant, UTC. Includes cancelled, merged and deleted resources."""
    until: NotRequired[str]
    """Only entries updated before this instant, UTC."""
    confirmation_no: NotRequired[str]
    """The confirmation number of the segment, or a locator of any of its bookings; case, spaces, dashes and labels of locators are ignored."""
    unfiled: NotRequired[Literal[0, 1]]
    """1: only segments without a trip."""
    provenance: NotRequired[Literal[0, 1]]
    """1: with the source of every field."""
    limit: NotRequired[int]
    """Entries per page: 50 if omitted, at most 100. A greater number is lowered to 100."""
    offset: NotRequired[int]
    """Entries to skip at the beginning, at most 10,000; ignored with a cursor, which has no such limit."""
    cursor: NotRequired[str]
    """Where to continue: an opaque string from the Link header (rel="next") of the page before, for the same list with the same other parameters. Entries that are added meanwhile do not shift it."""


class GetSegmentQuery(TypedDict):
    provenance: NotRequired[Literal[0, 1]]
    """1: with the source of every field."""
    follow: NotRequired[Literal[0, 1]]
    """1: for a Merged resource, returns the one that it was merged into."""


SegmentTypeInPath: TypeAlias = Literal["air", "hotel", "car", "rail", "cruise", "ferry", "transport", "parking", "restaurant", "activity", "meeting", "event", "checkin"]


class SubmitDocumentQuery(TypedDict):
    source: NotRequired[str]
    """Id of the source of all its segments; omitted: the one that the document names."""
    appointments: NotRequired[Literal[0, 1]]
    """1: appointments other than travel become Meeting segments."""
    dry_run: NotRequired[Literal[0, 1]]
    """1: the document is read and shown, and becomes a batch only when you submit it."""


class ListDocumentsQuery(TypedDict):
    limit: NotRequired[int]
    """Entries per page: 20 if omitted, at most 100. A greater number is lowered to 100."""
    cursor: NotRequired[str]
    """Where to continue: an opaque string from the Link header (rel="next") of the page before, for the same list with the same other parameters. Entries that are added meanwhile do not shift it."""


class DocumentSummary(TypedDict):
    """A document, without its parts and segments."""

    id: Id
    """Id of the document."""
    status: Literal["received", "reading", "read", "nothing_read", "failed"]
    """Its progress."""
    name: str | None
    """Name of its file."""
    media_type: str | None
    """Its media type, as it was sent."""
    size: int
    """Its bytes."""
    source: str | None
    """Source of its segments, as requested; null: the one that the document names."""
    received: Instant
    """When it arrived."""
    dry_run: bool
    """It is submitted by POST /v2/documents/{document_id}/submit."""
    format: Literal["schema-org", "icalendar", "pnr", "boarding-pass", "exports", "order", "mail"] | None
    """The format it was read as."""
    error_description: str | None
    """Why nothing was read, in a sentence."""
    batches: list[Id]
    """Batches of its segments, in order, of at most 500 each; the first is known from the beginning. Empty if nothing was read, and with dry_run until it is submitted."""


class Document(TypedDict):
    """A document and the result of reading it."""

    id: Id
    """Id of the document."""
    status: Literal["received", "reading", "read", "nothing_read", "failed"]
    """Its progress."""
    name: str | None
    """Name of its file."""
    media_type: str | None
    """Its media type, as it was sent."""
    size: int
    """Its bytes."""
    source: str | None
    """Source of its segments, as requested; null: the one that the document names."""
    received: Instant
    """When it arrived."""
    dry_run: bool
    """It is submitted by POST /v2/documents/{document_id}/submit."""
    format: Literal["schema-org", "icalendar", "pnr", "boarding-pass", "exports", "order", "mail"] | None
    """The format it was read as."""
    error_description: str | None
    """Why nothing was read, in a sentence."""
    batches: list[Id]
    """Batches of its segments, in order, of at most 500 each; the first is known from the beginning. Empty if nothing was read, and with dry_run until it is submitted."""
    parts: list[DocumentPart] | None
    """All its parts, in order; null: not read yet."""
    segments: list[RawSegment] | None
    """The segments that were read, until it is submitted; null: submitted, or nothing was read."""


class DocumentPart(TypedDict):
    """A part of a document, and its result."""

    at: str
    """Where it is, such as line 3, row 12, or the path of an element."""
    result: Literal["read", "incomplete", "refused", "ignored"]
    """What became of it."""
    segment: int | None
    """Position in the batch, from 0; null: none."""
    problems: list[DocumentPartProblem]
    """What was not read; empty when all of it was."""


class DocumentPartProblem(TypedDict):
    """Something that was not read."""

    field: str | None
    """Field of the segment, or name in the document; null: the whole part."""
    description: str
    """What was not read and why, in a sentence that names the fix."""


class ConfirmDocumentBody(TypedDict):
    """Segments that replace those that were read."""

    segments: NotRequired[list[RawSegment]]
    """The raw segments, in any order."""


class ListAccountsQuery(TypedDict):
    status: NotRequired[list[Literal["Active", "Paused", "NeedsAttention", "Removed"]]]
    """Status of the account; all but Removed if omitted. Separate several with commas."""
    classification: NotRequired[SourceClassification]
    """Class of the source, in upper or lower case."""
    limit: NotRequired[int]
    """Entries per page: 100 if omitted, at most 100. A greater number is lowered to 100."""
    offset: NotRequired[int]
    """Entries to skip at the beginning, at most 10,000; ignored with a cursor, which has no such limit."""
    cursor: NotRequired[str]
    """Where to continue: an opaque string from the Link header (rel="next") of the page before, for the same list with the same other parameters. Entries that are added meanwhile do not shift it."""


class ListSourcesQuery(TypedDict):
    q: NotRequired[str]
    """Part of a name or id."""
    classification: NotRequired[SourceClassification]
    """Class of the source, in upper or lower case."""
    segment_type: NotRequired[SegmentType]
    """Only sources that report this type of segment."""
    limit: NotRequired[int]
    """Entries per page: 100 if omitted, at most 500. A greater number is lowered to 500."""
    offset: NotRequired[int]
    """Entries to skip at the beginning, at most 10,000; ignored with a cursor, which has no such limit."""
    cursor: NotRequired[str]
    """Where to continue: an opaque string from the Link header (rel="next") of the page before, for the same list with the same other parameters. Entries that are added meanwhile do not shift it."""


class SearchCitiesQuery(TypedDict):
    q: str
    """Name, code or part of a name, 2 to 100 characters."""
    limit: NotRequired[int]
    """Entries per page: 10 if omitted, at most 50. A greater number is lowered to 50."""
    offset: NotRequired[int]
    """Entries to skip at the beginning, at most 10,000; ignored with a cursor, which has no such limit."""
    cursor: NotRequired[str]
    """Where to continue: an opaque string from the Link header (rel="next") of the page before, for the same list with the same other parameters. Entries that are added meanwhile do not shift it."""


class CreateCalendarFeedBody(TypedDict):
    """A calendar address to create."""

    name: NotRequired[str | None]
    """A name to recognise it by."""


class NewCalendarFeed(TypedDict):
    """A new calendar address."""

    id: Id
    """Id of the address."""
    name: str | None
    """Its name."""
    created: Instant
    """When it was created."""
    last_used: Instant | None
    """When it was last read, to the hour."""
    url: str
    """The address with its secret: shown once."""


class CalendarFeed(TypedDict):
    """A calendar address. Its secret is not shown again."""

    id: Id
    """Id of the address."""
    name: str | None
    """Its name."""
    created: Instant
    """When it was created."""
    last_used: Instant | None
    """When it was last read, to the hour."""


class GetCalendarQuery(TypedDict):
    feed: NotRequired[str]
    """Secret of a calendar address, instead of an access token."""


class FeedDay(TypedDict):
    """All feeds of the application on a day."""

    day: str
    """The day, UTC."""
    feeds: int
    """Feeds: one for each request."""
    open_feeds: int
    """Feeds that are open now."""
    lines: int
    """Lines that were read and answered, not counting blank ones."""
    accepted: int
    """Lines answered with 202, repeated ones included."""
    rejected: int
    """The other lines."""
    account_lines: int
    """Accepted lines for loyalty accounts. Whether anybody has the number is never disclosed."""
    documents: int
    """Accepted lines with a document."""
    document_results: FeedDayDocumentResults
    """What became of its documents, while they are kept."""
    bytes: int
    """Bytes that were read, decompressed."""
    first_line: Instant | None
    """When the first line was answered."""
    last_line: Instant | None
    """When the last line was answered."""
    fold_lag_ms: int | None
    """The longest delay of folding while lines were accepted, in milliseconds: of the slowest part of the service, so an upper bound for a line."""
    rejections: list[FeedDayRejection]
    """By code, the most frequent first."""


class FeedDayDocumentResults(TypedDict):
    """What became of its documents, while they are kept."""

    waiting: int
    """Not read yet."""
    read: int
    """Read completely."""
    partly_read: int
    """Read in part."""
    nothing_read: int
    """Read, and nothing was found."""
    failed: int
    """Could not be read."""


class FeedDayRejection(TypedDict):
    """Rejected lines with the same code."""

    code: str
    """Code of the first error of a line, as in the response to the feed."""
    lines: int
    """Lines that were rejected with it; each counts once."""


class ListFeedReportsQuery(TypedDict):
    limit: NotRequired[int]
    """Entries per page: 50 if omitted, at most 100. A greater number is lowered to 100."""
    cursor: NotRequired[str]
    """Where to continue: an opaque string from the Link header (rel="next") of the page before, for the same list with the same other parameters. Entries that are added meanwhile do not shift it."""


class FeedReport(TypedDict):
    """One feed on a day."""

    id: Id
    """Id of the feed."""
    request_id: str | None
    """X-Request-Id of the feed. Null: this entry is the sum of all further feeds of the day on one node."""
    started: Instant
    """When it was started."""
    ended: Instant | None
    """When it ended. Null: it is open, went on the next day, or the service stopped before it ended."""
    day: str
    """The day, UTC."""
    feeds: int
    """Feeds: one for each request."""
    open_feeds: int
    """Feeds that are open now."""
    lines: int
    """Lines that were read and answered, not counting blank ones."""
    accepted: int
    """Lines answered with 202, repeated ones included."""
    rejected: int
    """The other lines."""
    account_lines: int
    """Accepted lines for loyalty accounts. Whether anybody has the number is never disclosed."""
    documents: int
    """Accepted lines with a document."""
    document_results: FeedDayDocumentResults
    """What became of its documents, while they are kept."""
    bytes: int
    """Bytes that were read, decompressed."""
    first_line: Instant | None
    """When the first line was answered."""
    last_line: Instant | None
    """When the last line was answered."""
    fold_lag_ms: int | None
    """The longest delay of folding while lines were accepted, in milliseconds: of the slowest part of the service, so an upper bound for a line."""
    rejections: list[FeedReportRejection]
    """By code, the most frequent first."""


class FeedReportRejection(TypedDict):
    """Rejected lines with the same code."""

    code: str
    """Code of the first error of a line, as in the response to the feed."""
    lines: int
    """Lines that were rejected with it; each counts once."""
    examples: list[int]
    """Numbers of the first of these lines, in the feed."""


class OpenApiDocument(TypedDict):
    """An OpenAPI document."""

    openapi: str
    """Version of OpenAPI."""


class FeedLine(TypedDict):
    """One line of a feed: JSON without a line feed inside."""

    member_id: NotRequired[str]
    """A member who has authorised the application. Send either this or account."""
    account: NotRequired[FeedLineAccount]
    """A loyalty account of a source that the feed role of the application names: the line goes to the member whose number it is, or waits 30 days for one. Name the traveller in the segments."""
    segments: NotRequired[list[RawSegment]]
    """The raw segments, in any order."""
    document: NotRequired[FeedLineDocument]
    """A document to be read in place of segments."""
    mode: NotRequired[Literal["merge", "replace"]]
    """merge if omitted. replace: for every source and confirmation_no in the batch, earlier legs that are not in it count as cancelled by that source."""
    key: NotRequired[str]
    """Idempotency key of the line, unique within the application for 24 hours."""


class FeedLineAccount(TypedDict):
    """A loyalty account of a source that the feed role of the application names: the line goes to the member whose number it is, or waits 30 days for one. Name the traveller in the segments."""

    source: str
    """Id of a source of GET /v2/sources."""
    account_id: str
    """The loyalty number."""


class FeedLineDocument(TypedDict):
    """A document to be read in place of segments."""

    text: NotRequired[str]
    """The document, if it is text. Send either this or base64."""
    base64: NotRequired[str]
    """Its bytes in base64."""
    media_type: NotRequired[str]
    """Its media type; omitted: recognised by content."""
    name: NotRequired[str]
    """Name of its file."""
    source: NotRequired[str]
    """Id of the source of all its segments; omitted: that of the account, else the one that the document names."""


class FeedSegmentsQuery(TypedDict):
    first_line: NotRequired[int]
    """Number of the first line, when a file is continued; answers and reports count from it."""


class FeedAnswer1(TypedDict):
    """The line is accepted."""

    line: int
    """Number of the line, from 1."""
    key: NotRequired[str]
    """Its key, if it has one."""
    status: Literal[202]
    """Accepted: it is stored."""
    batch_id: str
    """Id of the batch it went into; lines of one member may share it."""
    replayed: NotRequired[Literal[True]]
    """Accepted before under this key; this is the first response."""
    segments: AcceptedBatch


class FeedAnswer2(TypedDict):
    """The line with a document is accepted."""

    line: int
    """Number of the line, from 1."""
    key: NotRequired[str]
    """Its key, if it has one."""
    status: Literal[202]
    """Accepted: it is stored."""
    document_id: str
    """Id of the document: GET /v2/documents/{document_id}."""
    replayed: NotRequired[Literal[True]]
    """Accepted before under this key; this is the first response."""


class FeedAnswer3(TypedDict):
    """A segment of the line has an error; nothing of the line was accepted."""

    line: int
    """Number of the line, from 1."""
    key: NotRequired[str]
    """Its key, if it has one."""
    status: Literal[400]
    """Refused."""
    segments: RefusedBatch


class FeedAnswer4(TypedDict):
    """The line is not accepted."""

    line: int
    """Number of the line, from 1."""
    key: NotRequired[str]
    """Its key, if it has one."""
    status: int
    """The HTTP status that a single request would get."""
    error: ErrorCode
    """Code of the error."""
    error_description: str
    """The error in a sentence, with the way to fix it."""
    hint: NotRequired[str]
    """What was probably meant, or where to look."""
    errors: NotRequired[list[FieldError]]
    """All errors of the line, if its fields are wrong."""
    retry_after: NotRequired[int]
    """Seconds to wait before it is sent again."""


FeedAnswer: TypeAlias = FeedAnswer1 | FeedAnswer2 | FeedAnswer3 | FeedAnswer4


class ListEventsQuery(TypedDict):
    limit: NotRequired[int]
    """Entries per page: 100 if omitted, at most 100. A greater number is lowered to 100."""
    cursor: NotRequired[str]
    """Where to continue: an opaque string from the Link header (rel="next") of the page before, for the same list with the same other parameters. Entries that are added meanwhile do not shift it."""
    type: NotRequired[list[CallbackReplayType]]
    """Type of the event; `trip.*`: all of trips. Separate several with commas."""
    member_id: NotRequired[str]
    """Only events of this member."""
    resource_id: NotRequired[str]
    """Only events of this resource."""
    since: NotRequired[str]
    """Only entries updated at or after this instant, UTC. Includes cancelled, merged and deleted resources."""
    undelivered: NotRequired[Literal[0, 1]]
    """1: only events that some webhook of the application has not accepted."""
    material: NotRequired[Literal[0, 1]]
    """1: updates only if they are material."""
    moved: NotRequired[list[Literal["time", "place", "gate", "terminal", "seat", "cancellation", "other"]]]
    """Updates only if they move one of these. Separate several with commas."""
    changed_field: NotRequired[str]
    """Updates only if they change one of these fields, separated by commas."""
    segment_type: NotRequired[list[SegmentType]]
    """Segment events only of segments of these types. Separate several with commas."""


class RedeliverEventBody(TypedDict):
    callback_id: NotRequired[Id | None]
    """The webhook to send it to; null or omitted: all that subscribe to its type."""


class Redelivery(TypedDict):
    """What was queued."""

    event_id: str
    """Id of the event."""
    callbacks: list[Id]
    """The webhooks it is queued for."""


class RotateCallbackSecretBody(TypedDict):
    overlap_seconds: NotRequired[int]
    """How long both secrets sign; a day by default, at least 6 seconds."""


class ListDeliveriesQuery(TypedDict):
    limit: NotRequired[int]
    """Entries per page: 50 if omitted, at most 100. A greater number is lowered to 100."""
    cursor: NotRequired[str]
    """Where to continue: an opaque string from the Link header (rel="next") of the page before, for the same list with the same other parameters. Entries that are added meanwhile do not shift it."""
    state: NotRequired[DeliveryState]
    """State of the delivery."""
    status_code: NotRequired[int]
    """HTTP status of the last attempt."""
    type: NotRequired[list[CallbackReplayType]]
    """Type of the event; `trip.*`: all of trips. Separate several with commas."""
    resource_id: NotRequired[str]
    """Only events of this resource."""
    since: NotRequired[str]
    """Only entries updated at or after this instant, UTC. Includes cancelled, merged and deleted resources."""
    until: NotRequired[str]
    """Only entries updated before this instant, UTC."""


class Replay(TypedDict):
    """The result of a replay."""

    count: int
    """Number of events."""
    dry_run: bool
    """Whether they were only counted."""


class GetTokensBody(TypedDict):
    """A token request."""

    grant_type: Literal["authorization_code", "refresh_token", "client_credentials"]
    """The grant."""
    client_id: NotRequired[str]
    """Client id; omit it with HTTP Basic."""
    client_secret: NotRequired[str]
    """Client secret; omit it with HTTP Basic."""
    code: NotRequired[str]
    """The authorization code."""
    redirect_uri: NotRequired[str]
    """The registered redirect URL; needed with a code."""
    code_verifier: NotRequired[str]
    """Needed with a code that was requested with a challenge (RFC 7636)."""
    refresh_token: NotRequired[str]
    """The refresh token."""
    scope: NotRequired[str]
    """With a refresh token: scopes for the new access token, of those that the member allowed; the refresh token keeps them all. Ignored with other grants."""
    resource: NotRequired[str]
    """What the access token is for (RFC 8707): {base_url}, as without it, or {base_url}/mcp for the tools for assistants. A token request may not name another one than the authorization request."""


class Tokens(TypedDict):
    """Tokens."""

    access_token: str
    """The access token."""
    expires_in: int
    """Seconds until it expires: one day."""
    token_type: Literal["bearer", "DPoP"]
    """DPoP if the request had a proof."""
    scope: str
    """What the access token allows, separated by spaces; empty: everything."""
    refresh_token: str
    """Valid for a year and for one use, which returns a new one."""


class RevokeTokenBody(TypedDict):
    """A token to revoke."""

    token: str
    """The token."""
    token_type_hint: NotRequired[str]
    """Ignored."""
    client_id: NotRequired[str]
    """Client id; omit it with HTTP Basic."""
    client_secret: NotRequired[str]
    """Client secret; omit it with HTTP Basic."""


class AuthorizationServer(TypedDict):
    """Metadata, with more fields than these."""

    issuer: str
    """The issuer."""
    authorization_endpoint: str
    """Where to send the member."""
    token_endpoint: str
    """Where to get tokens."""


class ProtectedResource(TypedDict):
    """Metadata, with more fields than these."""

    resource: str
    """Its identifier, the `resource` of a token request."""
    authorization_servers: list[str]
    """Who issues tokens for it."""


class KeySet(TypedDict):
    """A key set."""

    keys: list[KeySetKey]
    """The keys that sign now, or did until lately."""


class KeySetKey(TypedDict):
    """A key."""

    kid: str
    """Id of the key."""
    kty: str
    """Type of the key."""
    alg: str
    """Algorithm."""


class GetWebhookKeysAnswer(TypedDict):
    """The key set of webhooks."""

    keys: list[GetWebhookKeysAnswerKey]
    """The keys that sign now, are about to, or did until lately."""


class GetWebhookKeysAnswerKey(TypedDict):
    """A public key of webhooks."""

    kid: str
    """Id of the key."""
    kty: str
    """Type of the key."""
    alg: str
    """Algorithm."""
    crv: str
    """Curve."""
    x: str
    """The public key: 32 bytes in base64url."""
    whpk: str
    """The public key as Standard Webhooks writes it: `whpk_` and base64."""


class AuthorizeQuery(TypedDict):
    client_id: str
    """The application's client id."""
    response_type: Literal["code"]
    """code."""
    redirect_uri: str
    """The registered redirect URL, compared exactly."""
    state: str
    """Your own value that protects against request forgery; it is returned unchanged."""
    code_challenge: NotRequired[str]
    """SHA-256 of the code verifier, base64url (RFC 7636)."""
    code_challenge_method: NotRequired[Literal["S256"]]
    """S256."""
    scope: NotRequired[str]
    """What to ask for, separated by spaces: trips:read, trips:write, profile:read, profile:write, accounts, calendar. Absent or empty: everything."""
    resource: NotRequired[str]
    """What the access token is for (RFC 8707): {base_url}, as without it, or {base_url}/mcp for the tools for assistants. A token request may not name another one than the authorization request."""
    dpop_jkt: NotRequired[str]
    """Thumbprint of the DPoP key that the code is bound to (RFC 9449 10)."""
