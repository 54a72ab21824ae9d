/** Where an end of a segment is, from its fields and the reference data (RULES N5). */
import { normaliseText } from '../../../schemas/base/text.js'
import { isZone } from '../../../schemas/base/time-zone.js'
import type { PlaceFieldNames } from '../../../schemas/segment/segment-kinds.js'
import { distanceKm, NEAR_KM } from '../places/distance.js'
import type { Coordinates } from '../places/distance.js'
import { distanceBetween, isSameCity, nearestSpot } from '../places/place.js'
import { readableName } from '../lib/words.js'
import type { Place, Spot } from '../places/place.js'
import type { Places } from '../places/places.js'
import type { FieldValues } from './field-values.js'

/** A code of three letters: an airport's, or a railway's own. */
export const THREE_LETTER_CODE = /^[A-Z]{3}$/i

/** What is read of a place besides its text and name; each with the prefix of its end. */
export const PLACE_PARTS = [
  'lat',
  'lon',
  'city_name',
  'admin_code',
  'country',
  'city_code',
  'address1',
] as const
type PlacePart = (typeof PLACE_PARTS)[number]

/** Normalised text of a field; null if it has none, or `field` is null. */
export function textOf(fields: FieldValues, field: string | null): string | null {
  return normaliseText(fields.get(field))
}

function partOf(fields: FieldValues, { prefix }: PlaceFieldNames, part: PlacePart): string | null {
  return textOf(fields, `${prefix}${part}`)
}

/**
 * The place by coordinates, else by the city with its country, else by the text, city code or name within the
 * country; null if unknown. A text that agrees with the city says more than the city does. The code of an airport
 * is no name: only its name together with city or coordinates beat it.
 */
export function placeOf(fields: FieldValues, names: PlaceFieldNames, places: Places): Place | null {
  const country = partOf(fields, names, 'country')
  const city = placeByCity(fields, names, places)
  const airport = names.format === 'code' ? placeByText(fields, names, places, country) : null
  const byCode = THREE_LETTER_CODE.test(textOf(fields, names.text) ?? '') ? airport : null
  const point = coordinatesOf(fields, names)
  if (byCode !== null)
    return (
      (point === null ? null : placeAt(point, byCode)) ??
      placeAgainstCode(byCode, { point, city }, fields, names, places) ??
      byCode
    )
  if (point !== null)
    return placeAt(point, airport ?? city) ?? placeOnMap(point, fields, names, city !== null, places)
  const text = airport ?? placeByText(fields, names, places, country)
  if (city !== null) return text !== null && isSameCity(text, city) ? text : city
  return (
    text ??
    placeByCityCode(fields, names, places, country) ??
    placeByAddress(fields, names, places, country) ??
    placeByName(fields, names, places, country)
  )
}

/**
 * The place that the name next to a code means, if the code is of another one: what else the source says of it agrees
 * with the name and not with the code. Null if the code is right, or nothing but one field speaks against it.
 */
function placeAgainstCode(
  byCode: Place,
  { point, city }: { point: Coordinates | null; city: Place | null },
  fields: FieldValues,
  names: PlaceFieldNames,
  places: Places,
): Place | null {
  const name = textOf(fields, names.name)
  if (name === null) return null
  const named = places.airport(name, partOf(fields, names, 'country'))
  const given = [named, city, point === null ? null : places.coordinates(point.lat, point.lon, null)]
  const [first, second, third = second] = given.filter((place) => place !== null)
  if (first === undefined || second === undefined || third === undefined) return null
  const areNear = (a: Place, b: Place): boolean => (distanceBetween(a, b) ?? 0) <= NEAR_KM
  if ([first, second, third].some((place) => areNear(place, byCode) || !areNear(place, first))) return null
  const found = (point === null ? null : placeAt(point, first)) ?? {
    spots: [nearestSpot(first, second.spots[0] ?? null)],
  }
  return { ...found, contradicts: (textOf(fields, names.text) ?? '').toUpperCase() }
}

function decimal(text: string | null): number | null {
  const number = text === null ? NaN : Number(text)
  return Number.isFinite(number) ? number : null
}

/** 0, 0 is what senders write for unknown coordinates. */
function areCoordinates(lat: number, lon: number): boolean {
  return Math.abs(lat) <= 90 && Math.abs(lon) <= 180 && (lat !== 0 || lon !== 0)
}

