/** Where a calendar event is, as a text that a map finds: name, street, city, country. */
import { SEGMENT_KINDS } from '../../schemas/segment/segment-kinds.js'
import type { PlaceFieldNames } from '../../schemas/segment/segment-kinds.js'
import { textField } from './segment-doc.js'
import type { SegmentDoc } from './segment-doc.js'

/** Names of airports by their codes. */
export type AirportNames = ReadonlyMap<string, string>

/** Countries whose addresses name the state. */
const NAMES_STATE = new Set(['US', 'CA', 'AU'])

/**
 * The place of one end of a segment; null when nothing is known. Of a segment that says nothing of its end, that
 * of its start.
 */
export function placeOf(doc: SegmentDoc, end: 'from' | 'to', airports: AirportNames): string | null {
  const { from, to } = SEGMENT_KINDS[doc.type]
  return (end === 'to' && to !== null ? placeText(doc, to, airports) : null) ?? placeText(doc, from, airports)
}

/** The place where a movement ends; null for other segments, and when nothing is known. */
export function arrivalOf(doc: SegmentDoc, airports: AirportNames): string | null {
  const { route, to } = SEGMENT_KINDS[doc.type]
  return route === null || to === null ? null : placeText(doc, to, airports)
}

function placeText(doc: SegmentDoc, fields: PlaceFieldNames, airports: AirportNames): string | null {
  const at = (name: string): string | null => textField(doc, `${fields.prefix}${name}`)
  const country = at('country')
  const state = country !== null && NAMES_STATE.has(country) ? at('admin_code') : null
  const city = [at('postal_code'), at('city_name')].filter((part) => part !== null).join(' ')
  const parts = [nameOf(doc, fields, airports), at('address1'), city, state, country]
  const known = new Set(parts.filter((part) => part !== null && part !== ''))
  return known.size === 0 ? null : [...known].join(', ')
}

function nameOf(doc: SegmentDoc, fields: PlaceFieldNames, airports: AirportNames): string | null {
  const text = fields.text === null ? null : textField(doc, fields.text)
  const own = textField(doc, `${fields.prefix}name`)
  if (fields.format === 'code') return withCode(text, own, airports)
  // What has no second place is itself the place: a hotel, a restaurant, a car park.
  const named = SEGMENT_KINDS[doc.type].to === null ? SEGMENT_KINDS[doc.type].name : null
  const name = named === null ? null : textField(doc, named)
  return textField(doc, 'venue') ?? own ?? name ?? text
}

/** `Zürich Airport (ZRH)`. */
function withCode(code: string | null, own: string | null, airports: AirportNames): string | null {
  if (code === null) return own
  const name = airports.get(code) ?? own
  return name === null || name === code ? code : `${name} (${code})`
}

/** Codes of the airports that flights name, found in the texts of their documents. */
export function airportCodes(docs: Iterable<string>): string[] {
  const codes = new Set<string>()
  for (const doc of docs)
    for (const [, code = ''] of doc.matchAll(/"(?:origin|destination)":"([A-Z]{3})"/g)) codes.add(code)
  return [...codes]
}
