/** Where an end of a segment is, from its fields and the reference data (RULES N5). */
import { normaliseText } from '../../../schemas/base/text.js'
import { isZone } from '../../../schemas/base/time-zone.js'
import type { PlaceFieldNames } from '../../../schemas/segment/segment-kinds.js'
import { distanceKm, NEAR_KM } from '../places/distance.js'
import { isSameCity } from '../places/place.js'
import { readableName } from '../lib/words.js'
import type { Place, Spot } from '../places/place.js'
import type { Places } from '../places/places.js'
import type { Fields } from './raw-segment.js'

/** A code of three letters: an airport's, or a railway's own. */
export const THREE_LETTER_CODE = /^[A-Z]{3}$/i

/** Normalised text of a field; null if it has none, or `field` is null. */
export function textOf(fields: Fields, field: string | null): string | null {
  return field === null ? null : normaliseText(fields[field])
}

/**
 * The place by coordinates, else the text of a code or name, the city code, the name of the city, the town in
 * the address; null if unknown. Air and Rail have no prefix: should a sender add an undocumented `lat` and `lon`, or `city_name`, to
 * one of these, both ends read it.
 */
export function placeOf(fields: Fields, names: PlaceFieldNames, places: Places): Place | null {
  return (
    placeByCoordinates(fields, names, places) ??
    placeByText(fields, names, places) ??
    placeByCityCode(fields, names, places) ??
    placeByCity(fields, names, places) ??
    placeByAddress(fields, names, places)
  )
}

function decimal(value: unknown): number | null {
  if (typeof value === 'string' && value.trim() === '') return null
  const number = typeof value === 'number' || typeof value === 'string' ? Number(value) : NaN
  return Number.isFinite(number) ? number : null
}

/** 0, 0 is what senders write for unknown coordinates. */
function areCoordinates(lat: number, lon: number): boolean {
  return Math.abs(lat) <= 90 && Math.abs(lon) <= 180 && (lat !== 0 || lon !== 0)
}

function placeByCoordinates(fields: Fields, names: PlaceFieldNames, places: Places): Place | null {
  const lat = decimal(fields[`${names.prefix}lat`])
  const lon = decimal(fields[`${names.prefix}lon`])
  if (lat === null || lon === null || !areCoordinates(lat, lon)) return null
  const named = placeByCity(fields, names, places)
  const city = named?.spots.find((spot) => distanceKm(spot, { lat, lon }) <= NEAR_KM)
  // The named city is better than the nearest one on the map, which may be one of its districts.
  if (city !== undefined) return { spots: [{ ...city, lat, lon }] }
  const nearest = places.coordinates(lat, lon)
  const text = textOf(fields, `${names.prefix}city_name`)
  // So is a town that is not in the reference data; a namesake far away is neither.
  if (named !== null || text === null) return nearest
  return { spots: [{ ...(nearest.spots[0] as Spot), city: readableName(text) }] }
}

function placeByText(fields: Fields, names: PlaceFieldNames, places: Places): Place | null {
  const text = textOf(fields, names.text)
  if (text === null) return null
  switch (names.format) {
    case 'code':
      return places.code(text)
    case 'station':
      return stationPlace(text, textOf(fields, `${names.text}_name`), places)
    default:
      return places.freeText(text)
  }
}

/**
 * Railways have codes of their own, which belong to airports elsewhere: the name next to a code wins if they
 * disagree.
 */
function stationPlace(text: string, name: string | null, places: Places): Place | null {
  const found = places.station(text)
  if (name === null || (found !== null && !THREE_LETTER_CODE.test(text))) return found
  const named = places.station(name)
  return named !== null && (found === null || !isSameCity(found, named)) ? named : found
}

function placeByCityCode(fields: Fields, { prefix }: PlaceFieldNames, places: Places): Place | null {
  const code = textOf(fields, `${prefix}city_code`)
  return code === null ? null : places.code(code)
}

function placeByCity(fields: Fields, { prefix }: PlaceFieldNames, places: Places): Place | null {
  const city = textOf(fields, `${prefix}city_name`)
  if (city === null) return null
  return places.city(city, textOf(fields, `${prefix}admin_code`), textOf(fields, `${prefix}country`))
}

/** Senders that know no more of an address than its text put all of it into its first line. */
function placeByAddress(fields: Fields, { prefix }: PlaceFieldNames, places: Places): Place | null {
  const line = textOf(fields, `${prefix}address1`)
  return line === null ? null : places.address(line, textOf(fields, `${prefix}country`))
}

/** The zone that a field names, else that of the place; null if neither is a known zone. */
export function zoneOf(fields: Fields, field: string, place: Place | null): string | null {
  const named = textOf(fields, field)
  if (named !== null && isZone(named)) return named
  const zone = place?.spots[0]?.zone ?? null
  return zone !== null && isZone(zone) ? zone : null
}
