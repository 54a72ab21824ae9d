/**
 * Each field stands once, in its segment type, and the tables derived from it are those that the rules
 * rely on.
 */
import t from 'tap'
import { SEGMENT_DEFINITIONS } from '../../../schemas/segment/catalog.js'
import { SEGMENT_SLOTS } from '../../../schemas/segment/field-slots.js'
import { commonFields } from '../../../schemas/segment/fields/common.js'
import { fieldGroupOf } from '../../../schemas/segment/fields/field-entry.js'
import { SEGMENT_TYPES } from '../../../schemas/segment/fields/segment-types.js'
import { SEGMENT_KINDS } from '../../../schemas/segment/segment-kinds.js'

const list = (text: string): string[] => text.trim().split(/\s+/)

const COMMON = list(`
    last_name travelers confirmation_no booking_confirmation_no booking_agent number_of_pax phone
    support_phone support_url price currency notes metadata`)
const GATHERING = list(`
    activity_name activity_type start_datetime end_datetime start_name start_address1 start_address2
    start_city_name start_admin_code start_postal_code start_country start_lat start_lon start_city_code end_name
    end_address1 end_address2 end_city_name end_admin_code end_postal_code end_country end_lat
    end_lon end_city_code venue organizer is_all_day start_time_zone_id end_time_zone_id event_url seat_assignment ticket_number
    ticket_barcode ticket_valid_from ticket_valid_until change_url cancel_url first_name`)