function coordinatesOf(fields: FieldValues, names: PlaceFieldNames): Coordinates | null {
  const lat = decimal(partOf(fields, names, 'lat'))
  const lon = decimal(partOf(fields, names, 'lon'))
  return lat === null || lon === null || !areCoordinates(lat, lon) ? null : { lat, lon }
}

/**
 * The place at a point with what is known of the `named` one, which is better than the nearest city on the map:
 * that may be a district. Null if the named one is not near.
 */
function placeAt({ lat, lon }: Coordinates, named: Place | null): Place | null {
  const near = named?.spots.find((spot) => distanceKm(spot, { lat, lon }) <= NEAR_KM)
  return near === undefined ? null : { spots: [{ ...near, lat, lon }] }
}

/**
 * The place at a point, by the nearest city. A town that is not in the reference data is better than that; a
 * namesake far away (`isKnown`) is not.
 */
function placeOnMap(
  { lat, lon }: Coordinates,
  fields: FieldValues,
  names: PlaceFieldNames,
  isKnown: boolean,
  places: Places,
): Place {
  const nearest = places.coordinates(lat, lon, partOf(fields, names, 'country'))
  const town = partOf(fields, names, 'city_name')
  if (isKnown || town === null) return nearest
  return { spots: [{ ...(nearest.spots[0] as Spot), city: readableName(town) }] }
}

function placeByText(
  fields: FieldValues,
  names: PlaceFieldNames,
  places: Places,
  country: string | null,
): Place | null {
  const text = textOf(fields, names.text)
  if (text === null) return null
  switch (names.format) {
    case 'code':
      return THREE_LETTER_CODE.test(text) ? places.code(text) : places.airport(text, country)
    case 'station':
      return stationPlace(text, textOf(fields, names.name), places, country)
    default:
      return places.freeText(text, country)
  }
}

/**
 * Railways have codes of their own, which belong to airports elsewhere: the name next to a code wins if they
 * disagree.
 */
function stationPlace(
  text: string,
  name: string | null,
  places: Places,
  country: string | null,
): Place | null {
  const found = places.station(text, country)
  if (name === null || (found !== null && !THREE_LETTER_CODE.test(text))) return found
  const named = places.station(name, country)
  return named !== null && (found === null || !isSameCity(found, named)) ? named : found
}

function placeByCityCode(
  fields: FieldValues,
  names: PlaceFieldNames,
  places: Places,
  country: string | null,
): Place | null {
  const code = partOf(fields, names, 'city_code')
  return code === null ? null : places.code(code, country)
}

function placeByName(
  fields: FieldValues,
  { name, nameFormat }: PlaceFieldNames,
  places: Places,
  country: string | null,
): Place | null {
  const text = textOf(fields, name)
  if (text === null) return null
  if (nameFormat === 'station') return places.station(text, country)
  return nameFormat === 'venue' ? places.venue(text, country) : places.freeText(text, country)
}

function placeByCity(fields: FieldValues, names: PlaceFieldNames, places: Places): Place | null {
  const city = partOf(fields, names, 'city_name')
  if (city === null) return null
  return places.city(city, partOf(fields, names, 'admin_code'), partOf(fields, names, 'country'))
}

/** Senders that know no more of an address than its text put all of it into its first line. */
function placeByAddress(
  fields: FieldValues,
  names: PlaceFieldNames,
  places: Places,
  country: string | null,
): Place | null {
  const line = partOf(fields, names, 'address1')
  return line === null ? null : places.address(line, country)
}

/** True if a field tells where an end is, besides the text of its code or station. */
export function hasStationData(fields: FieldValues, names: PlaceFieldNames): boolean {
  return (
    textOf(fields, names.name) !== null ||
    (['lat', 'city_name', 'city_code'] as const).some((part) => partOf(fields, names, part) !== null)
  )
}

/** The zone that a field names, else that of the place; null if neither is a known zone. */
export function zoneOf(fields: FieldValues, field: string, place: Place | null): string | null {
  const named = textOf(fields, field)
  if (named !== null && isZone(named)) return named
  const zone = place?.spots[0]?.zone ?? null
  return zone !== null && isZone(zone) ? zone : null
}
