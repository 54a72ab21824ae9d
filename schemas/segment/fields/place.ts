/** Ways of saying where something is; which of them a type takes, its own file says. */
import { latitude, longitude, text } from './field.js'
import { streetFields } from './common.js'

export const cityFields = {
  city_name: text(200, 'City.'),
  city_code: text(8, 'IATA code of the city.'),
  country: text(100, 'Country, ISO 3166-1 alpha-2 code or name.'),
  lat: latitude('Latitude in degrees, as text.'),
  lon: longitude('Longitude in degrees, as text.'),
}

export const placeFields = { ...streetFields, ...cityFields }

export const namedPlaceFields = {
  name: text(200, 'Name of the place.'),
  location: text(200, 'The place in free text, or its IATA code.'),
  ...placeFields,
}