const OWN: Record<string, string[]> = {
  Air: list(`
    airline flight_num origin destination origin_name destination_name origin_code origin_city_name origin_city_code origin_admin_code origin_country origin_lat origin_lon destination_code destination_city_name destination_city_code destination_admin_code destination_country destination_lat destination_lon departure_datetime arrival_datetime departure_time_zone_id
    arrival_time_zone_id seat_assignment class_of_service cabin ticket_number meal stops
    equipment_code departure_terminal departure_gate arrival_terminal arrival_gate
    baggage_belt departure_estimated_datetime departure_actual_datetime arrival_estimated_datetime arrival_actual_datetime operating_airline
    operating_flight_num boarding_group boarding_sequence boarding_datetime ticket_barcode checkin_url change_url cancel_url first_name`),
  Hotel: list(`
    hotel_name checkin_date checkout_date checkin_time checkout_time address1 address2 city_name
    admin_code postal_code country lat lon city_code number_of_rooms number_of_guests room_type
    room_description rate_description rate rate_type cancellation_policy hotel_chain property_code
    time_zone_id checkin_url change_url cancel_url first_name`),
  Car: list(`
    car_company pickup_datetime dropoff_datetime pickup_location dropoff_location pickup_name pickup_code pickup_address1
    pickup_address2 pickup_city_name pickup_admin_code pickup_postal_code pickup_country pickup_lat
    pickup_lon pickup_city_code pickup_phone pickup_hours dropoff_name dropoff_code dropoff_address1 dropoff_address2 dropoff_city_name
    dropoff_admin_code dropoff_postal_code dropoff_country dropoff_lat dropoff_lon dropoff_city_code dropoff_phone
    dropoff_hours car_type car_description loyalty_no pickup_time_zone_id dropoff_time_zone_id
    checkin_url change_url cancel_url first_name`),
  Rail: list(`
    rail_line train_number origin destination origin_name destination_name origin_code origin_city_name origin_city_code origin_admin_code origin_country origin_lat origin_lon destination_code destination_city_name destination_city_code destination_admin_code destination_country destination_lat destination_lon departure_datetime
    arrival_datetime departure_time_zone_id arrival_time_zone_id coach seat_assignment
    class_of_service ticket_number departure_platform arrival_platform departure_estimated_datetime departure_actual_datetime arrival_estimated_datetime arrival_actual_datetime
    operating_rail_line
    boarding_group boarding_sequence boarding_datetime ticket_barcode ticket_valid_from ticket_valid_until checkin_url change_url cancel_url first_name`),
  Cruise: list(`
    cruise_line ship_name embark_datetime disembark_datetime embark_name embark_code embark_address1 embark_address2
    embark_city_name embark_admin_code embark_postal_code embark_country embark_lat embark_lon embark_city_code
    disembark_name disembark_code disembark_address1 disembark_address2 disembark_city_name disembark_admin_code
    disembark_postal_code disembark_country disembark_lat disembark_lon disembark_city_code cabin_no cabin_type dining
    port_calls embark_time_zone_id disembark_time_zone_id boarding_group boarding_sequence boarding_datetime ticket_barcode checkin_url change_url cancel_url first_name`),
  Ferry: list(`
    ferry_line ferry_number ship_name start_datetime end_datetime start_location start_name start_code start_address1 start_address2 start_city_name start_admin_code start_postal_code start_country start_lat start_lon start_city_code end_location end_name end_code end_address1 end_address2 end_city_name end_admin_code end_postal_code end_country end_lat end_lon end_city_code start_estimated_datetime start_actual_datetime end_estimated_datetime end_actual_datetime deck seat_assignment cabin_no cabin_type class_of_service ticket_number vehicle_description licence_plate meeting_instructions start_time_zone_id end_time_zone_id boarding_group boarding_sequence boarding_datetime ticket_barcode ticket_valid_from ticket_valid_until checkin_url change_url cancel_url first_name`),
  Transport: list(`
    transport_company transport_type start_datetime end_datetime start_location start_name start_code
    start_address1 start_address2 start_city_name start_admin_code start_postal_code start_country
    start_lat start_lon start_city_code end_location end_name end_code end_address1 end_address2 end_city_name end_admin_code
    end_postal_code end_country end_lat end_lon end_city_code coach seat_assignment ticket_number vehicle_description meeting_instructions
    start_time_zone_id end_time_zone_id boarding_group boarding_sequence boarding_datetime ticket_barcode ticket_valid_from ticket_valid_until checkin_url change_url cancel_url first_name`),
  Parking: list(`
    parking_name start_datetime end_datetime address1 address2 city_name admin_code postal_code
    country lat lon city_code licence_plate space_no time_zone_id ticket_barcode change_url cancel_url first_name`),
  Restaurant: list(`
    restaurant_name start_datetime end_datetime address1 address2 city_name admin_code postal_code
    country lat lon city_code dress_code time_zone_id change_url cancel_url first_name`),
  Activity: GATHERING,
  Meeting: GATHERING,
  Event: GATHERING,
  Checkin: list(`
    place_name checkin_datetime address1 address2 city_name admin_code postal_code country lat lon city_code
    checkin_provider time_zone_id first_name`),
}

/** vendor, number, name, start, end, startZone, endZone, from (text format prefix), to; `-` for none. */
const KINDS: Record<string, string> = {
  Air: 'airline flight_num - departure_datetime arrival_datetime departure_time_zone_id arrival_time_zone_id origin/code/origin_ destination/code/destination_',
  Hotel: 'hotel_chain - hotel_name checkin_date checkout_date time_zone_id time_zone_id -/-/- -',
  Car: 'car_company - - pickup_datetime dropoff_datetime pickup_time_zone_id dropoff_time_zone_id pickup_location/free/pickup_ dropoff_location/free/dropoff_',
  Rail: 'rail_line train_number - departure_datetime arrival_datetime departure_time_zone_id arrival_time_zone_id origin/station/origin_ destination/station/destination_',
  Cruise:
    'cruise_line - ship_name embark_datetime disembark_datetime embark_time_zone_id disembark_time_zone_id -/-/embark_ -/-/disembark_',
  Ferry:
    'ferry_line ferry_number ship_name start_datetime end_datetime start_time_zone_id end_time_zone_id start_location/free/start_ end_location/free/end_',
  Transport:
    'transport_company - - start_datetime end_datetime start_time_zone_id end_time_zone_id start_location/free/start_ end_location/free/end_',
  Parking: '- - parking_name start_datetime end_datetime time_zone_id time_zone_id location/free/- -',
  Restaurant: '- - restaurant_name start_datetime end_datetime time_zone_id time_zone_id location/free/- -',
  Activity:
    '- - activity_name start_datetime end_datetime start_time_zone_id end_time_zone_id start_location/free/start_ end_location/free/end_',
  Meeting:
    '- - activity_name start_datetime end_datetime start_time_zone_id end_time_zone_id start_location/free/start_ end_location/free/end_',
  Event:
    '- - activity_name start_datetime end_datetime start_time_zone_id end_time_zone_id start_location/free/start_ end_location/free/end_',
  Checkin: '- - place_name checkin_datetime - time_zone_id time_zone_id -/-/- -',
}

