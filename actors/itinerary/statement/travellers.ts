/** The travellers that a raw segment names (RULES N4). */
import { person } from '../../../schemas/itinerary/person.js'
import type { Person } from '../../../schemas/itinerary/person.js'
import type { Fields } from './raw-segment.js'

function travellerEntries(fields: Fields): unknown[] {
  return Array.isArray(fields.travelers) ? (fields.travelers as unknown[]) : []
}

/** The traveller by the segment's own name fields, else the first of its list; null if it names nobody. */
export function travellerOf(fields: Fields): Person | null {
  const named = person(fields.first_name, fields.last_name)
  if (named !== null) return named
  const first = travellerEntries(fields)[0]
  if (typeof first !== 'object' || first === null) return null
  const entry = first as Fields
  return person(entry.first_name, entry.last_name, entry.name)
}

/** All travellers, by the segment's own name fields and by its list. */
export function travellersOf(fields: Fields): Person[] {
  const entries = travellerEntries(fields).filter(
    (entry): entry is Fields => typeof entry === 'object' && entry !== null,
  )
  return [
    person(fields.first_name, fields.last_name, null),
    ...entries.map((entry) => person(entry.first_name, entry.last_name, entry.name)),
  ].filter((traveller) => traveller !== null)
}
