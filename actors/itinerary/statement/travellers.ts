/** The travellers that a raw segment names (RULES N4). */
import { normaliseText } from '../../../schemas/base/text.js'
import { person } from '../../../schemas/itinerary/person.js'
import type { Person } from '../../../schemas/itinerary/person.js'
import type { Fields } from './raw-segment.js'

/** One entry of a statement's list of travellers. */
export interface ListedTraveller {
  /** Null: the entry names nobody. */
  person: Person | null
  /** Its texts, normalised; what it does not say is absent. */
  fields: Record<string, string>
}

/** The entries of a statement's list of travellers, without those that say nothing. */
export function listedTravellers({ travelers }: Fields): ListedTraveller[] {
  if (!Array.isArray(travelers)) return []
  return (travelers as unknown[]).flatMap((entry) => {
    if (typeof entry !== 'object' || entry === null) return []
    const fields: Record<string, string> = {}
    for (const [name, value] of Object.entries(entry)) {
      const text = typeof value === 'string' ? normaliseText(value) : null
      if (text !== null && !(name in Object.prototype)) fields[name] = text
    }
    if (Object.keys(fields).length === 0) return []
    return [{ person: person(fields['first_name'], fields['last_name'], fields['name']), fields }]
  })
}

/** The traveller by the segment's own name fields, else the first of its list; null if it names nobody. */
export function travellerOf(fields: Fields): Person | null {
  return person(fields.first_name, fields.last_name) ?? listedTravellers(fields)[0]?.person ?? null
}

/** All travellers, by the segment's own name fields and by its list. */
export function travellersOf(fields: Fields): Person[] {
  return [
    person(fields.first_name, fields.last_name),
    ...listedTravellers(fields).map((listed) => listed.person),
  ].filter((traveller) => traveller !== null)
}