const GROUPS: Record<string, string[]> = {
  schedule: list(`
    departure_estimated_datetime departure_actual_datetime arrival_estimated_datetime arrival_actual_datetime
    start_estimated_datetime start_actual_datetime end_estimated_datetime end_actual_datetime
    arrival_datetime arrival_time_zone_id boarding_datetime checkin_date checkin_datetime checkin_time checkout_date
    checkout_time departure_datetime departure_time_zone_id disembark_datetime
    disembark_time_zone_id dropoff_datetime dropoff_time_zone_id embark_datetime embark_time_zone_id
    end_datetime end_time_zone_id is_all_day pickup_datetime pickup_time_zone_id start_datetime
    start_time_zone_id ticket_valid_from ticket_valid_until time_zone_id`),
  locator: list(`
    booking_agent booking_confirmation_no confirmation_no ticket_number`),
  price: list(`
    currency price rate rate_description rate_type`),
  seat: list(`
    cabin cabin_no cabin_type class_of_service coach deck room_description room_type seat_assignment
    space_no`),
  names: list(`
    first_name last_name`),
  place: list(`
    destination_code disembark_code dropoff_code embark_code end_code origin_code pickup_code start_code destination_admin_code origin_admin_code
    address1 address2 admin_code city_code city_name country destination_city_code
    destination_city_name destination_country destination_lat destination_lon disembark_address1
    disembark_address2 disembark_admin_code disembark_city_code disembark_city_name
    disembark_country disembark_lat disembark_lon disembark_postal_code dropoff_address1
    dropoff_address2 dropoff_admin_code dropoff_city_code dropoff_city_name dropoff_country
    dropoff_lat dropoff_location dropoff_lon dropoff_postal_code embark_address1 embark_address2
    embark_admin_code embark_city_code embark_city_name embark_country embark_lat embark_lon
    embark_postal_code end_address1 end_address2 end_admin_code end_city_code end_city_name
    end_country end_lat end_location end_lon end_postal_code lat lon origin_city_code
    origin_city_name origin_country origin_lat origin_lon pickup_address1 pickup_address2
    pickup_admin_code pickup_city_code pickup_city_name pickup_country pickup_lat pickup_location
    pickup_lon pickup_postal_code postal_code start_address1 start_address2 start_admin_code
    start_city_code start_city_name start_country start_lat start_location start_lon
    start_postal_code venue`),
}

