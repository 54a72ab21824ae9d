/** Ways of saying where something is; each type's own file says which of them it takes. Document order. */
import { documentOnly, mapEntries, optional, prefixed } from './field-entry.js'
import type { FieldEntries, FieldEntry } from './field-entry.js'
import { latitude, longitude, text } from './field.js'

export const addressFields = {
  address1: optional(text(200, 'First line of the address.'), { group: 'place', material: true }),
  address2: optional(text(200, 'Second line of the address.'), { group: 'place', mergesWith: 'address1' }),
  city_name: optional(text(200, 'City.'), { group: 'place', material: true }),
  admin_code: optional(text(32, 'State or province.'), { group: 'place' }),
  postal_code: optional(text(32, 'Postal code.'), { group: 'place', mergesWith: 'address1' }),
  country: optional(text(100, 'Country, ISO 3166-1 alpha-2 code or name.'), { group: 'place' }),
  lat: optional(latitude('Latitude in degrees.'), { group: 'place' }),
  lon: optional(longitude('Longitude in degrees.'), { group: 'place', mergesWith: 'lat' }),
} satisfies FieldEntries

export const cityCode = optional(text(8, 'IATA code of the city.'), { group: 'place' })

/** The code of a station, port or stop. Each system has its own, so it is shown and not looked up. */
export const stationCode = optional(text(32, 'Code of the station, port or stop, in any code system.'), {
  group: 'place',
})

/** A place in free text, or its IATA code. */
export const locationText = text(200, 'The place in free text, or its IATA code.')
export const placeName = text(200, 'Name of the place.')

/** Where a station or an airport is. What is not sent is filled from the place that is found. */
const { city_name, admin_code, country, lat, lon } = addressFields
export const stationFields: FieldEntries = {
  code: stationCode,
  ...allMaterial({ city_name, city_code: cityCode, admin_code, country, lat, lon }),
}

/** A city without a street, which documents show all the same. */
export const portFields: FieldEntries = {
  address1: documentOnly(addressFields.address1),
  address2: documentOnly(addressFields.address2),
  city_name: addressFields.city_name,
  admin_code: documentOnly(addressFields.admin_code),
  postal_code: documentOnly(addressFields.postal_code),
  country: addressFields.country,
  lat: addressFields.lat,
  lon: addressFields.lon,
}

/** The fields, each of them material. */
export function allMaterial(fields: FieldEntries): FieldEntries {
  return mapEntries(fields, (entry) => ({ ...entry, material: true }))
}

const rideAddress = { ...addressFields, city_code: cityCode }

/** Both ends of a ride or crossing. Of the end, every field is material (RULES 7.6). */
export const rideEnds = {
  start_location: optional(locationText, { role: 'from', placeFormat: 'free', group: 'place' }),
  start_name: optional(placeName, { placeFormat: 'free', material: true }),
  start_code: stationCode,
  ...prefixed('start_', rideAddress),
  end_location: optional(locationText, {
    role: 'to',
    placeFormat: 'free',
    group: 'place',
    material: true,
  }),
  end_name: optional(placeName, { placeFormat: 'free', material: true }),
  end_code: stationCode,
  ...prefixed('end_', allMaterial(rideAddress)),
} satisfies FieldEntries

/** The time zones of both ends. */
export const rideZones = (schema: FieldEntry['schema']) =>
  ({
    start_time_zone_id: optional(schema, { role: 'startZone', mergesWith: 'start_datetime' }),
    end_time_zone_id: optional(schema, { role: 'endZone', mergesWith: 'end_datetime', material: true }),
  }) satisfies FieldEntries

/** What of `rideEnds` says where it starts; one of these has to be sent. */
export const RIDE_START = [
  ['start_location'],
  ['start_name'],
  ['start_address1'],
  ['start_city_name'],
  ['start_city_code'],
  ['start_code'],
  ['start_lat', 'start_lon'],
]
