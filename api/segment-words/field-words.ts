/** What people call the fields of segments: labels of forms, and the same within sentences. */
import type { SegmentType } from '../../schemas/segment/fields/segment-types.js'

const WORDS: Readonly<Record<string, string>> = {
  'Air.origin': 'departure airport',
  'Air.destination': 'arrival airport',
  'Rail.origin': 'departure station',
  'Rail.destination': 'arrival station',
  origin: 'place of departure',
  activity_name: 'name',
  activity_type: 'kind',
  address1: 'address',
  address2: 'address, second line',
  admin_code: 'state or province',
  boarding_sequence: 'boarding number',
  booking_agent: 'booked through',
  booking_confirmation_no: "agent's booking number",
  cabin_no: 'cabin number',
  cancel_url: 'cancellation page',
  car_company: 'rental company',
  car_description: 'model',
  car_type: 'type of car',
  change_url: 'page to change the booking',
  checkin_provider: 'checked in with',
  checkin_url: 'online check-in page',
  city_code: 'city code (three letters)',
  city_name: 'city',
  class_of_service: 'class',
  code: 'station or port code',
  confirmation_no: 'booking number',
  country: 'country',
  equipment_code: 'aircraft',
  event_url: 'web page',
  ferry_line: 'ferry company',
  ferry_number: 'crossing number',
  flight_num: 'flight number',
  hours: 'opening hours',
  is_all_day: 'all day',
  lat: 'position',
  licence_plate: 'number plate',
  location: 'place',
  loyalty_no: 'loyalty number',
  name: 'place name',
  number_of_pax: 'number of travellers',
  operating_airline: 'operating airline',
  operating_flight_num: "operating airline's flight number",
  operating_rail_line: 'operating company',
  phone: 'telephone',
  postal_code: 'postcode',
  property_code: 'hotel code',
  rail_line: 'train company',
  seat_assignment: 'seat',
  space_no: 'space number',
  support_phone: 'support telephone',
  support_url: 'support page',
  time_zone_id: 'time zone',
  transport_company: 'company',
  transport_type: 'type of ride',
}

/** The ends of segments, by the prefix of their fields. */
const ENDS: Readonly<Record<string, string>> = {
  origin: 'departure',
  destination: 'arrival',
  departure: 'departure',
  arrival: 'arrival',
  start: 'start',
  end: 'end',
  pickup: 'pick-up',
  dropoff: 'return',
  embark: 'embarkation',
  disembark: 'disembarkation',
  checkin: 'check-in',
  checkout: 'check-out',
}

/** `departure time` of `departure_datetime`, `return: city` of `dropoff_city_name`. */
export function fieldWords(field: string, type?: SegmentType): string {
  const known = WORDS[`${type ?? ''}.${field}`] ?? WORDS[field]
  if (known !== undefined) return known
  const [, end = '', part = ''] = /^([a-z]+)_(.+)$/.exec(field) ?? []
  const [of, words] = [ENDS[end], WORDS[part]]
  if (of !== undefined && words !== undefined) return `${of}: ${words}`
  const rest = of === undefined ? field : `${of} ${part}`
  return rest.replace(/(?<=[_ ])datetime$/, 'time').replaceAll('_', ' ')
}

/** The same as a label: `Departure time`. */
export function fieldLabel(field: string, type?: SegmentType): string {
  const words = fieldWords(field, type)
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** A sentence of the API with the labels of fields in place of their names. */
export const labelled = (text: string, type?: SegmentType): string =>
  text.replace(/(?:Field )?"([a-z][a-z_0-9]*)"/g, (_, name: string) => `"${fieldLabel(name, type)}"`)