const LEADERS: Record<string, string> = {
  address2: 'address1',
  arrival_time_zone_id: 'arrival_datetime',
  currency: 'price',
  departure_time_zone_id: 'departure_datetime',
  destination_lon: 'destination_lat',
  disembark_address2: 'disembark_address1',
  disembark_lon: 'disembark_lat',
  disembark_postal_code: 'disembark_address1',
  disembark_time_zone_id: 'disembark_datetime',
  dropoff_address2: 'dropoff_address1',
  dropoff_lon: 'dropoff_lat',
  dropoff_postal_code: 'dropoff_address1',
  dropoff_time_zone_id: 'dropoff_datetime',
  embark_address2: 'embark_address1',
  embark_lon: 'embark_lat',
  embark_postal_code: 'embark_address1',
  embark_time_zone_id: 'embark_datetime',
  end_address2: 'end_address1',
  end_lon: 'end_lat',
  end_postal_code: 'end_address1',
  end_time_zone_id: 'end_datetime',
  first_name: 'last_name',
  lon: 'lat',
  origin_lon: 'origin_lat',
  pickup_address2: 'pickup_address1',
  pickup_lon: 'pickup_lat',
  pickup_postal_code: 'pickup_address1',
  pickup_time_zone_id: 'pickup_datetime',
  postal_code: 'address1',
  start_address2: 'start_address1',
  start_lon: 'start_lat',
  start_postal_code: 'start_address1',
  start_time_zone_id: 'start_datetime',
}

t.test('documents show the fields of each type in their order, then the common ones', (t) => {
  t.same(SEGMENT_TYPES, Object.keys(OWN))
  for (const type of SEGMENT_TYPES) {
    const shown = SEGMENT_SLOTS[type].shown.map(({ name }) => name)
    t.same(shown, [...OWN[type]!, ...COMMON], type)
  }
  t.end()
})

t.test('a field stands once', (t) => {
  const place = (names: { text: string | null; format: string | null; prefix: string } | null): string =>
    names === null ? '-' : [names.text, names.format, names.prefix].map((name) => name || '-').join('/')
  for (const type of SEGMENT_TYPES) {
    const { fields, schema } = SEGMENT_DEFINITIONS[type]
    const shared = Object.keys(fields).filter((name) => name in commonFields)
    t.same(shared, [], `${type} repeats no common field`)
    const roles = Object.values(fields).flatMap(({ role }) => role ?? [])
    t.equal(new Set(roles).size, roles.length, `no role of ${type} has two fields`)
    const submitted = Object.keys(fields).filter((name) => fields[name]!.presence !== 'documentOnly')
    t.same(
      new Set(Object.keys(schema.properties)),
      new Set(['type', ...Object.keys(commonFields), ...submitted]),
      `the schema of ${type} has its fields`,
    )
    const kind = SEGMENT_KINDS[type]
    const { vendor, number, name, start, end, startZone, endZone } = kind
    const single = [vendor, number, name, start, end, startZone, endZone].map((field) => field ?? '-')
    t.equal([...single, place(kind.from), place(kind.to)].join(' '), KINDS[type], `roles of ${type}`)
  }
  t.end()
})

t.test('each field of a type has a slot of its own', (t) => {
  for (const type of SEGMENT_TYPES) {
    const { fields, byName } = SEGMENT_SLOTS[type]
    t.same(
      fields.map(({ slot }) => slot),
      fields.map((_field, i) => i),
      type,
    )
    const declared = [...Object.keys(SEGMENT_DEFINITIONS[type].fields), ...Object.keys(commonFields)]
    t.same(new Set(byName.keys()), new Set(declared.filter((name) => name !== 'source')), `fields of ${type}`)
  }
  t.end()
})

t.test('fields are merged in groups, and followers with their leader', (t) => {
  const unmerged = new Set<string>()
  for (const { fields, byName } of Object.values(SEGMENT_SLOTS))
    for (const { name, entry } of fields) {
      if (entry.merged === false) unmerged.add(name)
      t.equal(entry.mergesWith, LEADERS[name], `leader of ${name}`)
      if (entry.mergesWith !== undefined) t.ok(byName.has(entry.mergesWith), `${name} has its leader`)
      if (entry.merged === false) continue
      const expected = Object.keys(GROUPS).find((one) => GROUPS[one]!.includes(name)) ?? null
      t.equal(fieldGroupOf(entry), expected, `group of ${name}`)
    }
  t.same([...unmerged].sort(), [
    'entry_id',
    'entry_version',
    'gds_status',
    'status',
    'supplier_updated',
    'travelers',
  ])
  t.end()
})
