/** RULES 5.5 and 5.14: whose leg it is, as far as its travellers and the member's own name show. */
import type { Person } from '../../../../schemas/itinerary/person.js'
import { areDifferentPeople, mayBeSamePerson } from '../../match/same-person.js'

/** A traveller of a leg. */
export interface Traveller extends Person {
  /** `member` if this may be the member, `other` if it cannot be; absent if neither is certain. */
  role?: 'member' | 'other'
}

/** The travellers of a leg of a member of that name; null if the member's name is unknown. */
export function travellersOfMember(people: readonly Person[], member: Person | null): Traveller[] {
  return people.map(({ family, given }) => {
    const who: Traveller = { family, given }
    if (member === null || member.given === '') return who
    if (mayBeSamePerson(who, member)) return given === '' ? who : { ...who, role: 'member' }
    return areDifferentPeople(who, member) ? { ...who, role: 'other' } : who
  })
}

/** True if travellers are named, and none of them is the member. */
export function areOthers(travellers: readonly Traveller[]): boolean {
  return travellers.length > 0 && travellers.every(({ role }) => role === 'other')
}

/**
 * True if both may have a traveller in common. Who names nobody may be anyone, but is the member and not
 * somebody else where the two are known apart.
 */
export function mayShareTraveller(a: readonly Traveller[], b: readonly Traveller[]): boolean {
  if (a.length === 0 || b.length === 0) return !areOthers(a) && !areOthers(b)
  for (const left of a) for (const right of b) if (areSame(left, right)) return true
  return false
}

/** The same, but who names nobody may be anyone. */
export function mayTravelTogether(a: readonly Traveller[], b: readonly Traveller[]): boolean {
  return a.length === 0 || b.length === 0 || mayShareTraveller(a, b)
}

/** Two spellings of the member's name are the member, though they may be too far apart for each other. */
function areSame(a: Traveller, b: Traveller): boolean {
  return (a.role === 'member' && b.role === 'member') || mayBeSamePerson(a, b)
}
