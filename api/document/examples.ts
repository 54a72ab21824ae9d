/** Examples of resources for the document: invented, whole, and valid against their schemas. */

export const segmentExample = {
  id: '58241077248003',
  member_id: '58240000000000',
  trip_id: '58241077248004',
  type: 'Air',
  status: 'Active',
  airline: 'DL',
  normalized_airline: 'DL',
  flight_num: '42',
  origin: 'JFK',
  destination: 'ZRH',
  departure_datetime: '2026-03-14T18:30:00',
  departure_time_zone_id: 'America/New_York',
  departure_time_zone: 'EDT',
  departure_datetime_utc: '2026-03-14T22:30:00+0000',
  arrival_datetime: '2026-03-15T08:05:00',
  arrival_time_zone_id: 'Europe/Zurich',
  arrival_time_zone: 'CET',
  arrival_datetime_utc: '2026-03-15T07:05:00+0000',
  confirmation_no: 'QHZBT8',
  duration: 515,
  distance: '6323.4',
  source: 'airline_dl',
  source_type: 'airline',
  sources: [{ source: 'airline_dl', raw_id: '58241077248001', confirmation_no: 'QHZBT8', status: 'Active', received: '2026-02-01T09:30:00+0000', supplier_updated: null }],
  bookings: [{ source: 'airline_dl', confirmation_no: 'QHZBT8', traveler: 'Ada Example', seat_assignment: '12A', status: 'Active' }],
  previous: null,
  is_connection: false,
  connection_minutes: null,
  possible_duplicate_of: [],
  warnings: [],
  replaces: null,
  replaced_by: null,
  merged_into: null,
  created: '2026-02-01T09:30:00+0000',
  updated: '2026-02-01T09:30:00+0000'
}

export const tripExample = {
  id: '58241077248004',
  member_id: '58240000000000',
  status: 'Active',
  first_name: 'Ada',
  last_name: 'Example',
  destination: 'Zürich',
  state: 'ZH',
  postal_code: null,
  country: 'CH',
  lat: '47.36667',
  lon: '8.55000',
  begin_datetime: '2026-03-14T18:30:00',
  begin_time_zone: 'EDT',
  begin_time_zone_id: 'America/New_York',
  begin_datetime_utc: '2026-03-14T22:30:00+0000',
  end_datetime: '2026-03-18T16:20:00',
  end_time_zone: 'EDT',
  end_time_zone_id: 'America/New_York',
  end_datetime_utc: '2026-03-18T20:20:00+0000',
  headline: null,
  display_name: 'Zürich, March 2026',
  privacy: 'Private',
  personal: false,
  business: true,
  verified: true,
  distance: '12646.8',
  duration: 3.9,
  destinations: [{
    city_name: 'Zürich', admin_code: 'ZH', country: 'CH', lat: '47.36667', lon: '8.55000',
    begin_datetime: '2026-03-15T08:05:00', end_datetime: '2026-03-18T12:55:00', nights: 3
  }],
  segment_types: ['Air'],
  segment_count: 2,
  warnings: [],
  overlaps_trip_ids: [],
  merged_into: null,
  split_from: null,
  url: 'https://localhost:8443/v2/trips/58241077248004',
  harvested: true,
  version: 3,
  created: '2026-02-01T09:30:00+0000',
  updated: '2026-02-01T09:31:00+0000',
  notes: []
}

export const memberExample = {
  id: '58240000000000',
  status: 'Active',
  first_name: 'Ada',
  last_name: 'Example',
  email: 'ada@example.com',
  gender: null,
  home_city: 'New York',
  home_city_lat: '40.71427',
  home_city_lon: '-74.00597',
  state: 'NY',
  zip: null,
  country: 'US',
  time_zone_id: 'America/New_York',
  home_airports: ['JFK', 'LGA', 'EWR'],
  homes: [{
    from: null, city: 'New York', admin_code: 'NY', country: 'US', lat: '40.71427', lon: '-74.00597', time_zone_id: 'America/New_York', airports: ['JFK', 'LGA', 'EWR']
  }],
  url: null,
  profile_image_url: null,
  created: '2026-01-05T08:00:00+0000',
  updated: '2026-01-05T08:00:00+0000'
}

export const sourceExample = {
  id: 'airline_dl',
  name: 'Delta Air Lines',
  classification: 'airline',
  segment_types: ['Air'],
  vendor_code: 'DL',
  priority: 10,
  status: 'Active',
  url: null,
  created: '2026-01-01T00:00:00+0000',
  updated: '2026-01-01T00:00:00+0000'
}

