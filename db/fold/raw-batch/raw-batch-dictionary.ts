/**
 * The preset dictionary of stored messages: deflate refers to it as if it preceded the text, so that a small
 * message need not hold its own field names. Frozen: what was written with a dictionary can only be read with
 * the same one. To change it, add another with the next number and keep this one. What is most frequent stands
 * last, where references are shortest.
 */
const FIELDS = [
  'boarding_group boarding_sequence ticket_barcode ticket_valid_from ticket_valid_until boarding_datetime',
  'checkin_url change_url cancel_url event_url embark_name embark_address1 embark_postal_code embark_lat',
  'embark_lon disembark_name disembark_city_code port_calls dining cabin_no cabin_type ship_name',
  'cruise_line embark_datetime disembark_datetime embark_city_name embark_country disembark_city_name',
  'disembark_country ferry_line ferry_number licence_plate vehicle_description deck meeting_instructions',
  'space_no parking_name location dress_code restaurant_name checkin_provider place_name checkin_datetime',
  'venue organizer is_all_day activity_type activity_name transport_company transport_type end_location',
  'end_name end_code end_address1 end_admin_code end_postal_code end_lat end_lon end_city_code',
  'start_location start_name start_code start_address1 start_address2 start_admin_code start_postal_code',
  'start_lat start_lon start_city_code start_city_name start_country start_time_zone_id end_city_name',
  'end_country end_time_zone_id start_datetime end_datetime loyalty_no car_description pickup_hours',
  'dropoff_hours pickup_phone dropoff_phone pickup_location dropoff_location pickup_admin_code',
  'pickup_postal_code pickup_address1 pickup_city_code dropoff_admin_code dropoff_postal_code',
  'dropoff_address1 pickup_lat pickup_lon dropoff_lat dropoff_lon pickup_time_zone_id dropoff_time_zone_id',
  'pickup_name dropoff_name pickup_code dropoff_code pickup_country dropoff_country pickup_city_name',
  'dropoff_city_name car_type car_company pickup_datetime dropoff_datetime property_code hotel_chain',
  'cancellation_policy rate_description rate_type room_description room_type time_zone_id address2',
  'postal_code operating_rail_line departure_platform arrival_platform coach rail_line train_number',
  'origin_code origin_admin_code origin_city_code origin_lat origin_lon destination_code',
  'destination_admin_code destination_city_code destination_lat destination_lon origin_name',
  'destination_name origin_city_name origin_country destination_city_name destination_country stops meal',
  'boarding equipment_code departure_gate arrival_gate departure_time_zone_id arrival_time_zone_id',
  'departure_terminal arrival_terminal operating_airline operating_flight_num ticket_number cabin',
  'class_of_service seat_assignment gds_status metadata notes support_url support_phone phone booking_agent',
  'booking_confirmation_no travelers',
]

const MESSAGES = [
  '{"envelope":{"first":1,"partial":true,"replaces":"","pin":"","expects":{"id":"","version":1},"account":""},',
  '"resource":{"kind":"segment","kind":"trip","id":""},"refusal":{"error":"not_found","error_description":"There is no',
  '"mode":"replace","status":"Cancelled","status":"Pending","type":"Activity","type":"Restaurant","type":"Parking",',
  '"type":"Ferry","type":"Transport","type":"Car","type":"Rail","source":"car_hertz","source":"rail_","source":"sabre",',
  '"source":"amadeus","source":"travelport","source":"concur","source":"expedia","source":"tmc_egencia",',
  '"source":"booking_com","currency":"EUR","currency":"GBP","country":"GB","country":"DE","country":"FR",',
  '{"segments":[{"type":"Hotel","status":"Active","source":"hotel_marriott","confirmation_no":"4","first_name":"",',
  '"last_name":"","supplier_updated":"2026-11-20T00:00:00Z","hotel_name":"Marriott Hotel","checkin_date":"2027-02-10",',
  '"checkout_date":"2027-02-13","checkin_time":"15:00","checkout_time":"11:00","rate":"","lat":"4","lon":"-","address1":"1 ',
  'Street","city_name":"New ","admin_code":"","country":"US","number_of_rooms":1,"number_of_guests":1}]}',
  '{"envelope":{"first":1,"count":2,"request":"req-"},"results":[["cancelled","23"],["held"],["updated","23"],["unchanged","2',
  '["merged","23"],["created","232"]]}\n{"segments":[{"type":"Air","status":"Active","source":"airline_","airline":"",',
  '"supplier_updated":"2026-11-21T00:00:00Z","airline":"","flight_num":"1","origin":"","destination":"","departure_datetime":',
  '"2027-01-20T07:30","arrival_datetime":"2027-01-20T09:45","number_of_pax":1},{"type":"Air","status":"Active","source":"',
  'airline_","confirmation_no":"","first_name":"","last_name":"","supplier_updated":"2026-12-01T00:00:00Z","airline":"',
  '","flight_num":"","origin":"","destination":"","departure_datetime":"2027-02-10T10:00","arrival_datetime":"2027-02-10T',
  '12:00","number_of_pax":1,"price":"1.00","currency":"USD"}]}',
]

/** By number, which is the first byte of a stored message. */
export const DICTIONARIES: ReadonlyMap<number, Buffer> = new Map([
  [1, Buffer.from(`"${FIELDS.join(' ').replaceAll(' ', '":"","')}":"",${MESSAGES.join('')}`)],
])
