/** Where a segment starts and ends, in words (contract.md 3). */
import type { PlaceFieldNames } from '../../schemas/segment/segment-kinds.js'
import { SEGMENT_KINDS } from '../../schemas/segment/segment-kinds.js'
import { textOf } from './segment-doc.js'
import type { SegmentDoc } from './segment-doc.js'

export interface Place {
  /** Airport, station, port or address; null if only the city is known. */
  name: string | null
  /** City, and country where it is known. */
  city: string | null
}

const COUNTRIES = new Intl.DisplayNames(['en'], { type: 'region' })

const AIRPORT_CODE = /^[A-Z]{3}$/

/** Codes of the airports that the segments name. */
export function airportCodes(docs: readonly SegmentDoc[]): string[] {
  const codes = docs.flatMap((doc) => {
    const { from, to } = SEGMENT_KINDS[doc.type]
    return [from, to].map((end) => textOf(doc, end?.text ?? null)?.toUpperCase() ?? null)
  })
  return [...new Set(codes.filter((code) => code !== null && AIRPORT_CODE.test(code)))] as string[]
}

/** @param airports names by code */
export function placeOf(
  doc: SegmentDoc,
  fields: PlaceFieldNames,
  airports: ReadonlyMap<string, string>,
): Place {
  const at = (name: string): string | null => textOf(doc, `${fields.prefix}${name}`)
  const text = textOf(doc, fields.text)
  const own = textOf(doc, fields.name) ?? at('name') ?? at('location')
  const code = (fields.format === 'code' ? text : (own ?? text))?.toUpperCase() ?? null
  const isAirport = fields.format === 'code' || (code !== null && airports.has(code))
  const name = isAirport ? airportName(code, own, airports) : (own ?? text)
  const city = cityOf(at('city_name'), at('country'))
  const street = at('address1')
  return { name: joined([name, street], city), city }
}

function airportName(
  code: string | null,
  own: string | null,
  airports: ReadonlyMap<string, string>,
): string | null {
  if (code === null) return own
  const name = airports.get(code) ?? own
  return name === null || name === code ? code : `${name} (${code})`
}

function cityOf(city: string | null, country: string | null): string | null {
  if (city === null) return country === null ? null : countryName(country)
  return country === null ? city : `${city}, ${countryName(country)}`
}

/** The name of a country code; any other text as it is. */
export function countryName(country: string): string {
  return /^[A-Z]{2}$/.test(country) ? (COUNTRIES.of(country) ?? country) : country
}

function joined(parts: Array<string | null>, city: string | null): string | null {
  const known = parts.filter((part) => part !== null && part !== city?.split(',')[0])
  return known.length === 0 ? null : [...new Set(known)].join(', ')
}
