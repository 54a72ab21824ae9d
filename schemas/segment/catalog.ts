/** The fields of each type in the order they are shown (RULES 1); absent ones are null in a document. */
import type { SegmentType } from './segment-kinds.js'

const list = (text: string): string[] => text.split(' ')
const COMMON = list(
  'first_name last_name travelers confirmation_no booking_confirmation_no booking_agent number_of_pax phone support_phone support_url price currency notes metadata',
)
const ADDRESS = list('address1 address2 city_name admin_code postal_code country')
const placed = (prefix: string): string[] => [...ADDRESS, 'lat', 'lon'].map((name) => `${prefix}${name}`)
const GATHERING = [
  ...list('activity_name activity_type start_datetime end_datetime start_name'),
  ...placed('start_'),
  'end_name',
  ...placed('end_'),
  ...list('venue organizer is_all_day start_time_zone_id end_time_zone_id'),
]

const OWN: Record<SegmentType, string[]> = {
  Air: list(
    'airline flight_num origin destination departure_datetime arrival_datetime departure_time_zone_id arrival_time_zone_id seat_assignment class_of_service cabin ticket_number meal stops equipment_code departure_terminal departure_gate arrival_terminal arrival_gate operating_airline operating_flight_num',
  ),
  Hotel: [
    ...list('hotel_name checkin_date checkout_date checkin_time checkout_time'),
    ...placed(''),
    ...list(
      'city_code number_of_rooms number_of_guests room_type room_description rate_description rate rate_type cancellation_policy hotel_chain property_code time_zone_id',
    ),
  ],
  Car: [
    ...list('car_company pickup_datetime dropoff_datetime pickup_location dropoff_location'),
    ...placed('pickup_'),
    ...list('pickup_phone pickup_hours'),
    ...placed('dropoff_'),
    ...list(
      'dropoff_phone dropoff_hours car_type car_description loyalty_no pickup_time_zone_id dropoff_time_zone_id',
    ),
  ],
  Rail: list(
    'rail_line train_number origin destination origin_name destination_name departure_datetime arrival_datetime departure_time_zone_id arrival_time_zone_id coach seat_assignment class_of_service ticket_number departure_platform arrival_platform operating_rail_line',
  ),
  Cruise: [
    ...list('cruise_line ship_name embark_datetime disembark_datetime'),
    ...placed('embark_'),
    ...placed('disembark_'),
    ...list('cabin_no cabin_type dining port_calls embark_time_zone_id disembark_time_zone_id'),
  ],
  Transport: [
    ...list('transport_company transport_type start_datetime end_datetime start_location start_name'),
    ...placed('start_'),
    ...list('end_location end_name'),
    ...placed('end_'),
    ...list('vehicle_description meeting_instructions start_time_zone_id end_time_zone_id'),
  ],
  Parking: [
    ...list('parking_name start_datetime end_datetime'),
    ...placed(''),
    ...list('licence_plate space_no time_zone_id'),
  ],
  Restaurant: [
    ...list('restaurant_name start_datetime end_datetime'),
    ...placed(''),
    ...list('dress_code time_zone_id'),
  ],
  Activity: GATHERING,
  Meeting: GATHERING,
  Event: GATHERING,
  Checkin: [...list('place_name checkin_datetime'), ...placed(''), ...list('checkin_provider time_zone_id')],
}

/** All fields of a type that a document shows. */
export const DOCUMENT_FIELDS: Record<SegmentType, string[]> = Object.fromEntries(
  Object.entries(OWN).map(([type, own]) => [type, [...own, ...COMMON]]),
) as Record<SegmentType, string[]>