export const accountExample = {
  id: '58241077248010',
  member_id: '58240000000000',
  status: 'Active',
  source: 'airline_dl',
  name: 'Delta Air Lines',
  program_name: 'SkyMiles',
  classification: 'airline',
  account_id: '2039481123',
  home_page_url: null,
  phone: null,
  last_access: null,
  last_harvest_status: 'Never',
  loyalty_status: null,
  loyalty_level: 'Gold',
  loyalty_points: null,
  created: '2026-02-01T09:30:00+0000',
  updated: '2026-02-01T09:30:00+0000'
}

export const cityExample = {
  id: '2657896', name: 'Zürich', ascii_name: 'Zurich', city_code: 'ZRH', admin_code: 'ZH', admin_name: 'Zurich', country: 'CH',
  lat: '47.36667', lon: '8.55000', time_zone_id: 'Europe/Zurich', population: 341730
}

export const airportExample = {
  id: 'ZRH', iata_code: 'ZRH', icao_code: 'LSZH', name: 'Zürich Airport', city_name: 'Zürich', city_id: '2657896', city_code: 'ZRH', admin_code: 'ZH',
  country: 'CH', lat: '47.45806', lon: '8.54806', time_zone_id: 'Europe/Zurich', type: 'large_airport'
}

export const batchExample = {
  id: '58241077248000', status: 'processed',
  segments: [{ _id: 58241077248001, segment_id: '58241077248003', trip_id: '58241077248004', action: 'created' }]
}

export const pendingExample = { id: '58241077248000', status: 'pending', segments: [] }


const when = { source: 'manual', start_datetime: '2026-03-16T09:00', end_datetime: '2026-03-16T11:00', activity_name: 'Design review', start_city_name: 'Zürich', start_country: 'CH' }

/** A raw segment of each type. */
export const rawExamples: Record<string, Record<string, unknown>> = {
  Air: {
    type: 'Air', status: 'Active', source: 'airline_dl', airline: 'DL', flight_num: '42', origin: 'JFK', destination: 'ZRH',
    departure_datetime: '2026-03-14T18:30', arrival_datetime: '2026-03-15T08:05', confirmation_no: 'QHZBT8', number_of_pax: 1, seat_assignment: '12A',
    phone: '18002211212', price: '612.40', currency: 'USD'
  },
  Hotel: {
    type: 'Hotel', source: 'manual', hotel_name: 'Hotel Example', checkin_date: '2026-03-15', checkout_date: '2026-03-18', city_name: 'Zürich', country: 'CH',
    confirmation_no: '22455375', number_of_rooms: 1
  },
  Car: {
    type: 'Car', source: 'manual', car_company: 'Example Cars', pickup_datetime: '2026-03-15T09:00', dropoff_datetime: '2026-03-18T10:00', pickup_location: 'ZRH', car_type: 'Compact'
  },
  Rail: {
    type: 'Rail', source: 'manual', rail_line: 'SBB', origin: 'Zürich HB', destination: 'Bern', departure_datetime: '2026-03-16T08:02', arrival_datetime: '2026-03-16T08:58', train_number: '709'
  },
  Cruise: {
    type: 'Cruise', source: 'manual', cruise_line: 'Example Line', ship_name: 'Example Star', embark_datetime: '2026-07-01T16:00', disembark_datetime: '2026-07-08T08:00',
    embark_city_name: 'Genoa', embark_country: 'IT'
  },
  Transport: {
    type: 'Transport', source: 'manual', transport_company: 'Example Shuttle', transport_type: 'Shuttle', start_datetime: '2026-03-15T09:00', start_location: 'ZRH'
  },
  Parking: {
    type: 'Parking', source: 'manual', parking_name: 'Long Term Lot', start_datetime: '2026-03-14T15:00', end_datetime: '2026-03-18T17:00', location: 'JFK'
  },
  Restaurant: { type: 'Restaurant', source: 'manual', restaurant_name: 'Example Kitchen', start_datetime: '2026-03-15T19:30', city_name: 'Zürich', country: 'CH' },
  Activity: { type: 'Activity', ...when, activity_name: 'Boat tour' },
  Meeting: { type: 'Meeting', ...when },
  Event: { type: 'Event', ...when, activity_name: 'Example Summit', venue: 'Convention Center' },
  Checkin: { type: 'Checkin', source: 'manual', checkin_datetime: '2026-03-15T12:40', lat: '47.37700', lon: '8.54000', place_name: 'Example Cafe' }
}
