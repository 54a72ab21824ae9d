/** How the objects of TripIt's API v1 become segments: one table of names (tripit-api-v1.xsd). */

/** Field of the segment, and where its value stands: in the segment, else in the object; the first that is there. */
export type FieldPaths = Readonly<Record<string, string | readonly string[]>>

export interface TripItKind {
  type: string
  /** It has segments of its own; else it is one. */
  hasSegments: boolean
  /** Where its travellers are. */
  people: string
  /** Its date and time objects. */
  start: string
  end: string | null
  /** A duration shows whether 00:00 is a time; without it, it is none. */
  duration?: string
  /** Prefix of the fields of a place, and the address object that fills them. */
  places: Readonly<Record<string, string>>
  fields: FieldPaths
}

const MOVEMENT = {
  hasSegments: true,
  people: 'Traveler',
  start: 'StartDateTime',
  end: 'EndDateTime',
} as const
const ONE = { hasSegments: false, start: 'StartDateTime', end: 'EndDateTime' } as const
const GATHERING = {
  ...ONE,
  people: 'Participant',
  places: { start_: 'Address' },
  fields: {
    activity_name: ['display_name', 'supplier_name'],
    venue: 'location_name',
    organizer: 'supplier_name',
  },
} as const

/** Where TripIt keeps the two locations of an object. @param start and `end`: prefixes of our fields */
const locations = (start: string, end: string): { places: Record<string, string>; names: FieldPaths } => ({
  places: { [start]: 'StartLocationAddress', [end]: 'EndLocationAddress' },
  names: { [`${start}name`]: 'start_location_name', [`${end}name`]: 'end_location_name' },
})
const RIDE = locations('start_', 'end_')
const RENTAL = locations('pickup_', 'dropoff_')

/** @param company the field of who runs it */
const ride = (type: string, company: string): TripItKind => ({
  ...MOVEMENT,
  type,
  places: RIDE.places,
  fields: {
    [company]: ['carrier_name', 'supplier_name'],
    ...RIDE.names,
    vehicle_description: 'vehicle_description',
    number_of_pax: 'number_passengers',
  },
})

/** By the name without `Object`, lower case. */
export const TRIPIT_KINDS: Readonly<Record<string, TripItKind>> = {
  air: {
    ...MOVEMENT,
    type: 'Air',
    duration: 'duration',
    places: {},
    fields: {
      airline: ['marketing_airline_code', 'marketing_airline', 'supplier_name'],
      flight_num: 'marketing_flight_number',
      origin: ['start_airport_code', 'start_city_name'],
      destination: ['end_airport_code', 'end_city_name'],
      seat_assignment: 'seats',
      cabin: 'service_class',
      meal: 'meal',
      equipment_code: 'aircraft',
      departure_terminal: ['start_terminal', 'Status.departure_terminal'],
      departure_gate: ['start_gate', 'Status.departure_gate'],
      arrival_terminal: ['end_terminal', 'Status.arrival_terminal'],
      arrival_gate: ['end_gate', 'Status.arrival_gate'],
      operating_airline: ['operating_airline_code', 'operating_airline'],
      operating_flight_num: 'operating_flight_number',
      checkin_url: 'check_in_url',
    },
  },
  rail: {
    ...MOVEMENT,
    type: 'Rail',
    duration: 'duration',
    places: { origin_: 'StartStationAddress', destination_: 'EndStationAddress' },
    fields: {
      rail_line: ['carrier_name', 'supplier_name'],
      train_number: 'train_number',
      origin: ['start_station_name', 'StartStationAddress.city', 'StartStationAddress.address'],
      destination: ['end_station_name', 'EndStationAddress.city', 'EndStationAddress.address'],
      coach: 'coach_number',
      seat_assignment: 'seats',
      class_of_service: 'service_class',
    },
  },
  transport: ride('Transport', 'transport_company'),
  ferry: ride('Ferry', 'ferry_line'),
  lodging: {
    ...ONE,
    type: 'Hotel',
    people: 'Guest',
    places: { '': 'Address' },
    fields: {
      hotel_name: ['supplier_name', 'display_name'],
      number_of_rooms: 'number_rooms',
      number_of_guests: 'number_guests',
      room_type: 'room_type',
      rate: 'booking_rate',
      cancellation_policy: 'restrictions',
    },
  },
  car: {
    ...ONE,
    type: 'Car',
    people: 'Driver',
    places: RENTAL.places,
    fields: {
      car_company: ['supplier_name', 'display_name'],
      ...RENTAL.names,
      pickup_phone: 'start_location_phone',
      pickup_hours: 'start_location_hours',
      dropoff_phone: 'end_location_phone',
      dropoff_hours: 'end_location_hours',
      car_type: 'car_type',
      car_description: 'car_description',
    },
  },
  restaurant: {
    ...ONE,
    type: 'Restaurant',
    people: 'ReservationHolder',
    start: 'DateTime',
    end: null,
    places: { '': 'Address' },
    fields: {
      restaurant_name: ['supplier_name', 'display_name'],
      dress_code: 'dress_code',
      number_of_pax: 'number_patrons',
    },
  },
  parking: {
    ...ONE,
    type: 'Parking',
    people: 'Driver',
    places: { '': 'Address' },
    fields: { parking_name: ['location_name', 'supplier_name', 'display_name'] },
  },
  activity: { ...GATHERING, type: 'Activity' },
  meeting: { ...GATHERING, type: 'Meeting' },
}

/** A detail that makes an object of one kind another one. */
export const TRIPIT_DETAILS: Readonly<Record<string, string>> = {
  'transport F': 'ferry',
  'activity M': 'meeting',
}

/** Objects that are no travel. */
export const TRIPIT_OTHERS: ReadonlySet<string> = new Set(['note', 'directions', 'map', 'weather'])

export const TRIPIT_COMMON: FieldPaths = {
  confirmation_no: ['confirmation_num', 'supplier_conf_num', 'record_locator'],
  booking_confirmation_no: 'booking_site_conf_num',
  booking_agent: 'booking_site_name',
  support_phone: 'booking_site_phone',
  support_url: 'booking_site_url',
  phone: 'supplier_phone',
  notes: 'notes',
}
