/** The travellers that a raw segment names (RULES N4). */
import { normaliseText } from '../../../schemas/base/text.js'
import { person } from '../../../schemas/itinerary/person.js'
import type { Person } from '../../../schemas/itinerary/person.js'
import type { FieldValues } from './field-values.js'

/** One entry of a statement's list of travellers. */
export interface ListedTraveller {
  /** Null: the entry names nobody. */
  person: Person | null
  /** Its texts, normalised; what it does not say is absent. */
  fields: Record<string, string>
}

/** The entries of a statement's list of travellers, without those that say nothing. */
export function listedTravellers(fields: FieldValues): ListedTraveller[] {
  const travelers = fields.get('travelers')
  if (!Array.isArray(travelers)) return []
  return (travelers as unknown[]).flatMap((entry) => {
    if (typeof entry !== 'object' || entry === null) return []
    const texts: Record<string, string> = {}
    for (const [name, value] of Object.entries(entry)) {
      const text = typeof value === 'string' ? normaliseText(value) : null
      if (text !== null && !(name in Object.prototype)) texts[name] = text
    }
    if (Object.keys(texts).length === 0) return []
    return [{ person: person(texts['first_name'], texts['last_name'], texts['name']), fields: texts }]
  })
}

/** The person of the segment's own name fields; null if they name nobody. */
export function namedPerson(fields: FieldValues): Person | null {
  return person(fields.get('first_name'), fields.get('last_name'))
}

/** The traveller by the segment's own name fields, else the first of its list; null if it names nobody. */
export function travellerOf(fields: FieldValues): Person | null {
  return namedPerson(fields) ?? listedTravellers(fields)[0]?.person ?? null
}

/** All travellers, by the segment's own name fields and by its list. */
export function travellersOf(fields: FieldValues): Person[] {
  return [namedPerson(fields), ...listedTravellers(fields).map((listed) => listed.person)].filter(
    (traveller) => traveller !== null,
  )
}
